// name: vector_indexes
// why: which embedder made the vectors of this workspace, in which slot, and what is being made beside them
// mode: read
// params: workspace
// internal: names of embedders, for the one who runs it
CYPHER 25
MATCH (i:VectorIndex)
USING INDEX SEEK i:VectorIndex(workspace, name)
WHERE i.workspace = $workspace AND i.name IN ['memory', 'passages']
RETURN i {.name, .embedder, .dimensions, .slot, .building, .building_dimensions, .building_slot, .clearing, .retired} AS index
ORDER BY i.name

// name: slots_taken
// why: a slot that other workspaces have vectors in keeps its dimensions
// mode: read
// params: name, workspace
// internal: names of slots, for the one who runs it
CYPHER 25
MATCH (i:VectorIndex {name: $name})
USING INDEX SEEK i:VectorIndex(name)
WHERE i.workspace <> $workspace
UNWIND [i.slot, i.building_slot, i.retired] AS slot
RETURN DISTINCT slot ORDER BY slot

// name: vector_dimensions
// why: how long the vectors of each vector index are
// mode: read
// params:
// internal: asks the server, not the graph
CYPHER 25
SHOW VECTOR INDEXES YIELD name, options
RETURN name, options.indexConfig['vector.dimensions'] AS dimensions ORDER BY name

// name: drop_index
// why: a slot that nobody has vectors in gets another width
// mode: write
// params: name
CYPHER 25
DROP INDEX $name IF EXISTS

// name: create_passages_a
// why: the first slot of passages and cards, with vectors of this width
// mode: write
// params: options
CYPHER 25
CREATE VECTOR INDEX passages IF NOT EXISTS FOR (n:Passage|Card) ON (n.embedding) WITH [n.audience, n.project]
OPTIONS $options

// name: create_passages_b
// why: the second slot of passages and cards, with vectors of this width
// mode: write
// params: options
CYPHER 25
CREATE VECTOR INDEX passages_b IF NOT EXISTS FOR (n:Passage|Card) ON (n.embedding_b) WITH [n.audience, n.project]
OPTIONS $options

// name: create_memory_a
// why: the first slot of pointers and facts, with vectors of this width
// mode: write
// params: options
CYPHER 25
CREATE VECTOR INDEX memory IF NOT EXISTS FOR (n:Pointer|Fact) ON (n.embedding) WITH [n.audience, n.project]
OPTIONS $options

// name: create_memory_b
// why: the second slot of pointers and facts, with vectors of this width
// mode: write
// params: options
CYPHER 25
CREATE VECTOR INDEX memory_b IF NOT EXISTS FOR (n:Pointer|Fact) ON (n.embedding_b) WITH [n.audience, n.project]
OPTIONS $options

// name: adopt_embedder
// why: the first embedder to come is that of the index
// mode: write
// params: workspace, name, embedder, dimensions, slot
CYPHER 25
MERGE (i:VectorIndex {workspace: $workspace, name: $name})
ON CREATE SET i.embedder = $embedder, i.dimensions = $dimensions, i.slot = $slot

// name: begin_building
// why: from now on vectors of this embedder are made in the slot that is not in use; what an abandoned run left there goes first
// mode: write
// params: workspace, name, embedder, dimensions, slot
CYPHER 25
MATCH (i:VectorIndex {workspace: $workspace, name: $name})
SET i.building = $embedder, i.building_dimensions = $dimensions, i.building_slot = $slot, i.clearing = true

// name: slot_is_clear
// why: vectors may be written to the slot that is being built
// mode: write
// params: workspace, name
CYPHER 25
MATCH (i:VectorIndex {workspace: $workspace, name: $name})
REMOVE i.clearing

// name: switch_slots
// why: readers and writers use what was built, from this moment; the other slot is retired
// mode: write
// params: workspace, name, embedder, dimensions
CYPHER 25
MATCH (i:VectorIndex {workspace: $workspace, name: $name})
WHERE i.building = $embedder AND i.building_dimensions = $dimensions AND i.clearing IS NULL
SET i.retired = i.slot, i.slot = i.building_slot, i.embedder = i.building, i.dimensions = i.building_dimensions
REMOVE i.building, i.building_slot, i.building_dimensions

// name: give_up_building
// why: what was begun for an embedder that nobody wants any more is gone
// mode: write
// params: workspace, name
CYPHER 25
MATCH (i:VectorIndex {workspace: $workspace, name: $name})
REMOVE i.building, i.building_slot, i.building_dimensions, i.clearing

// name: slot_is_swept
// why: nothing is left in the retired slot
// mode: write
// params: workspace, name
CYPHER 25
MATCH (i:VectorIndex {workspace: $workspace, name: $name})
REMOVE i.retired

// name: unbuilt
// why: nodes that have a vector in the slot in use and none in the one that is built, with the text it is made of; only what its folder allows to be looked at now
// mode: read
// params: workspace, label, slot, after, limit
// internal: the one who embeds works for every reader of the workspace
CYPHER 25
WITH $label AS label
CALL (label) {
  WITH label WHERE label = 'Passage'
  MATCH (n:Passage)
  USING INDEX SEEK n:Passage(id)
  WHERE n.id > $after AND n.workspace = $workspace
    AND CASE $slot WHEN 'a' THEN n.embedding IS NULL AND n.embedding_b IS NOT NULL
      ELSE n.embedding_b IS NULL AND n.embedding IS NOT NULL END
    AND EXISTS { (n)<-[:HAS_PASSAGE]-(:Document)-[:IN]->(f:Folder) WHERE f.rung <> 'nothing' AND NOT coalesce(f.held, false) }
  RETURN n ORDER BY n.id LIMIT $limit
  UNION ALL
  WITH label WHERE label = 'Card'
  MATCH (n:Card)
  USING INDEX SEEK n:Card(id)
  WHERE n.id > $after AND n.workspace = $workspace
    AND CASE $slot WHEN 'a' THEN n.embedding IS NULL AND n.embedding_b IS NOT NULL
      ELSE n.embedding_b IS NULL AND n.embedding IS NOT NULL END
    AND EXISTS { (n)<-[:HAS_CARD]-(:Document)-[:IN]->(f:Folder) WHERE f.rung IN ['gist', 'facts'] AND NOT coalesce(f.held, false) }
  RETURN n ORDER BY n.id LIMIT $limit
  UNION ALL
  WITH label WHERE label = 'Pointer'
  MATCH (n:Pointer)
  USING INDEX SEEK n:Pointer(id)
  WHERE n.id > $after AND n.workspace = $workspace
    AND CASE $slot WHEN 'a' THEN n.embedding IS NULL AND n.embedding_b IS NOT NULL
      ELSE n.embedding_b IS NULL AND n.embedding IS NOT NULL END
    AND EXISTS { (n)-[:POINTS_TO]->(:Document)-[:IN]->(f:Folder) WHERE f.rung = 'facts' AND NOT coalesce(f.held, false) }
  RETURN n ORDER BY n.id LIMIT $limit
  UNION ALL
  WITH label WHERE label = 'Fact'
  MATCH (n:Fact)
  USING INDEX SEEK n:Fact(id)
  WHERE n.id > $after AND n.workspace = $workspace
    AND CASE $slot WHEN 'a' THEN n.embedding IS NULL AND n.embedding_b IS NOT NULL
      ELSE n.embedding_b IS NULL AND n.embedding IS NOT NULL END
    AND EXISTS { (n)-[:EVIDENCE]->(:Document)-[:IN]->(f:Folder) WHERE f.rung = 'facts' AND NOT coalesce(f.held, false) }
  RETURN n ORDER BY n.id LIMIT $limit
}
RETURN n.id AS id, label, n.text AS text, n.context AS context

// name: sweep_slot
// why: takes the vectors of a slot that is not in use from some nodes; one that has none in the slot in use waits for it
// mode: write
// params: workspace, label, slot, wait, after, limit
CYPHER 25
WITH $label AS label
CALL (label) {
  WITH label WHERE label = 'Passage'
  MATCH (n:Passage)
  USING INDEX SEEK n:Passage(id)
  WHERE n.id > $after AND n.workspace = $workspace
    AND CASE $slot WHEN 'a' THEN n.embedding ELSE n.embedding_b END IS NOT NULL
  RETURN n ORDER BY n.id LIMIT $limit
  UNION ALL
  WITH label WHERE label = 'Card'
  MATCH (n:Card)
  USING INDEX SEEK n:Card(id)
  WHERE n.id > $after AND n.workspace = $workspace
    AND CASE $slot WHEN 'a' THEN n.embedding ELSE n.embedding_b END IS NOT NULL
  RETURN n ORDER BY n.id LIMIT $limit
  UNION ALL
  WITH label WHERE label = 'Pointer'
  MATCH (n:Pointer)
  USING INDEX SEEK n:Pointer(id)
  WHERE n.id > $after AND n.workspace = $workspace
    AND CASE $slot WHEN 'a' THEN n.embedding ELSE n.embedding_b END IS NOT NULL
  RETURN n ORDER BY n.id LIMIT $limit
  UNION ALL
  WITH label WHERE label = 'Fact'
  MATCH (n:Fact)
  USING INDEX SEEK n:Fact(id)
  WHERE n.id > $after AND n.workspace = $workspace
    AND CASE $slot WHEN 'a' THEN n.embedding ELSE n.embedding_b END IS NOT NULL
  RETURN n ORDER BY n.id LIMIT $limit
}
FOREACH (_ IN CASE $slot WHEN 'a' THEN [1] ELSE [] END | REMOVE n.embedding)
FOREACH (_ IN CASE $slot WHEN 'b' THEN [1] ELSE [] END | REMOVE n.embedding_b)
FOREACH (_ IN CASE WHEN $wait AND n.embedding IS NULL AND n.embedding_b IS NULL THEN [1] ELSE [] END |
  SET n:Unembedded, n.waiting = label)
RETURN max(n.id) AS last

// name: built_counts
// why: how many nodes have a vector in each slot, for who waits for the new one
// mode: read
// params: workspace
// internal: counts of the whole workspace, for the one who runs it
CYPHER 25
CALL () {
  MATCH (n:Passage {workspace: $workspace}) USING INDEX SEEK n:Passage(workspace)
  RETURN 'passages' AS name, count(n.embedding) AS a, count(n.embedding_b) AS b
  UNION ALL
  MATCH (n:Card {workspace: $workspace}) USING INDEX SEEK n:Card(workspace)
  RETURN 'passages' AS name, count(n.embedding) AS a, count(n.embedding_b) AS b
  UNION ALL
  MATCH (n:Pointer {workspace: $workspace}) USING INDEX SEEK n:Pointer(workspace)
  RETURN 'memory' AS name, count(n.embedding) AS a, count(n.embedding_b) AS b
  UNION ALL
  MATCH (n:Fact {workspace: $workspace}) USING INDEX SEEK n:Fact(workspace)
  RETURN 'memory' AS name, count(n.embedding) AS a, count(n.embedding_b) AS b
}
RETURN name, sum(a) AS a, sum(b) AS b
