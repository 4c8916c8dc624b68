// name: hold_entities
// why: makes and locks things in order of id, so that two writers meet in one order and no orphan check is overtaken
// mode: write
// params: workspace, rows
CYPHER 25
// No SET here reads the property it sets: such a SET first takes the node's group lock and then waits for the node,
// while the holder of the node waits for the group lock to make a relationship.
UNWIND $rows AS row
MERGE (e:Entity {id: row.id})
ON CREATE SET e.workspace = $workspace, e.key = row.key, e.name = row.name, e.kind = row.kind
SET e.lock = true
REMOVE e.lock
WITH e, row WHERE e.kind = 'thing' AND row.kind <> 'thing'
SET e.kind = row.kind

// name: hold_values
// why: makes and locks objects that are no entity, in order of id
// mode: write
// params: workspace, rows
CYPHER 25
UNWIND $rows AS row
MERGE (v:Value {id: row.id})
ON CREATE SET v.workspace = $workspace, v.kind = row.kind, v.key = row.key, v.text = row.text
SET v.lock = true
REMOVE v.lock

// name: hold_names
// why: makes and locks name keys in order
// mode: write
// params: workspace, keys
CYPHER 25
UNWIND $keys AS key
MERGE (n:Name {workspace: $workspace, key: key})
SET n.lock = true
REMOVE n.lock

// name: mentions_held
// why: who these documents mention, by their card or by their facts
// mode: read
// params: documents, by
// internal: read inside of a write, on which it decides
CYPHER 25
UNWIND $documents AS document
MATCH (d:Document {id: document})-[m:MENTIONS]->(e:Entity)
WHERE m.by IN $by
RETURN document, m {.by, .name, .kind, .keys, .audience} AS mention, e {.id, .key, .name, .kind} AS entity

// name: create_mentions
// why: a document mentions a thing under these name keys; both are locked, and MERGE would lock too much of them
// mode: write
// params: rows, by
CYPHER 25
UNWIND $rows AS row
MATCH (d:Document {id: row.document})
MATCH (e:Entity {id: row.entity})
CREATE (d)-[:MENTIONS {by: $by, name: row.name, kind: row.kind, keys: row.keys, audience: row.audience}]->(e)

// name: update_mentions
// why: a document mentions a thing under other names, or for other readers
// mode: write
// params: rows, by
CYPHER 25
UNWIND $rows AS row
MATCH (d:Document {id: row.document})-[m:MENTIONS {by: $by}]->(e:Entity {id: row.entity})
SET m.name = row.name, m.kind = row.kind, m.keys = row.keys, m.audience = row.audience

// name: delete_mentions
// why: a document does not mention a thing any more
// mode: write
// params: rows, by
CYPHER 25
UNWIND $rows AS row
MATCH (d:Document {id: row.document})-[m:MENTIONS {by: $by}]->(e:Entity {id: row.entity})
DELETE m

// name: teach_names
// why: a name leads to a thing for the readers of a document that uses it so; both are locked
// mode: write
// params: workspace, rows
CYPHER 25
UNWIND $rows AS row
MATCH (n:Name {workspace: $workspace, key: row.key})
MATCH (e:Entity {id: row.entity})
WITH n, e, row WHERE NOT EXISTS { (n)-[:NAMES {audience: row.audience}]->(e) }
CREATE (n)-[:NAMES {audience: row.audience, name: row.name}]->(e)

// name: drop_untaught_names
// why: a name stops leading to a thing when the last document that taught it to these readers is gone
// mode: write
// params: workspace, rows
CYPHER 25
UNWIND $rows AS row
MATCH (n:Name {workspace: $workspace, key: row.key})-[x:NAMES {audience: row.audience}]->(e:Entity {id: row.entity})
WHERE NOT EXISTS {
  MATCH (e)<-[m:MENTIONS]-()
  WHERE m.audience = row.audience AND row.key IN m.keys
}
DELETE x

// name: drop_orphan_entities
// why: a thing that nothing refers to is gone; tells which names led to it
// mode: write
// params: ids
CYPHER 25
UNWIND $ids AS id
MATCH (e:Entity {id: id})
WHERE NOT EXISTS { (e)<-[:SUBJECT|OBJECT|MENTIONS]-() }
OPTIONAL MATCH (n:Name)-[:NAMES]->(e)
WITH e, collect(n.key) AS keys
DETACH DELETE e
RETURN keys

// name: rename_entities
// why: a thing is not called by a spelling that no remaining document uses
// mode: write
// params: ids
CYPHER 25
UNWIND $ids AS id
MATCH (e:Entity {id: id})
WHERE NOT EXISTS { MATCH (e)<-[m:MENTIONS]-() WHERE m.name = e.name }
CALL (e) {
  MATCH (e)<-[m:MENTIONS]-()
  RETURN m.name AS name LIMIT 1
}
SET e.name = name

// name: drop_orphan_values
// why: an object that no fact has is gone
// mode: write
// params: ids
CYPHER 25
UNWIND $ids AS id
MATCH (v:Value {id: id})
WHERE NOT EXISTS { (v)<-[:OBJECT]-() }
DETACH DELETE v

// name: drop_unused_names
// why: a name that leads nowhere is gone
// mode: write
// params: workspace, keys
CYPHER 25
UNWIND $keys AS key
MATCH (n:Name {workspace: $workspace, key: key})
WHERE NOT EXISTS { (n)-[:NAMES]->() }
DETACH DELETE n

// name: entities_named
// why: the things each name leads to for readers of these audiences, with every name key they may know
// mode: read
// params: workspace, keys, audiences
CYPHER 25
UNWIND $keys AS key
MATCH (n:Name {workspace: $workspace, key: key})
USING INDEX SEEK n:Name(workspace, key)
MATCH (n)-[x:NAMES]->(e:Entity)
WHERE x.audience IN coalesce($audiences, [])
WITH DISTINCT key, e
CALL (e) {
  MATCH (e)<-[x:NAMES]-(n:Name)
  WHERE x.audience IN coalesce($audiences, [])
  WITH n.key AS known, x.name AS name ORDER BY known, name
  RETURN collect(DISTINCT known) AS keys, collect(name) AS names
}
RETURN key, e.id AS id, CASE WHEN e.name IN names THEN e.name ELSE names[0] END AS name, e.kind AS kind, keys
ORDER BY key, id
