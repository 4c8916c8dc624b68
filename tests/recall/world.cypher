// name: folders
// why: directories with what holds in them
// mode: write
// params: workspace, rows
CYPHER 25
UNWIND $rows AS row
MERGE (f:Folder {workspace: $workspace, key: row.key})
SET f += row

// name: indexes
// why: whose vectors are in the indexes
// mode: write
// params: workspace, embedder, dimensions
CYPHER 25
UNWIND ['passages', 'memory'] AS name
MERGE (i:VectorIndex {workspace: $workspace, name: name})
SET i.embedder = $embedder, i.dimensions = $dimensions, i.slot = 'a'

// name: documents
// why: files in their folders
// mode: write
// params: workspace, rows
CYPHER 25
UNWIND $rows AS row
MERGE (d:Document {id: row.id})
SET d += row.values, d.workspace = $workspace
WITH d, row
MATCH (f:Folder {workspace: $workspace, key: row.folder})
MERGE (d)-[:IN]->(f)

// name: passages
// why: the text of documents
// mode: write
// params: workspace, rows
CYPHER 25
UNWIND $rows AS row
MATCH (d:Document {id: row.document})
MERGE (p:Passage {id: row.id})
SET p += row, p.workspace = $workspace
MERGE (d)-[:HAS_PASSAGE]->(p)

// name: cards
// why: the gist of documents
// mode: write
// params: workspace, rows
CYPHER 25
UNWIND $rows AS row
MATCH (d:Document {id: row.document})
MERGE (c:Card {id: row.id})
SET c += row, c.workspace = $workspace
MERGE (d)-[:HAS_CARD]->(c)

// name: pointers
// why: documents in memory
// mode: write
// params: workspace, rows
CYPHER 25
UNWIND $rows AS row
MATCH (d:Document {id: row.document})
MERGE (p:Pointer {id: row.id})
SET p += row, p.workspace = $workspace
MERGE (p)-[:POINTS_TO]->(d)

// name: names
// why: entities and what leads to them
// mode: write
// params: workspace, rows
CYPHER 25
UNWIND $rows AS row
MERGE (e:Entity {id: row.entity})
ON CREATE SET e.workspace = $workspace, e.key = row.key, e.name = row.name, e.kind = row.kind
MERGE (n:Name {workspace: $workspace, key: row.key})
MERGE (n)-[:NAMES {audience: row.audience, name: row.name}]->(e)

// name: mentions
// why: who a document speaks of
// mode: write
// params: rows
CYPHER 25
UNWIND $rows AS row
MATCH (d:Document {id: row.document}), (e:Entity {id: row.entity})
MERGE (d)-[:MENTIONS]->(e)

// name: facts
// why: facts with subject, object and evidence
// mode: write
// params: workspace, rows
CYPHER 25
UNWIND $rows AS row
MERGE (n:Fact {id: row.values.id})
SET n += row.values, n.workspace = $workspace
WITH n, row
MATCH (s:Entity {id: row.values.subject_id})
MERGE (n)-[:SUBJECT]->(s)
WITH n, row
CALL (n, row) {
  WITH n, row WHERE row.entity IS NOT NULL
  MATCH (o:Entity {id: row.entity})
  MERGE (n)-[:OBJECT]->(o)
}
CALL (n, row) {
  UNWIND row.evidence AS said
  MATCH (d:Document {id: said.document})
  CREATE (n)-[ev:EVIDENCE]->(d)
  SET ev += said.values
}

// name: superseding
// why: newer facts over older ones
// mode: write
// params: rows
CYPHER 25
UNWIND $rows AS row
MATCH (newer:Fact {id: row.newer}), (older:Fact {id: row.older})
MERGE (newer)-[s:SUPERSEDES]->(older)
SET s.weight = 1.0, s.reason = 'newer statement', s.by = 'rule', s.at = datetime('2026-11-05T09:00:00Z')

// name: extractions
// why: the ledger
// mode: write
// params: workspace, rows
CYPHER 25
UNWIND $rows AS row
MATCH (d:Document {id: row.document})
MERGE (x:Extraction {id: row.values.id})
SET x += row.values, x.workspace = $workspace
MERGE (d)-[:HAS_SEGMENT {start: row.start, end: row.end}]->(x)
WITH x, row
UNWIND row.wrote AS id
OPTIONAL MATCH (n:Fact {id: id})
OPTIONAL MATCH (t:Tombstone {id: id})
WITH x, coalesce(n, t) AS written WHERE written IS NOT NULL
MERGE (x)-[:WROTE]->(written)

// name: corrections
// why: what people took out
// mode: write
// params: rows
CYPHER 25
UNWIND $rows AS row
MERGE (c:Correction {id: row.id})
SET c += row

// name: tombstones
// why: facts that left memory
// mode: write
// params: workspace, rows
CYPHER 25
UNWIND $rows AS row
MERGE (t:Tombstone {id: row.id})
SET t += row, t.workspace = $workspace

// name: set_folder
// why: what a person decides about a folder, as it holds at once
// mode: write
// params: workspace, key, values
CYPHER 25
MATCH (f:Folder {workspace: $workspace, key: $key})
SET f += $values

// name: remove
// why: everything this world wrote
// mode: write
// params: workspace
CYPHER 25
CALL () {
  MATCH (n:Fact|Pointer|Passage|Card|Entity|Document|Tombstone|Extraction) WHERE n.workspace = $workspace RETURN n
  UNION
  MATCH (n:Name|Folder) WHERE n.workspace = $workspace RETURN n
}
CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 1000 ROWS
