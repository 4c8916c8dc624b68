// name: rebuild_open
// why: documents that a rebuild took down and that are not made anew yet: at nothing, and yet with a path
// mode: read
// params: workspace
// internal: belongs to the one who rebuilds
CYPHER 25
MATCH (d:Document)
USING INDEX SEEK d:Document(workspace, path_hash)
WHERE d.workspace = $workspace AND d.path_hash >= '' AND d.rung = 'nothing' AND d.path IS NOT NULL
RETURN count(d) AS found

// name: rebuild_unmade
// why: facts that are still to be written after a rebuild
// mode: read
// params: workspace
// internal: belongs to the one who rebuilds
CYPHER 25
MATCH (j:Job {workspace: $workspace})
USING INDEX SEEK j:Job(workspace)
WHERE j.kind = 'extract' AND j.state <> 'failed'
RETURN count(j) AS found

// name: rebuild_stage
// why: how far a rebuild came, so that the next one goes on
// mode: read
// params: workspace
// internal: belongs to the one who rebuilds
CYPHER 25
MATCH (w:Workspace {name: $workspace})
RETURN w.rebuild AS stage

// name: set_rebuild_stage
// why: taking is done, or all of it is
// mode: write
// params: workspace, stage
CYPHER 25
MERGE (w:Workspace {name: $workspace})
ON CREATE SET w.workspace = $workspace
SET w.rebuild = $stage

// name: rebuild_next
// why: some of the documents that are still to be taken down
// mode: read
// params: workspace, limit
// internal: belongs to the one who rebuilds
CYPHER 25
MATCH (d:Document)
USING INDEX SEEK d:Document(workspace, path_hash)
WHERE d.workspace = $workspace AND d.path_hash >= '' AND d.rung <> 'nothing' AND d.content_hash IS NOT NULL
RETURN d.id AS id LIMIT $limit

// name: rebuild_documents
// why: these documents are as if they had not been read yet; what they are and which extractions cover them stays
// mode: write
// params: ids
CYPHER 25
UNWIND $ids AS id
MATCH (d:Document {id: id})
SET d.rung = 'nothing'
WITH d
CALL (d) {
  MATCH (d)-[had:HAS_PASSAGE]->(p:Passage)
  DELETE had
  CREATE (d)-[:STAGES]->(p)
}
CALL (d) {
  MATCH (d)-[:HAS_CARD]->(c:Card)
  DETACH DELETE c
}
CALL (d) {
  MATCH (d)<-[:POINTS_TO]-(p:Pointer)
  DETACH DELETE p
}

// name: rebuild_said
// why: facts that only these documents say wait as tombstones, so that the time of recording and what was judged of them comes back
// mode: write
// params: ids
CYPHER 25
UNWIND $ids AS id
MATCH (:Document {id: id})<-[said:EVIDENCE]-(n)
DELETE said
WITH DISTINCT n
WHERE NOT EXISTS { (n)-[:EVIDENCE]->() }
REMOVE n:Fact:Unembedded:Retracted, n.embedding, n.embedding_b, n.terms, n.waiting
SET n:Tombstone, n.retired_reason = 'rebuild'
WITH n
CALL (n) {
  OPTIONAL MATCH (n)-[end:SUBJECT|OBJECT]->()
  DELETE end
}
CALL (n) {
  OPTIONAL MATCH (n)<-[by:CORRECTS]-()
  DELETE by
}
CALL (n) {
  OPTIONAL MATCH (n)-[link:SUPERSEDES {by: 'rule'}]-()
  DELETE link
}
CALL (n) {
  OPTIONAL MATCH ()-[hop:RELATION {fact: n.id}]->()
  DELETE hop
}

// name: rebuild_facts
// why: facts that no document says
// mode: write
// params: workspace, limit
CYPHER 25
MATCH (n:Fact {workspace: $workspace})
USING INDEX SEEK n:Fact(workspace)
WITH n LIMIT $limit
REMOVE n:Fact:Unembedded, n.embedding, n.embedding_b, n.terms, n.waiting
SET n:Tombstone, n.retired_reason = 'rebuild'
WITH n
CALL (n) {
  OPTIONAL MATCH (n)-[end:SUBJECT|OBJECT|EVIDENCE]->()
  DELETE end
}
CALL (n) {
  OPTIONAL MATCH (n)-[link:SUPERSEDES {by: 'rule'}]-()
  DELETE link
}
CALL (n) {
  OPTIONAL MATCH ()-[hop:RELATION {fact: n.id}]->()
  DELETE hop
}
RETURN count(n) AS found

// name: rebuild_retracted
// why: what corrections keep out and no document says
// mode: write
// params: workspace, limit
CYPHER 25
MATCH (t:Retracted {workspace: $workspace})
USING INDEX SEEK t:Retracted(workspace)
WITH t LIMIT $limit
REMOVE t:Retracted
SET t.retired_reason = 'rebuild'
WITH t
CALL (t) {
  OPTIONAL MATCH (t)-[end:SUBJECT|OBJECT|EVIDENCE]->()
  DELETE end
}
CALL (t) {
  OPTIONAL MATCH (t)<-[by:CORRECTS]-()
  DELETE by
}
RETURN count(t) AS found

// name: rebuild_passages
// why: text that no reader finds, and text of nothing
// mode: write
// params: workspace, limit
CYPHER 25
MATCH (p:Passage {workspace: $workspace})
USING INDEX SEEK p:Passage(workspace)
WITH p LIMIT $limit
DETACH DELETE p
RETURN count(*) AS found

// name: rebuild_cards
// why: cards of nothing
// mode: write
// params: workspace, limit
CYPHER 25
MATCH (c:Card {workspace: $workspace})
USING INDEX SEEK c:Card(workspace)
WITH c LIMIT $limit
DETACH DELETE c
RETURN count(*) AS found

// name: rebuild_pointers
// why: lines in memory of nothing
// mode: write
// params: workspace, limit
CYPHER 25
MATCH (p:Pointer {workspace: $workspace})
USING INDEX SEEK p:Pointer(workspace)
WITH p LIMIT $limit
DETACH DELETE p
RETURN count(*) AS found

// name: rebuild_entities
// why: things come back with those who speak of them; what a standing correction speaks of stays
// mode: write
// params: workspace, limit
CYPHER 25
MATCH (e:Entity {workspace: $workspace})
USING INDEX SEEK e:Entity(workspace)
WHERE NOT EXISTS { (e)<-[:MENTIONS]-(:Correction) }
WITH e LIMIT $limit
DETACH DELETE e
RETURN count(*) AS found

// name: rebuild_brought_entities
// why: of a thing that a correction brought in nothing stays but that
// mode: write
// params: workspace
CYPHER 25
MATCH (c:Correction {workspace: $workspace})
USING INDEX SEEK c:Correction(workspace)
MATCH (c)-[own:MENTIONS]->(e:Entity)
WITH DISTINCT e, own
SET e.name = own.name
WITH DISTINCT e
CALL (e) {
  MATCH (e)-[r:RELATION]-()
  DELETE r
}
CALL (e) {
  MATCH (e)<-[m:MENTIONS]-(:Document)
  DELETE m
}

// name: rebuild_values
// why: objects come back with the facts that have them; what a standing correction brought in stays
// mode: write
// params: workspace, limit
CYPHER 25
MATCH (v:Value {workspace: $workspace})
USING INDEX SEEK v:Value(workspace)
WHERE NOT EXISTS { (v)<-[:OBJECT]-(:Correction) }
WITH v LIMIT $limit
DETACH DELETE v
RETURN count(*) AS found

// name: rebuild_names
// why: names come back with those who teach them; what a standing correction teaches stays
// mode: write
// params: workspace, limit
CYPHER 25
MATCH (n:Name)
USING INDEX SEEK n:Name(workspace, key)
WHERE n.workspace = $workspace AND n.key >= '' AND NOT EXISTS {
  MATCH (n)-[:NAMES]->(:Entity)<-[m:MENTIONS]-(:Correction) WHERE n.key IN m.keys
}
WITH n LIMIT $limit
DETACH DELETE n
RETURN count(*) AS found

// name: rebuild_taught
// why: a name that a standing correction teaches leads where that says, and nowhere else
// mode: write
// params: workspace
CYPHER 25
MATCH (n:Name)
USING INDEX SEEK n:Name(workspace, key)
WHERE n.workspace = $workspace AND n.key >= ''
MATCH (n)-[x:NAMES]->(e:Entity)
WHERE NOT EXISTS {
  MATCH (e)<-[m:MENTIONS]-(:Correction) WHERE n.key IN m.keys AND m.audience = x.audience
}
DELETE x

// name: rebuild_leftovers
// why: what nothing says after all was damage
// mode: write
// params: workspace, limit
CYPHER 25
MATCH (t:Tombstone {workspace: $workspace})
USING INDEX SEEK t:Tombstone(workspace)
WHERE t.retired_reason = 'rebuild'
WITH t LIMIT $limit
DETACH DELETE t
RETURN count(*) AS found
