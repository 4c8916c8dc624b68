// name: read_corrections
// why: what people corrected, latest first, for who may read where its fact stood, or where what it keeps out stands
// mode: read
// params: workspace, audiences, project_from, project_to, limit, offset
CYPHER 25
MATCH (c:Correction {workspace: $workspace})
USING INDEX SEEK c:Correction(workspace)
WHERE c.audience IN coalesce($audiences, []) AND c.project >= $project_from AND c.project <= $project_to
  AND (
    EXISTS {
      (f:Folder) WHERE f.workspace = c.workspace AND f.key IN c.folders AND f.rung <> 'nothing'
        AND f.audience IN $audiences
    } OR EXISTS {
      (c)-[:CORRECTS]->(:Tombstone)-[:EVIDENCE]->(:Document)-[:IN]->(f:Folder)
      WHERE f.rung <> 'nothing' AND f.audience IN $audiences
    }
  )
WITH c ORDER BY c.order DESC SKIP $offset LIMIT $limit
RETURN c {.id, .kind, .fact, .by, .at, .reason, .change, .undone_by, .undone_at} AS correction, COLLECT {
  MATCH (c)-[:CORRECTS]->(n:Tombstone)
  WHERE n.audience IN $audiences AND EXISTS {
    (n)-[:EVIDENCE]->(:Document)-[:IN]->(f:Folder) WHERE f.rung <> 'nothing' AND f.audience IN $audiences
  }
  RETURN n.id AS id ORDER BY id
} AS holds_back
ORDER BY c.order DESC

// name: read_correction_ids_beginning
// why: people type the first letters of an id
// mode: read
// params: workspace, audiences, beginning
CYPHER 25
MATCH (c:Correction)
USING INDEX SEEK c:Correction(id)
WHERE c.id STARTS WITH $beginning AND c.workspace = $workspace AND c.audience IN coalesce($audiences, [])
  AND (
    EXISTS {
      (f:Folder) WHERE f.workspace = c.workspace AND f.key IN c.folders AND f.rung <> 'nothing'
        AND f.audience IN $audiences
    } OR EXISTS {
      (c)-[:CORRECTS]->(:Tombstone)-[:EVIDENCE]->(:Document)-[:IN]->(f:Folder)
      WHERE f.rung <> 'nothing' AND f.audience IN $audiences
    }
  )
RETURN c.id AS id ORDER BY id LIMIT 2
