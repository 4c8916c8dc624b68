// name: read_search
// why: pull in one round trip: passages and cards by meaning and by words, facts by words, files by name
// mode: read
// params: workspace, audiences, project_from, project_to, vector, embedder, lucene, nearest, files, folder, below
CYPHER 25
OPTIONAL MATCH (i:VectorIndex {workspace: $workspace, name: 'passages'})
WHERE i.embedder = $embedder AND i.dimensions = size($vector)
WITH i.slot AS slot
CALL (slot) {
  UNWIND CASE slot WHEN 'a' THEN [1] ELSE [] END AS one
  MATCH (n)
  SEARCH n IN (
    VECTOR INDEX passages FOR $vector
    WHERE n.audience IN coalesce($audiences, []) AND n.project >= $project_from AND n.project <= $project_to
    LIMIT $nearest
  ) SCORE AS score
  RETURN n, 'meaning' AS arm, score
  UNION ALL
  UNWIND CASE slot WHEN 'b' THEN [1] ELSE [] END AS one
  MATCH (n)
  SEARCH n IN (
    VECTOR INDEX passages_b FOR $vector
    WHERE n.audience IN coalesce($audiences, []) AND n.project >= $project_from AND n.project <= $project_to
    LIMIT $nearest
  ) SCORE AS score
  RETURN n, 'meaning' AS arm, score
  UNION ALL
  UNWIND $lucene AS words
  MATCH (n)
  SEARCH n IN (FULLTEXT INDEX passages_text FOR words LIMIT $nearest) SCORE AS score
  RETURN n, 'words' AS arm, score
  UNION ALL
  UNWIND $lucene AS words
  MATCH (n)
  SEARCH n IN (FULLTEXT INDEX memory_text FOR words LIMIT $nearest) SCORE AS score
  WITH n, score WHERE n:Fact
  RETURN n, 'words' AS arm, score
  UNION ALL
  UNWIND $files AS ending
  MATCH (f:Folder)
  USING INDEX SEEK f:Folder(workspace, key)
  WHERE f.workspace = $workspace AND f.key >= '' AND f.rung <> 'nothing' AND f.audience IN coalesce($audiences, [])
  MATCH (f)<-[:IN]-(d:Document)
  WHERE toLower(d.path) ENDS WITH ending
  WITH d ORDER BY d.path LIMIT 20
  MATCH (d)-[:HAS_PASSAGE]->(n:Passage)
  WHERE n.position = 0
  RETURN n, 'file' AS arm, 1.0 AS score
}
WITH slot, n, max(CASE arm WHEN 'words' THEN score END) AS words
WHERE n.workspace = $workspace AND n.audience IN coalesce($audiences, [])
  AND n.project >= $project_from AND n.project <= $project_to
CALL (n) {
  WITH n WHERE n:Passage
  MATCH (n)<-[:HAS_PASSAGE]-(d:Document)-[:IN]->(f:Folder)
  WHERE f.rung <> 'nothing' AND f.audience IN $audiences
    AND ($folder IS NULL OR f.key = $folder OR f.key STARTS WITH $below)
  RETURN d LIMIT 1
  UNION ALL
  WITH n WHERE n:Card
  MATCH (n)<-[:HAS_CARD]-(d:Document)-[:IN]->(f:Folder)
  WHERE f.rung IN ['gist', 'facts'] AND f.audience IN $audiences
    AND ($folder IS NULL OR f.key = $folder OR f.key STARTS WITH $below)
  RETURN d LIMIT 1
  UNION ALL
  WITH n WHERE n:Fact
  MATCH (n)-[ev:EVIDENCE]->(d:Document)-[:IN]->(f:Folder)
  WHERE f.rung = 'facts' AND f.audience IN $audiences
    AND ($folder IS NULL OR f.key = $folder OR f.key STARTS WITH $below)
  RETURN d ORDER BY ev.said_at IS NULL, ev.said_at DESC, d.path LIMIT 1
}
RETURN
  CASE WHEN n:Passage THEN 'passage' WHEN n:Card THEN 'card' WHEN n:Record THEN 'record' ELSE 'fact' END AS kind,
  n {.id, .text, .context, .start, .end, .position} AS node,
  d {.id, .path, .title, .about} AS document,
  words, vector.similarity.cosine(
    CASE WHEN n:Fact THEN null WHEN slot = 'a' THEN n.embedding WHEN slot = 'b' THEN n.embedding_b END, $vector
  ) AS similarity,
  CASE WHEN n:Fact THEN COLLECT {
    MATCH (n)-[link:SUPERSEDES|RELATES_TO|FIXES_ISSUE]->(other:Fact)
    WHERE other.audience IN $audiences AND EXISTS {
      (other)-[:EVIDENCE]->(:Document)-[:IN]->(f:Folder) WHERE f.rung = 'facts' AND f.audience IN $audiences
    }
    RETURN {type: type(link), weight: coalesce(link.weight, 1.0), fact: other.id} AS relation ORDER BY other.id
  } ELSE [] END AS relations
