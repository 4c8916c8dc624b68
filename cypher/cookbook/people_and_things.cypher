// name: entities
// why: what is known most about, with the number of facts behind it
// mode: read
// params: workspace, audiences
CYPHER 25
MATCH (n:Fact {workspace: $workspace})-[end:SUBJECT|OBJECT]->(e:Entity)
USING INDEX SEEK n:Fact(workspace)
WHERE n.audience IN $audiences AND EXISTS {
  (n)-[:EVIDENCE]->(:Document)-[:IN]->(f:Folder) WHERE f.rung = 'facts' AND f.audience IN $audiences
}
WITH e, min(CASE type(end) WHEN 'SUBJECT' THEN n.subject ELSE n.object END) AS name, count(DISTINCT n) AS facts
RETURN name, e.kind AS kind, facts
ORDER BY facts DESC, name LIMIT 100

// name: pairs
// why: which things are tied to each other by most facts
// mode: read
// params: workspace, audiences
CYPHER 25
MATCH (n:Fact {workspace: $workspace})
USING INDEX SEEK n:Fact(workspace)
WHERE n.audience IN $audiences AND EXISTS {
  (n)-[:EVIDENCE]->(:Document)-[:IN]->(f:Folder) WHERE f.rung = 'facts' AND f.audience IN $audiences
}
MATCH (n)-[:SUBJECT]->(one:Entity), (n)-[:OBJECT]->(other:Entity)
WITH one, other, min(n.subject) AS subject, min(n.object) AS object, collect(DISTINCT n.relation)[..5] AS relations,
  count(n) AS facts
RETURN subject AS one, object AS other, relations, facts
ORDER BY facts DESC, one, other LIMIT 100
