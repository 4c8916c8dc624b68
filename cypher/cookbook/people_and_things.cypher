// name: entities
// why: what is known most about, with the number of facts behind it
// mode: read
// params: workspace, audiences
CYPHER 25
MATCH (n:Fact {workspace: $workspace})-[:SUBJECT|OBJECT]->(e:Entity)
WHERE n.audience IN $audiences AND EXISTS {
  (n)-[:EVIDENCE]->(:Document)-[:IN]->(f:Folder) WHERE f.rung = 'facts' AND f.audience IN $audiences
}
RETURN e.name AS name, e.kind AS kind, count(DISTINCT n) AS facts
ORDER BY facts DESC, name LIMIT 100

// name: pairs
// why: which things are tied to each other by most facts
// mode: read
// params: workspace, audiences
CYPHER 25
MATCH (n:Fact {workspace: $workspace})
WHERE n.audience IN $audiences AND EXISTS {
  (n)-[:EVIDENCE]->(:Document)-[:IN]->(f:Folder) WHERE f.rung = 'facts' AND f.audience IN $audiences
}
MATCH (n)-[:SUBJECT]->(one:Entity), (n)-[:OBJECT]->(other:Entity)
RETURN one.name AS one, other.name AS other, collect(DISTINCT n.relation)[..5] AS relations, count(n) AS facts
ORDER BY facts DESC, one, other LIMIT 100
