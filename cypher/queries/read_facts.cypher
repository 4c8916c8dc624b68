// name: read_facts
// why: facts by id as one reader sees them, with the passages their quotes lie in
// mode: read
// params: workspace, audiences, ids, quotes
CYPHER 25
UNWIND $ids AS id
MATCH (n:Fact {id: id})
WHERE n.workspace = $workspace AND n.audience IN coalesce($audiences, [])
CALL (n) {
  MATCH (n)-[ev:EVIDENCE]->(d:Document)-[:IN]->(f:Folder)
  WHERE f.rung = 'facts' AND f.audience IN $audiences
  WITH ev, d ORDER BY ev.said_at IS NULL, ev.said_at DESC, d.path, ev.start LIMIT $quotes
  CALL (ev, d) {
    OPTIONAL MATCH (p:Passage {id: ev.passage})
    CALL (ev, d, p) {
      WITH ev, d, p WHERE ev.end > p.end
      MATCH (d)-[:HAS_PASSAGE]->(next:Passage)
      WHERE next.start > p.start AND next.start < ev.end
      RETURN collect(next {.start, .end, .text}) AS further
      UNION ALL
      WITH ev, d, p WHERE p IS NOT NULL AND ev.end <= p.end
      RETURN [] AS further
    }
    RETURN collect(p {.start, .end, .text}) + coalesce(head(collect(further)), []) AS passages
  }
  WITH ev, d, passages ORDER BY ev.said_at IS NULL, ev.said_at DESC, d.path, ev.start
  RETURN collect({
    path: d.path, title: d.title, start: ev.start, end: ev.end, hash: ev.hash, said_at: ev.said_at,
    passages: passages
  }) AS evidence
}
WITH n, evidence WHERE size(evidence) > 0
RETURN n {
    .id, .subject, .relation, .object, .text, .qualifier, .modality, .confidence, .stale, .valid_from, .valid_to,
    .said_at, .recorded_at, .project, .scope, .group
  } AS fact,
  evidence,
  COLLECT {
    MATCH (n)<-[:SUPERSEDES]-(newer:Fact)
    WHERE newer.audience IN $audiences AND EXISTS {
      (newer)-[:EVIDENCE]->(:Document)-[:IN]->(f:Folder) WHERE f.rung = 'facts' AND f.audience IN $audiences
    }
    RETURN newer.id ORDER BY newer.id
  } AS superseded_by,
  COLLECT {
    MATCH (n)-[link:SUPERSEDES|RELATES_TO|FIXES_ISSUE]->(other:Fact)
    WHERE other.audience IN $audiences AND EXISTS {
      (other)-[:EVIDENCE]->(:Document)-[:IN]->(f:Folder) WHERE f.rung = 'facts' AND f.audience IN $audiences
    }
    RETURN {type: type(link), weight: coalesce(link.weight, 1.0), fact: other.id} AS relation ORDER BY other.id
  } AS relations,
  COLLECT {
    MATCH (n)-[put:EVIDENCE]->(:Document)
    WHERE put.correction IS NOT NULL
    RETURN DISTINCT put.correction AS correction ORDER BY correction
  } AS corrections

// name: read_tombstones
// why: facts that left memory, by id: readable where they were written for and where their document is now, or was last
// mode: read
// params: workspace, audiences, ids
CYPHER 25
UNWIND $ids AS id
MATCH (n:Tombstone {id: id})
WHERE n.workspace = $workspace AND n.audience IN coalesce($audiences, [])
  AND (
    EXISTS {
      (:Document {id: n.document})-[:IN]->(f:Folder) WHERE f.rung <> 'nothing' AND f.audience IN $audiences
    } OR NOT EXISTS { (:Document {id: n.document}) } AND EXISTS {
      (f:Folder {workspace: n.workspace, key: n.folder}) WHERE f.rung <> 'nothing' AND f.audience IN $audiences
    }
  )
RETURN n {
    .id, .subject, .relation, .object, .text, .qualifier, .modality, .confidence, .valid_from, .valid_to,
    .said_at, .recorded_at, .project, .scope, .group
  } AS fact,
  n:Retracted AS retracted,
  COLLECT { MATCH (n)<-[:CORRECTS]-(c:Correction) RETURN c.id AS correction ORDER BY correction } AS corrections

// name: read_entity_fact_ids
// why: what is said of an entity and may be read, what still holds and was said last first
// mode: read
// params: workspace, audiences, project_from, project_to, entity, limit
CYPHER 25
MATCH (e:Entity {id: $entity})
WHERE e.workspace = $workspace
MATCH (e)<-[:SUBJECT|OBJECT]-(n:Fact)
WHERE n.audience IN coalesce($audiences, []) AND n.project >= $project_from AND n.project <= $project_to
  AND EXISTS {
    (n)-[:EVIDENCE]->(:Document)-[:IN]->(f:Folder) WHERE f.rung = 'facts' AND f.audience IN $audiences
  }
WITH DISTINCT n
RETURN n.id AS id
ORDER BY n.valid_to IS NOT NULL, n.said_at IS NULL, n.said_at DESC, n.recorded_at DESC, n.id
LIMIT $limit

// name: read_fact_ids
// why: the list of facts, latest recorded first; walks the index of each audience
// mode: read
// params: workspace, audiences, project_from, project_to, stale, limit, offset
CYPHER 25
UNWIND coalesce($audiences, []) AS audience
CALL (audience) {
  MATCH (n:Fact)
  USING INDEX SEEK n:Fact(audience, recorded_at)
  WHERE n.audience = audience AND n.recorded_at IS NOT NULL
  WITH n WHERE n.workspace = $workspace AND n.project >= $project_from AND n.project <= $project_to
    AND ($stale IS NULL OR coalesce(n.stale, false) = $stale)
    AND EXISTS {
      (n)-[:EVIDENCE]->(:Document)-[:IN]->(f:Folder) WHERE f.rung = 'facts' AND f.audience IN $audiences
    }
  RETURN n ORDER BY n.recorded_at DESC, n.id LIMIT $limit + $offset
}
RETURN n.id AS id ORDER BY n.recorded_at DESC, n.id SKIP $offset LIMIT $limit

// name: read_tombstone_ids
// why: the list of what was retired, or of what corrections keep out, latest first
// mode: read
// params: workspace, audiences, project_from, project_to, retracted, limit, offset
CYPHER 25
MATCH (n:Tombstone)
WHERE n.workspace = $workspace AND n.audience IN coalesce($audiences, []) AND (n:Retracted) = $retracted
  AND n.project >= $project_from AND n.project <= $project_to
  AND (
    EXISTS {
      (:Document {id: n.document})-[:IN]->(f:Folder) WHERE f.rung <> 'nothing' AND f.audience IN $audiences
    } OR NOT EXISTS { (:Document {id: n.document}) } AND EXISTS {
      (f:Folder {workspace: n.workspace, key: n.folder}) WHERE f.rung <> 'nothing' AND f.audience IN $audiences
    }
  )
RETURN n.id AS id ORDER BY n.retired_at DESC, n.id SKIP $offset LIMIT $limit

// name: read_fact_ids_beginning
// why: people type the first letters of an id
// mode: read
// params: workspace, audiences, beginning
CYPHER 25
CALL () {
  MATCH (n:Fact)
  USING INDEX SEEK n:Fact(id)
  WHERE n.id STARTS WITH $beginning AND n.workspace = $workspace AND n.audience IN coalesce($audiences, [])
    AND EXISTS {
      (n)-[:EVIDENCE]->(:Document)-[:IN]->(f:Folder) WHERE f.rung = 'facts' AND f.audience IN $audiences
    }
  RETURN n.id AS id LIMIT 2
  UNION ALL
  MATCH (n:Tombstone)
  USING INDEX SEEK n:Tombstone(id)
  WHERE n.id STARTS WITH $beginning AND n.workspace = $workspace AND n.audience IN coalesce($audiences, [])
    AND (
      EXISTS {
        (:Document {id: n.document})-[:IN]->(f:Folder) WHERE f.rung <> 'nothing' AND f.audience IN $audiences
      } OR NOT EXISTS { (:Document {id: n.document}) } AND EXISTS {
        (f:Folder {workspace: n.workspace, key: n.folder}) WHERE f.rung <> 'nothing' AND f.audience IN $audiences
      }
    )
  RETURN n.id AS id LIMIT 2
}
RETURN DISTINCT id ORDER BY id LIMIT 2

// name: read_fact_events
// why: the life of a fact: who said it when, what it replaced, what replaced it, why it was retired
// mode: read
// params: workspace, audiences, id
CYPHER 25
CALL () {
  MATCH (n:Fact {id: $id})-[ev:EVIDENCE]->(d:Document)-[:IN]->(f:Folder)
  WHERE n.workspace = $workspace AND n.audience IN coalesce($audiences, [])
    AND f.rung = 'facts' AND f.audience IN $audiences AND ev.correction IS NULL
  OPTIONAL MATCH (x:Extraction {id: ev.extraction})
  RETURN coalesce(x.recorded_at, n.recorded_at) AS at, coalesce(x.fingerprint, '') AS by, 'said' AS what,
    d.path AS why
  UNION ALL
  MATCH (n:Fact {id: $id})-[ev:EVIDENCE]->(d:Document)-[:IN]->(f:Folder)
  WHERE n.workspace = $workspace AND n.audience IN coalesce($audiences, [])
    AND f.rung = 'facts' AND f.audience IN $audiences AND ev.correction IS NOT NULL
  MATCH (c:Correction {id: ev.correction})
  RETURN c.at AS at, c.by AS by, 'put' AS what, coalesce(c.reason, '') AS why
  UNION ALL
  MATCH (c:Correction {fact: $id})
  WHERE c.workspace = $workspace AND c.audience IN coalesce($audiences, []) AND (
    EXISTS {
      (:Fact {id: $id})-[:EVIDENCE]->(:Document)-[:IN]->(f:Folder) WHERE f.rung = 'facts' AND f.audience IN $audiences
    } OR EXISTS {
      MATCH (n:Tombstone {id: $id}), (:Document {id: n.document})-[:IN]->(f:Folder)
      WHERE f.rung <> 'nothing' AND f.audience IN $audiences
    } OR EXISTS {
      MATCH (n:Tombstone {id: $id}), (f:Folder {workspace: n.workspace, key: n.folder})
      WHERE f.rung <> 'nothing' AND f.audience IN $audiences
    }
  )
  UNWIND [
    {at: c.at, by: c.by, what: CASE c.kind WHEN 'retract' THEN 'retracted' ELSE 'corrected' END},
    {at: c.undone_at, by: c.undone_by, what: 'restored'}
  ] AS event
  WITH c, event WHERE event.at IS NOT NULL
  RETURN event.at AS at, event.by AS by, event.what AS what, coalesce(c.reason, '') AS why
  UNION ALL
  MATCH (n:Fact {id: $id})<-[link:SUPERSEDES]-(newer:Fact)
  WHERE n.workspace = $workspace AND n.audience IN coalesce($audiences, []) AND newer.audience IN $audiences
    AND EXISTS {
      (newer)-[:EVIDENCE]->(:Document)-[:IN]->(f:Folder) WHERE f.rung = 'facts' AND f.audience IN $audiences
    }
  RETURN link.at AS at, coalesce(link.by, '') AS by, 'superseded' AS what,
    coalesce(link.reason + ': ', '') + newer.text AS why
  UNION ALL
  MATCH (n:Fact {id: $id})-[link:SUPERSEDES]->(older:Fact)
  WHERE n.workspace = $workspace AND n.audience IN coalesce($audiences, []) AND older.audience IN $audiences
    AND EXISTS {
      (older)-[:EVIDENCE]->(:Document)-[:IN]->(f:Folder) WHERE f.rung = 'facts' AND f.audience IN $audiences
    }
  RETURN link.at AS at, coalesce(link.by, '') AS by, 'supersedes' AS what,
    coalesce(link.reason + ': ', '') + older.text AS why
  UNION ALL
  MATCH (n:Tombstone {id: $id})
  USING INDEX SEEK n:Tombstone(id)
  WHERE n.workspace = $workspace AND n.audience IN coalesce($audiences, [])
    AND (
      EXISTS {
        (:Document {id: n.document})-[:IN]->(f:Folder) WHERE f.rung <> 'nothing' AND f.audience IN $audiences
      } OR NOT EXISTS { (:Document {id: n.document}) } AND EXISTS {
        (f:Folder {workspace: n.workspace, key: n.folder}) WHERE f.rung <> 'nothing' AND f.audience IN $audiences
      }
    )
  UNWIND [
    {at: n.recorded_at, what: 'said', why: ''}, {at: n.retired_at, what: 'retired', why: coalesce(n.retired_reason, '')}
  ] AS event
  RETURN event.at AS at, '' AS by, event.what AS what, event.why AS why
}
RETURN DISTINCT at, by, what, why ORDER BY at, what, why
