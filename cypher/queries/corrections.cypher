// name: standing_corrections
// why: the corrections that statements about these things meet
// mode: read
// params: targets
// internal: read inside of a write, on which it decides
CYPHER 25
UNWIND $targets AS target
MATCH (c:Correction {target: target})
WHERE c.undone_at IS NULL
RETURN c {.*} AS correction ORDER BY c.order

// name: retracted_of_groups
// why: what corrections keep out of these groups, with the statements it rests on
// mode: read
// params: groups
// internal: read inside of a write, on which it decides
CYPHER 25
UNWIND $groups AS group
MATCH (t:Retracted {group: group})
USING INDEX SEEK t:Retracted(group)
CALL (t) {
  MATCH (t)-[e:EVIDENCE]->(d:Document)
  RETURN collect(e {.*, document: d.id}) AS evidence
}
CALL (t) {
  MATCH (c:Correction)-[:CORRECTS]->(t)
  RETURN collect(c.id) AS corrections
}
RETURN t {.*} AS fact, evidence, corrections

// name: lock_things
// why: what corrections lead to another thing meets what is said of that one, so both stand still
// mode: write
// params: ids
CYPHER 25
UNWIND $ids AS id
MATCH (e:Entity {id: id})
SET e.lock = true
REMOVE e.lock

// name: retract_facts
// why: facts that a correction takes out of memory; they keep their evidence, so that undoing it needs no file
// mode: write
// params: rows
CYPHER 25
UNWIND $rows AS row
MERGE (t:Tombstone {id: row.values.id})
ON CREATE SET t.recorded_at = datetime(), t.retired_at = datetime()
SET t:Retracted, t += row.values, t.retired_reason = 'a correction'
REMOVE t.folder
WITH row, t
CALL (t) {
  OPTIONAL MATCH (t)-[old:SUBJECT|OBJECT|LEFT_IN]->()
  DELETE old
}
MATCH (s:Entity {id: row.values.subject_id})
OPTIONAL MATCH (e:Entity {id: row.object_entity})
OPTIONAL MATCH (v:Value {id: row.object_value})
WITH t, s, coalesce(e, v) AS o
CREATE (t)-[:SUBJECT]->(s)
CREATE (t)-[:OBJECT]->(o)

// name: set_corrects
// why: which corrections keep a fact out of memory
// mode: write
// params: rows
CYPHER 25
UNWIND $rows AS row
MATCH (t:Tombstone {id: row.id})
CALL (t) {
  OPTIONAL MATCH (t)<-[old:CORRECTS]-()
  DELETE old
}
UNWIND row.corrections AS correction
MATCH (c:Correction {id: correction})
CREATE (c)-[:CORRECTS]->(t)

// name: lapse_retracted
// why: what a correction kept out and no document says any more is a tombstone like others
// mode: write
// params: rows, reason
CYPHER 25
UNWIND $rows AS row
MATCH (t:Tombstone {id: row.id})
REMOVE t:Retracted
SET t.document = row.document, t.retired_at = datetime(), t.retired_reason = $reason
WITH t
CALL (t) {
  OPTIONAL MATCH (t)-[end:SUBJECT|OBJECT]->()
  DELETE end
}
CALL (t) {
  OPTIONAL MATCH (t)<-[by:CORRECTS]-()
  DELETE by
}

// name: forget_retracted
// why: all statements of it are another fact's now, so nothing was taken back
// mode: write
// params: ids
CYPHER 25
UNWIND $ids AS id
MATCH (t:Tombstone {id: id})
DETACH DELETE t

// name: keep_out_evidence
// why: one edge per statement, from what is kept out of memory
// mode: write
// params: rows
CYPHER 25
UNWIND $rows AS row
MATCH (t:Tombstone {id: row.fact})
MATCH (d:Document {id: row.document})
CREATE (t)-[e:EVIDENCE]->(d)
SET e = row.values
WITH row, t
MATCH (x:Extraction {id: row.values.extraction})
WITH DISTINCT x, t
WHERE NOT EXISTS { (x)-[:WROTE]->(t) }
CREATE (x)-[:WROTE]->(t)

// name: correction_made
// why: a correction asked for again after its answer was lost is made once
// mode: read
// params: id
// internal: read inside of a write, on which it decides; the id was drawn by who asks
CYPHER 25
MATCH (c:Correction {id: $id})
RETURN c.fact AS fact, COLLECT {
  MATCH (c)-[:CORRECTS]->(t:Tombstone)-[own:EVIDENCE]->(d:Document)<-[put:EVIDENCE]-(n:Fact)
  WHERE put.source = own.id AND put.correction = c.id
  RETURN DISTINCT n.id AS id ORDER BY id
} AS facts

// name: fact_to_correct
// why: a fact that the one who corrects it may read, its words' hashes, and what else those words say of the same two
// mode: read
// params: workspace, audiences, id
CYPHER 25
MATCH (n:Fact {id: $id})
WHERE n.workspace = $workspace AND n.audience IN coalesce($audiences, []) AND EXISTS {
  (n)-[:EVIDENCE]->(:Document)-[:IN]->(f:Folder) WHERE f.rung = 'facts' AND f.audience IN $audiences
}
MATCH (n)-[:SUBJECT]->(s:Entity)
CALL (n) {
  MATCH (n)-[e:EVIDENCE]->(:Document)
  RETURN collect(DISTINCT e.hash) AS quotes
}
RETURN n {
  .workspace, .project, .scope, .audience, .subject_id, .relation, .qualifier, .object_id, .modality, .valid_from, .valid_to
} AS fact, s {.id, .key, .name, .kind} AS subject_thing, quotes, COLLECT {
  MATCH (s)<-[:SUBJECT]-(other:Fact)-[e:EVIDENCE]->(:Document)
  WHERE other.id <> n.id AND other.object_id = n.object_id AND other.project = n.project AND other.scope = n.scope
    AND e.hash IN quotes
  RETURN DISTINCT [other.relation, other.qualifier, other.modality]
} AS beside, COLLECT {
  MATCH (n)-[:EVIDENCE]->(:Document)-[:IN]->(f:Folder)
  RETURN DISTINCT f.key AS key ORDER BY key
} AS folders

// name: groups_about
// why: where statements about the same two things stand, which a correction of one of them may be about
// mode: read
// params: subject, object, project, scope
// internal: read inside of a write, on which it decides
CYPHER 25
MATCH (:Entity {id: $subject})<-[:SUBJECT]-(n:Fact)
WHERE n.object_id = $object AND n.project = $project AND n.scope = $scope
RETURN DISTINCT n.group AS group

// name: next_correction
// why: corrections have an order, whatever the clocks say; the caller holds the workspace
// mode: write
// params: workspace
CYPHER 25
MATCH (w:Workspace {name: $workspace})
SET w.corrections = coalesce(w.corrections, 0) + 1
RETURN w.corrections AS order

// name: write_correction
// why: the ledger entry, with what it brings in: while it stands those have somebody who speaks of them
// mode: write
// params: row, things, value
CYPHER 25
CREATE (c:Correction)
SET c = $row, c.at = datetime()
WITH c
CALL (c) {
  UNWIND $things AS thing
  MATCH (e:Entity {id: thing.id})
  CREATE (c)-[:MENTIONS {by: 'correction', name: thing.name, kind: thing.kind, keys: thing.keys, audience: c.audience}]->(e)
}
CALL (c) {
  MATCH (v:Value {id: $value})
  CREATE (c)-[:OBJECT]->(v)
}

// name: correction_to_undo
// why: a correction that the one who undoes it may read: where its fact stood, or where what it keeps out stands
// mode: read
// params: workspace, audiences, id
CYPHER 25
MATCH (c:Correction {id: $id})
WHERE c.workspace = $workspace AND c.audience IN coalesce($audiences, [])
  AND (
    EXISTS {
      (f:Folder) WHERE f.workspace = c.workspace AND f.key IN c.folders AND f.rung <> 'nothing'
        AND f.audience IN $audiences
    } OR EXISTS {
      (c)-[:CORRECTS]->(:Tombstone)-[:EVIDENCE]->(:Document)-[:IN]->(f:Folder)
      WHERE f.rung <> 'nothing' AND f.audience IN $audiences
    }
  )
RETURN c {.*} AS correction

// name: subjects_of_correction
// why: what a correction keeps out is about these things, which are locked before it is undone
// mode: read
// params: id
// internal: read inside of a write, on which it decides
CYPHER 25
MATCH (:Correction {id: $id})-[:CORRECTS]->(:Tombstone)-[:SUBJECT]->(e:Entity)
RETURN DISTINCT e {.id, .key, .name, .kind} AS thing

// name: groups_of_correction
// why: where the statements stand that a correction met
// mode: read
// params: id
// internal: read inside of a write, on which it decides
CYPHER 25
MATCH (:Correction {id: $id})-[:CORRECTS]->(t:Tombstone)
RETURN DISTINCT t.group AS group

// name: undo_correction
// why: it stays in the ledger and stands no more; what it brought in has no one left to speak of it
// mode: write
// params: id, by
CYPHER 25
MATCH (c:Correction {id: $id})
SET c.undone_at = datetime(), c.undone_by = $by
WITH c
MATCH (c)-[brought:MENTIONS|OBJECT]->()
DELETE brought
