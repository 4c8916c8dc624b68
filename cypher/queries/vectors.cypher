// name: unembedded
// why: nodes that wait for a vector, with the text it is made of; only what its folder allows to be looked at now
// mode: read
// params: workspace, labels, limit
// internal: the one who embeds works for every reader of the workspace
CYPHER 25
UNWIND $labels AS label
CALL (label) {
  WITH label WHERE label = 'Passage'
  MATCH (n:Unembedded {workspace: $workspace, waiting: 'Passage'})
  USING INDEX SEEK n:Unembedded(workspace, waiting)
  WHERE EXISTS { (n)<-[:HAS_PASSAGE]-(:Document)-[:IN]->(f:Folder) WHERE f.rung <> 'nothing' AND NOT coalesce(f.held, false) }
  RETURN n LIMIT $limit
  UNION ALL
  WITH label WHERE label = 'Card'
  MATCH (n:Unembedded {workspace: $workspace, waiting: 'Card'})
  USING INDEX SEEK n:Unembedded(workspace, waiting)
  WHERE EXISTS { (n)<-[:HAS_CARD]-(:Document)-[:IN]->(f:Folder) WHERE f.rung IN ['gist', 'facts'] AND NOT coalesce(f.held, false) }
  RETURN n LIMIT $limit
  UNION ALL
  WITH label WHERE label = 'Pointer'
  MATCH (n:Unembedded {workspace: $workspace, waiting: 'Pointer'})
  USING INDEX SEEK n:Unembedded(workspace, waiting)
  WHERE EXISTS { (n)-[:POINTS_TO]->(:Document)-[:IN]->(f:Folder) WHERE f.rung = 'facts' AND NOT coalesce(f.held, false) }
  RETURN n LIMIT $limit
  UNION ALL
  WITH label WHERE label = 'Fact'
  MATCH (n:Unembedded {workspace: $workspace, waiting: 'Fact'})
  USING INDEX SEEK n:Unembedded(workspace, waiting)
  WHERE EXISTS { (n)-[:EVIDENCE]->(:Document)-[:IN]->(f:Folder) WHERE f.rung = 'facts' AND NOT coalesce(f.held, false) }
  RETURN n LIMIT $limit
}
RETURN n.id AS id, label, n.text AS text, n.context AS context LIMIT $limit

// name: set_passage_vectors
// why: passages get their vector, in the slot of who made it, unless their words changed meanwhile; in the slot in use they wait no longer, with a null they have none
// mode: write
// params: workspace, embedder, dimensions, rows
CYPHER 25
MATCH (i:VectorIndex {workspace: $workspace, name: 'passages'})
WITH i.embedder = $embedder AND i.dimensions = coalesce($dimensions, i.dimensions) AS used, i
WHERE used OR (i.building = $embedder AND i.building_dimensions = $dimensions AND i.clearing IS NULL)
WITH used, CASE WHEN used THEN i.slot ELSE i.building_slot END AS slot
UNWIND $rows AS row
MATCH (n:Passage {id: row.id})
WHERE n.workspace = $workspace
  AND (row.text IS NULL OR (n.text = row.text AND coalesce(n.context, '') = row.context))
FOREACH (_ IN CASE slot WHEN 'a' THEN [1] ELSE [] END | SET n.embedding = row.vector)
FOREACH (_ IN CASE slot WHEN 'b' THEN [1] ELSE [] END | SET n.embedding_b = row.vector)
FOREACH (_ IN CASE WHEN used THEN [1] ELSE [] END | REMOVE n:Unembedded, n.waiting)

// name: set_card_vectors
// why: cards get their vector, in the slot of who made it, unless their words changed meanwhile; in the slot in use they wait no longer, with a null they have none
// mode: write
// params: workspace, embedder, dimensions, rows
CYPHER 25
MATCH (i:VectorIndex {workspace: $workspace, name: 'passages'})
WITH i.embedder = $embedder AND i.dimensions = coalesce($dimensions, i.dimensions) AS used, i
WHERE used OR (i.building = $embedder AND i.building_dimensions = $dimensions AND i.clearing IS NULL)
WITH used, CASE WHEN used THEN i.slot ELSE i.building_slot END AS slot
UNWIND $rows AS row
MATCH (n:Card {id: row.id})
WHERE n.workspace = $workspace
  AND (row.text IS NULL OR (n.text = row.text AND coalesce(n.context, '') = row.context))
FOREACH (_ IN CASE slot WHEN 'a' THEN [1] ELSE [] END | SET n.embedding = row.vector)
FOREACH (_ IN CASE slot WHEN 'b' THEN [1] ELSE [] END | SET n.embedding_b = row.vector)
FOREACH (_ IN CASE WHEN used THEN [1] ELSE [] END | REMOVE n:Unembedded, n.waiting)

// name: set_pointer_vectors
// why: pointers get their vector, in the slot of who made it, unless their words changed meanwhile; in the slot in use they wait no longer, with a null they have none
// mode: write
// params: workspace, embedder, dimensions, rows
CYPHER 25
MATCH (i:VectorIndex {workspace: $workspace, name: 'memory'})
WITH i.embedder = $embedder AND i.dimensions = coalesce($dimensions, i.dimensions) AS used, i
WHERE used OR (i.building = $embedder AND i.building_dimensions = $dimensions AND i.clearing IS NULL)
WITH used, CASE WHEN used THEN i.slot ELSE i.building_slot END AS slot
UNWIND $rows AS row
MATCH (n:Pointer {id: row.id})
WHERE n.workspace = $workspace
  AND (row.text IS NULL OR (n.text = row.text AND coalesce(n.context, '') = row.context))
FOREACH (_ IN CASE slot WHEN 'a' THEN [1] ELSE [] END | SET n.embedding = row.vector)
FOREACH (_ IN CASE slot WHEN 'b' THEN [1] ELSE [] END | SET n.embedding_b = row.vector)
FOREACH (_ IN CASE WHEN used THEN [1] ELSE [] END | REMOVE n:Unembedded, n.waiting)

// name: set_fact_vectors
// why: facts get their vector, in the slot of who made it, unless their words changed meanwhile; in the slot in use they wait no longer, with a null they have none
// mode: write
// params: workspace, embedder, dimensions, rows
CYPHER 25
MATCH (i:VectorIndex {workspace: $workspace, name: 'memory'})
WITH i.embedder = $embedder AND i.dimensions = coalesce($dimensions, i.dimensions) AS used, i
WHERE used OR (i.building = $embedder AND i.building_dimensions = $dimensions AND i.clearing IS NULL)
WITH used, CASE WHEN used THEN i.slot ELSE i.building_slot END AS slot
UNWIND $rows AS row
MATCH (n:Fact {id: row.id})
WHERE n.workspace = $workspace
  AND (row.text IS NULL OR (n.text = row.text AND coalesce(n.context, '') = row.context))
FOREACH (_ IN CASE slot WHEN 'a' THEN [1] ELSE [] END | SET n.embedding = row.vector)
FOREACH (_ IN CASE slot WHEN 'b' THEN [1] ELSE [] END | SET n.embedding_b = row.vector)
FOREACH (_ IN CASE WHEN used THEN [1] ELSE [] END | REMOVE n:Unembedded, n.waiting)

// name: progress_documents
// why: how many documents stand in which state
// mode: read
// params: workspace
// internal: counts of the whole workspace, for the one who runs it
CYPHER 25
MATCH (d:Document)
USING INDEX SEEK d:Document(workspace, root)
WHERE d.workspace = $workspace AND d.root >= '' AND d.rung IS NOT NULL
RETURN d.state AS state, count(*) AS count

// name: progress_counts
// why: how much of each kind there is, and how much waits for a vector
// mode: read
// params: workspace
// internal: counts of the whole workspace, for the one who runs it
CYPHER 25
RETURN COUNT { (n:Passage {workspace: $workspace}) } AS passages,
       COUNT { (n:Fact {workspace: $workspace}) } AS facts,
       COUNT { (n:Pointer {workspace: $workspace}) } AS pointers,
       COUNT { (n:Entity {workspace: $workspace}) } AS entities,
       COUNT {
         MATCH (n:Unembedded)
         USING INDEX SEEK n:Unembedded(workspace, waiting)
         WHERE n.workspace = $workspace AND n.waiting >= ''
       } AS unembedded

// name: progress_jobs
// why: how much work is queued, taken, or failed for good
// mode: read
// params: workspace
// internal: counts of the whole workspace, for the one who runs it
CYPHER 25
MATCH (j:Job {workspace: $workspace})
USING INDEX SEEK j:Job(workspace)
RETURN j.state AS state, count(*) AS count
