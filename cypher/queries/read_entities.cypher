// name: read_entities_named
// why: what these names lead to for one reader; a thing without a readable fact or document is not there
// mode: read
// params: workspace, audiences, project_from, project_to, keys, most
CYPHER 25
UNWIND $keys AS key
MATCH (name:Name {workspace: $workspace, key: key})
USING INDEX SEEK name:Name(workspace, key)
MATCH (name)-[named:NAMES]->(e:Entity)
WHERE named.audience IN coalesce($audiences, [])
WITH DISTINCT e
CALL (e) {
  MATCH (e)<-[:SUBJECT|OBJECT]-(n:Fact)
  WHERE n.audience IN $audiences AND n.project >= $project_from AND n.project <= $project_to AND EXISTS {
    (n)-[:EVIDENCE]->(:Document)-[:IN]->(f:Folder) WHERE f.rung = 'facts' AND f.audience IN $audiences
  }
  WITH DISTINCT n LIMIT $most
  RETURN count(n) AS facts
}
CALL (e) {
  MATCH (e)<-[:MENTIONS]-(d:Document)-[:IN]->(f:Folder)
  WHERE f.rung IN ['gist', 'facts'] AND f.audience IN $audiences
    AND f.project >= $project_from AND f.project <= $project_to
  WITH DISTINCT d LIMIT $most
  RETURN count(d) AS documents
}
WITH e, facts, documents WHERE facts + documents > 0
CALL (e) {
  MATCH (e)<-[named:NAMES]-(other:Name)
  WHERE named.audience IN $audiences
  WITH DISTINCT coalesce(named.name, other.key) AS name, other.key AS key LIMIT 200
  ORDER BY name
  RETURN collect({name: name, key: key}) AS names
}
RETURN e.id AS id, e.key AS key, e.name AS name, e.kind AS kind, names, facts, documents
ORDER BY facts DESC, documents DESC, id

// name: read_names_near
// why: candidates for "did you mean", by how their key begins; only names of what is there for the reader
// mode: read
// params: workspace, audiences, prefixes, limit
CYPHER 25
UNWIND $prefixes AS prefix
CALL (prefix) {
  MATCH (name:Name)
  USING INDEX SEEK name:Name(workspace, key)
  WHERE name.workspace = $workspace AND name.key STARTS WITH prefix
  MATCH (name)-[named:NAMES]->(e:Entity)
  WHERE named.audience IN coalesce($audiences, []) AND (
    EXISTS {
      (e)<-[:MENTIONS]-(:Document)-[:IN]->(f:Folder) WHERE f.rung IN ['gist', 'facts'] AND f.audience IN $audiences
    } OR EXISTS {
      (e)<-[:SUBJECT|OBJECT]-(n:Fact)-[:EVIDENCE]->(:Document)-[:IN]->(f:Folder)
      WHERE n.audience IN $audiences AND f.rung = 'facts' AND f.audience IN $audiences
    }
  )
  RETURN name.key AS key, min(coalesce(named.name, name.key)) AS name LIMIT $limit
}
RETURN DISTINCT key, name ORDER BY key

// name: read_entities
// why: the list of entities that exist for one reader
// mode: read
// params: workspace, audiences, project_from, project_to, most, limit, offset
CYPHER 25
MATCH (e:Entity)
WHERE e.workspace = $workspace
CALL (e) {
  MATCH (e)<-[:SUBJECT|OBJECT]-(n:Fact)
  WHERE n.audience IN coalesce($audiences, []) AND n.project >= $project_from AND n.project <= $project_to
    AND EXISTS {
      (n)-[:EVIDENCE]->(:Document)-[:IN]->(f:Folder) WHERE f.rung = 'facts' AND f.audience IN $audiences
    }
  WITH DISTINCT n LIMIT $most
  RETURN count(n) AS facts
}
CALL (e) {
  MATCH (e)<-[:MENTIONS]-(d:Document)-[:IN]->(f:Folder)
  WHERE f.rung IN ['gist', 'facts'] AND f.audience IN coalesce($audiences, [])
    AND f.project >= $project_from AND f.project <= $project_to
  WITH DISTINCT d LIMIT $most
  RETURN count(d) AS documents
}
WITH e, facts, documents WHERE facts + documents > 0
ORDER BY facts DESC, documents DESC, e.key SKIP $offset LIMIT $limit
CALL (e) {
  MATCH (e)<-[named:NAMES]-(other:Name)
  WHERE named.audience IN $audiences
  WITH DISTINCT coalesce(named.name, other.key) AS name, other.key AS key LIMIT 200
  ORDER BY name
  RETURN collect({name: name, key: key}) AS names
}
RETURN e.key AS key, e.name AS name, e.kind AS kind, names, facts, documents
ORDER BY facts DESC, documents DESC, key

// name: read_related
// why: the things around an entity, by the facts that join them
// mode: read
// params: workspace, audiences, project_from, project_to, entity, limit
CYPHER 25
MATCH (e:Entity {id: $entity})
WHERE e.workspace = $workspace
CALL (e) {
  MATCH (e)<-[:SUBJECT|OBJECT]-(n:Fact)
  WHERE n.audience IN coalesce($audiences, []) AND n.project >= $project_from AND n.project <= $project_to
    AND EXISTS {
      (n)-[:EVIDENCE]->(:Document)-[:IN]->(f:Folder) WHERE f.rung = 'facts' AND f.audience IN $audiences
    }
  WITH DISTINCT n LIMIT 1000
  MATCH (n)-[:SUBJECT|OBJECT]->(other:Entity)
  WHERE other <> e
  RETURN other, collect(DISTINCT n.relation) AS relations, count(DISTINCT n) AS facts
  ORDER BY facts DESC, other.id LIMIT $limit
}
CALL (other) {
  MATCH (other)<-[named:NAMES]-(name:Name)
  WHERE named.audience IN $audiences
  WITH DISTINCT coalesce(named.name, name.key) AS name, name.key AS key LIMIT 200
  ORDER BY name
  RETURN collect({name: name, key: key}) AS names
}
RETURN other.key AS key, other.name AS name, other.kind AS kind, names, relations, facts
ORDER BY facts DESC, key

// name: read_entity_documents
// why: the documents that mention an entity, or that facts about it rest on
// mode: read
// params: workspace, audiences, project_from, project_to, entity, limit
CYPHER 25
MATCH (e:Entity {id: $entity})
WHERE e.workspace = $workspace
CALL (e) {
  MATCH (e)<-[:MENTIONS]-(d:Document)-[:IN]->(f:Folder)
  WHERE f.rung IN ['gist', 'facts'] AND f.audience IN coalesce($audiences, [])
    AND f.project >= $project_from AND f.project <= $project_to
  RETURN d, null AS n LIMIT 1000
  UNION
  MATCH (e)<-[:SUBJECT|OBJECT]-(n:Fact)-[:EVIDENCE]->(d:Document)-[:IN]->(f:Folder)
  WHERE n.audience IN coalesce($audiences, []) AND n.project >= $project_from AND n.project <= $project_to
    AND f.rung = 'facts' AND f.audience IN $audiences
  RETURN d, n LIMIT 2000
}
WITH d, count(DISTINCT n) AS facts
ORDER BY facts DESC, d.dated DESC, d.path LIMIT $limit
RETURN d.path AS path, d.title AS title, d.about AS about, d.dated AS dated, facts
