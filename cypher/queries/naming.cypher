// name: named_by
// why: what the facts of documents are about, with the name keys each teaches
// mode: read
// params: workspace, documents
// internal: belongs to the one who syncs
CYPHER 25
UNWIND $documents AS document
MATCH (d:Document {id: document})-[m:MENTIONS]->(e:Entity)
WHERE d.workspace = $workspace AND m.by = 'facts'
RETURN document, e.id AS id, m.name AS name, m.kind AS kind, m.keys AS keys
ORDER BY document, id

// name: documents_naming
// why: the documents whose facts are about these things, with the name keys each teaches
// mode: read
// params: workspace, entities
// internal: belongs to the one who syncs
CYPHER 25
UNWIND $entities AS entity
MATCH (e:Entity {id: entity})<-[m:MENTIONS]-(d:Document)
WHERE d.workspace = $workspace AND m.by = 'facts'
RETURN d.id AS document, e.id AS entity, m.keys AS keys
ORDER BY document, entity

// name: documents_to_queue
// why: what the work on these documents is known by
// mode: read
// params: workspace, ids
// internal: belongs to the one who syncs
CYPHER 25
UNWIND $ids AS id
MATCH (d:Document {id: id})
WHERE d.workspace = $workspace AND d.rung = 'facts'
RETURN d.id AS id, d.content_hash AS content_hash, d.root AS root, d.path_key AS path_key
