// name: sources
// why: which files memory rests on most
// mode: read
// params: workspace, audiences
CYPHER 25
MATCH (f:Folder)
USING INDEX SEEK f:Folder(workspace, key)
WHERE f.workspace = $workspace AND f.key >= '' AND f.rung = 'facts' AND f.audience IN $audiences
MATCH (f)<-[:IN]-(d:Document)
CALL (d) {
  MATCH (d)<-[:EVIDENCE]-(n:Fact)
  WHERE n.audience IN $audiences
  RETURN count(DISTINCT n) AS facts
}
WITH d, facts WHERE facts > 0
RETURN d.title AS title, d.path AS path, facts
ORDER BY facts DESC, path LIMIT 100

// name: problems
// why: files that could not be read or wait for something, with the reason
// mode: read
// params: workspace, audiences
CYPHER 25
MATCH (f:Folder)
USING INDEX SEEK f:Folder(workspace, key)
WHERE f.workspace = $workspace AND f.key >= '' AND f.rung <> 'nothing' AND f.audience IN $audiences
MATCH (f)<-[:IN]-(d:Document)
WHERE d.state <> 'live'
RETURN d.state AS state, d.path AS path, d.reason AS reason
ORDER BY state, path LIMIT 200
