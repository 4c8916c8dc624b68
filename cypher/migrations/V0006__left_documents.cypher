// Documents whose files are gone are known by hashes, so that one that comes back is the document it was.
CYPHER 25 CREATE CONSTRAINT left_id IF NOT EXISTS FOR (n:Left) REQUIRE n.id IS UNIQUE;
CYPHER 25 CREATE RANGE INDEX left_root IF NOT EXISTS FOR (n:Left) ON (n.workspace, n.root);
CYPHER 25 CREATE RANGE INDEX left_path IF NOT EXISTS FOR (n:Left) ON (n.workspace, n.path_hash);
// What was left before, hung on its folder itself: it hangs on a document now, and goes with that.
CYPHER 25 MATCH (t:Tombstone)-[old:LEFT_IN]->(f:Folder)
MERGE (d:Left {id: t.document})
ON CREATE SET d.workspace = t.workspace
MERGE (d)-[:LEFT_IN]->(f)
DELETE old;
CYPHER 25 MATCH (x:Extraction)-[old:LEFT_IN]->(f:Folder)
MERGE (d:Left {id: 'left in ' + elementId(f)})
ON CREATE SET d.workspace = x.workspace
MERGE (d)-[:LEFT_IN]->(f)
MERGE (d)-[:HAD_SEGMENT]->(x)
DELETE old;
