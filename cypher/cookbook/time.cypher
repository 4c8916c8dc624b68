// name: wishes
// why: what was asked for or planned, the latest first
// mode: read
// params: workspace, audiences
CYPHER 25
MATCH (n:Fact {workspace: $workspace})
USING INDEX SEEK n:Fact(workspace)
WHERE n.audience IN $audiences AND n.modality IN ['requested', 'planned'] AND EXISTS {
  (n)-[:EVIDENCE]->(:Document)-[:IN]->(f:Folder) WHERE f.rung = 'facts' AND f.audience IN $audiences
}
RETURN n.said_at AS said, n.text AS fact
ORDER BY said DESC, fact LIMIT 100

// name: changes
// why: what replaced what, the latest first
// mode: read
// params: workspace, audiences
CYPHER 25
MATCH (newer:Fact {workspace: $workspace})-[s:SUPERSEDES]->(older:Fact)
USING INDEX SEEK newer:Fact(workspace)
WHERE newer.audience IN $audiences AND older.audience IN $audiences
  AND EXISTS {
    (newer)-[:EVIDENCE]->(:Document)-[:IN]->(f:Folder) WHERE f.rung = 'facts' AND f.audience IN $audiences
  }
  AND EXISTS {
    (older)-[:EVIDENCE]->(:Document)-[:IN]->(g:Folder) WHERE g.rung = 'facts' AND g.audience IN $audiences
  }
RETURN newer.valid_from AS since, newer.text AS now, older.text AS before, s.by AS by
ORDER BY since DESC, now LIMIT 100
