// name: read_ledger
// why: which extractions a document rests on, what they wrote, what of it was retired, what was refused
// mode: read
// params: workspace, audiences, path_hash
CYPHER 25
CALL () {
  MATCH (d:Document)-[:IN]->(f:Folder)
  WHERE d.workspace = $workspace AND d.path_hash = $path_hash
  RETURN d, f
  UNION ALL
  // Of a file that is gone the ledger stays, with the folder it stood in last.
  MATCH (d:Left)-[:LEFT_IN]->(f:Folder)
  WHERE d.workspace = $workspace AND d.path_hash = $path_hash
  RETURN d, f
}
WITH d, f WHERE f.audience IN coalesce($audiences, []) AND f.rung <> 'nothing'
CALL (d, f) {
  OPTIONAL MATCH (d)-[covers:HAS_SEGMENT|HAD_SEGMENT]->(x:Extraction)
  WITH d, f, x, min(covers.start) AS start, min(covers.end) AS end WHERE x IS NOT NULL
  RETURN collect({
    id: x.id, start: start, end: end, fingerprint: x.fingerprint, recorded_at: x.recorded_at, calls: x.calls,
    tokens_in: x.tokens_in, tokens_out: x.tokens_out, rejections: x.rejections,
    facts: COLLECT {
      MATCH (x)-[:WROTE]->(n:Fact)-[ev:EVIDENCE]->(d)
      WHERE ev.extraction = x.id AND n.audience IN $audiences AND f.rung = 'facts'
      RETURN DISTINCT n.id AS id ORDER BY id
    },
    tombstones: COLLECT {
      MATCH (x)-[:WROTE]->(n:Tombstone)
      WHERE n.document = d.id AND n.audience IN $audiences
      RETURN DISTINCT n.id AS id ORDER BY id
    }
  }) AS extractions
}
RETURN d {.id, .path, .title, .reason, state: CASE WHEN d:Left THEN 'removed' ELSE d.state END,
          rung: coalesce(d.rung, f.rung)} AS document, extractions

// name: read_file
// why: what is in the graph because of one file, for kg policy explain
// mode: read
// params: workspace, audiences, path_hash
CYPHER 25
MATCH (d:Document)
WHERE d.workspace = $workspace AND d.path_hash = $path_hash
MATCH (d)-[:IN]->(f:Folder)
WHERE f.audience IN coalesce($audiences, [])
RETURN d {.state, .reason, .rung} AS document,
  COUNT { (d)-[:HAS_PASSAGE]->(:Passage) } AS passages,
  EXISTS { (d)-[:HAS_CARD]->(:Card) } AS card,
  EXISTS { (d)<-[:POINTS_TO]-(:Pointer) } AS pointer,
  COUNT { (d)-[:MENTIONS]->(:Entity) } AS mentions,
  COUNT { MATCH (d)<-[:EVIDENCE]-(n:Fact) RETURN DISTINCT n } AS facts,
  COUNT { MATCH (t:Tombstone) WHERE t.document = d.id RETURN t } AS tombstones,
  COUNT { MATCH (d)-[:HAS_SEGMENT]->(x:Extraction) RETURN DISTINCT x } AS extractions

// name: read_troubles
// why: documents that are not live, why, and when they are tried again, those that wait longest first
// mode: read
// params: workspace, audiences, limit
CYPHER 25
UNWIND ['failed', 'waiting', 'held', 'unread'] AS state
CALL (state) {
  MATCH (d:Document)
  WHERE d.workspace = $workspace AND d.path_hash >= '' AND d.state = state AND d.path IS NOT NULL
  MATCH (d)-[:IN]->(f:Folder)
  WHERE f.audience IN coalesce($audiences, []) AND f.rung <> 'nothing'
  OPTIONAL MATCH (j:Job {document: d.id})
  RETURN d, j ORDER BY j.created_at, d.path LIMIT $limit
}
RETURN state, d.path AS path, d.reason AS reason, j.due_at AS next_try, coalesce(j.tries, 0) AS tries
