// name: read_recall
// why: everything recall weighs, in one round trip: what is near in meaning, what shares words, what is said of the things named
// mode: read
// params: workspace, audiences, project_from, project_to, vector, embedder, nearest, lucene, names, per_entity, shown_per_entity
CYPHER 25
OPTIONAL MATCH (i:VectorIndex {workspace: $workspace, name: 'memory'})
WHERE i.embedder = $embedder AND i.dimensions = size($vector)
WITH i.slot AS slot
CALL (slot) {
  UNWIND CASE slot WHEN 'a' THEN [1] ELSE [] END AS one
  MATCH (n)
  SEARCH n IN (
    VECTOR INDEX memory FOR $vector
    WHERE n.audience IN coalesce($audiences, []) AND n.project >= $project_from AND n.project <= $project_to
    LIMIT $nearest
  ) SCORE AS score
  RETURN n, {arm: 'meaning', score: score} AS arm
  UNION ALL
  UNWIND CASE slot WHEN 'b' THEN [1] ELSE [] END AS one
  MATCH (n)
  SEARCH n IN (
    VECTOR INDEX memory_b FOR $vector
    WHERE n.audience IN coalesce($audiences, []) AND n.project >= $project_from AND n.project <= $project_to
    LIMIT $nearest
  ) SCORE AS score
  RETURN n, {arm: 'meaning', score: score} AS arm
  UNION ALL
  UNWIND $lucene AS words
  MATCH (n)
  SEARCH n IN (FULLTEXT INDEX memory_text FOR words LIMIT $nearest) SCORE AS score
  RETURN n, {arm: 'words', score: score} AS arm
  UNION ALL
  UNWIND $names AS key
  MATCH (name:Name {workspace: $workspace, key: key})
  USING INDEX SEEK name:Name(workspace, key)
  MATCH (name)-[named:NAMES]->(e:Entity)
  WHERE named.audience IN coalesce($audiences, [])
  WITH slot, e, collect(DISTINCT key) AS keys
  CALL (e, slot) {
    MATCH (e)<-[role:SUBJECT|OBJECT]-(n:Fact)
    WHERE n.audience IN coalesce($audiences, []) AND n.project >= $project_from AND n.project <= $project_to
    WITH n, type(role) AS role, CASE slot WHEN 'a' THEN n.embedding WHEN 'b' THEN n.embedding_b END AS embedding
    LIMIT $per_entity
    RETURN n, role
    ORDER BY coalesce(vector.similarity.cosine(embedding, $vector), 0.0) DESC, n.id
    LIMIT $shown_per_entity
  }
  UNWIND keys AS key
  RETURN n, {arm: 'name', score: 1.0, key: key, role: role, entity: e.id, name: e.name} AS arm
}
WITH slot, n, collect(arm) AS arms
WHERE n.workspace = $workspace AND n.audience IN coalesce($audiences, [])
  AND n.project >= $project_from AND n.project <= $project_to
CALL (n) {
  MATCH (n)-[ev:EVIDENCE]->(d:Document)-[:IN]->(f:Folder)
  WHERE f.rung = 'facts' AND f.audience IN $audiences AND NOT coalesce(f.held, false)
  RETURN {path: d.path, title: d.title, said_at: ev.said_at} AS source
  ORDER BY ev.said_at IS NULL, ev.said_at DESC, d.path LIMIT 1
  UNION ALL
  MATCH (n)-[:POINTS_TO]->(d:Document)-[:IN]->(f:Folder)
  WHERE f.rung = 'facts' AND f.audience IN $audiences AND NOT coalesce(f.held, false)
  RETURN {path: d.path, title: d.title, said_at: d.dated} AS source LIMIT 1
}
CALL (n) {
  OPTIONAL MATCH (n)<-[:SUPERSEDES*1..8]-(newer:Fact)
  WHERE newer.audience IN $audiences
  CALL (newer) {
    MATCH (newer)-[ev:EVIDENCE]->(d:Document)-[:IN]->(f:Folder)
    WHERE f.rung = 'facts' AND f.audience IN $audiences AND NOT coalesce(f.held, false)
    RETURN {path: d.path, title: d.title, said_at: ev.said_at} AS newer_source
    ORDER BY ev.said_at IS NULL, ev.said_at DESC, d.path LIMIT 1
  }
  RETURN collect(DISTINCT newer {
    .id, .text, .subject, .relation, .object, .object_kind, .modality, .confidence, .stale, .valid_from, .valid_to,
    source: newer_source, superseded: EXISTS {
      (newer)<-[:SUPERSEDES]-(later:Fact)-[:EVIDENCE]->(:Document)-[:IN]->(f:Folder)
      WHERE later.audience IN $audiences
        AND f.rung = 'facts' AND f.audience IN $audiences AND NOT coalesce(f.held, false)
    }
  }) AS newer
}
RETURN CASE WHEN n:Pointer THEN 'pointer' ELSE 'fact' END AS kind, n:Record AS record, arms, source, newer,
  vector.similarity.cosine(CASE slot WHEN 'a' THEN n.embedding WHEN 'b' THEN n.embedding_b END, $vector) AS similarity,
  n {.id, .text, .subject_id, .subject, .relation, .object, .object_kind, .modality, .confidence, .stale,
     .valid_from, .valid_to, .title, .about, .place} AS node
