// name: document_for_facts
// why: what a document was written as, and what its folder allows at this moment
// mode: read
// params: workspace, id
// internal: read inside of a write, on which it decides
CYPHER 25
MATCH (d:Document {id: $id})
WHERE d.workspace = $workspace
OPTIONAL MATCH (d)-[:IN]->(f:Folder)
RETURN d {.id, .workspace, .path, .root, .rung, .project, .scope, .audience, .fingerprint, .state} AS document,
       f.rung AS folder_rung, coalesce(f.held, false) AS held

// name: documents_to_take_back
// why: what documents were written as, and what their folders allow at this moment
// mode: read
// params: workspace, ids
// internal: read inside of a write, on which it decides
CYPHER 25
UNWIND $ids AS id
MATCH (d:Document {id: id})
WHERE d.workspace = $workspace
OPTIONAL MATCH (d)-[:IN]->(f:Folder)
RETURN d {.id, .rung} AS document, f.rung AS folder_rung, coalesce(f.held, false) AS held

// name: sizes_of_documents
// why: how much documents say and hold, so that as many go in one transaction as it takes
// mode: read
// params: workspace, ids
// internal: belongs to the one who syncs
CYPHER 25
UNWIND $ids AS id
MATCH (d:Document {id: id})
WHERE d.workspace = $workspace
RETURN id, COUNT { (d)<-[:EVIDENCE]-() } AS statements, COUNT { (d)-[:HAS_PASSAGE|STAGES]->() } AS passages

// name: statement_groups
// why: how much a document said before, group by group, so that very much is taken in parts
// mode: read
// params: workspace, id
// internal: belongs to the one who syncs
CYPHER 25
MATCH (d:Document {id: $id})<-[e:EVIDENCE]-(f)
WHERE d.workspace = $workspace AND e.correction IS NULL
RETURN f.group AS group, count(e) AS statements

// name: evidence_of_documents
// why: what documents said before, also what corrections keep out; of some groups only, or of all
// mode: read
// params: ids, groups
// internal: read inside of a write, on which it decides
CYPHER 25
UNWIND $ids AS id
MATCH (d:Document {id: id})<-[e:EVIDENCE]-(f)
WHERE $groups IS NULL OR f.group IN $groups
RETURN e {.*, document: id} AS evidence, f.id AS fact, f:Fact AS live, f.group AS group, f.subject_id AS subject,
       f.object_id AS object, f.object_kind AS object_kind, f.modality AS modality

// name: values_of_documents
// why: the objects that may be left without a fact when documents say something else
// mode: read
// params: ids, groups
// internal: read inside of a write, on which it decides
CYPHER 25
UNWIND $ids AS id
MATCH (:Document {id: id})<-[:EVIDENCE]-(f)-[:OBJECT]->(v:Value)
WHERE $groups IS NULL OR f.group IN $groups
RETURN DISTINCT v {.id, .kind, .key, .text} AS value

// name: facts_of_groups
// why: every fact and statement whose interval may change
// mode: read
// params: groups
// internal: read inside of a write, on which it decides
CYPHER 25
UNWIND $groups AS group
MATCH (f:Fact {group: group})
USING INDEX SEEK f:Fact(group)
CALL (f) {
  MATCH (f)-[e:EVIDENCE]->(d:Document)
  RETURN collect(e {.*, document: d.id}) AS evidence
}
CALL (f) {
  OPTIONAL MATCH (m:Mark)-[:ON]->(f)
  RETURN min(m.cap) AS cap
}
CALL (f) {
  OPTIONAL MATCH (f)-[s:SUPERSEDES {by: 'rule'}]->(old:Fact)
  RETURN collect(old.id) AS supersedes
}
RETURN f {.*, embedding: null, embedding_b: null} AS fact, evidence, cap, supersedes

// name: tombstones_among
// why: facts that were said before, taken back, and are said again, with the least that judgements leave them
// mode: read
// params: ids
// internal: read inside of a write, on which it decides
CYPHER 25
UNWIND $ids AS id
MATCH (t:Tombstone {id: id})
OPTIONAL MATCH (m:Mark)-[:ON]->(t)
RETURN t.id AS id, min(m.cap) AS cap

// name: create_facts
// why: facts nobody has said before, with their ends
// mode: write
// params: rows
CYPHER 25
UNWIND $rows AS row
MATCH (s:Entity {id: row.values.subject_id})
OPTIONAL MATCH (e:Entity {id: row.object_entity})
OPTIONAL MATCH (v:Value {id: row.object_value})
WITH row, s, coalesce(e, v) AS o
CREATE (f:Fact:Unembedded)
SET f = row.values, f.waiting = 'Fact', f.recorded_at = datetime()
CREATE (f)-[:SUBJECT]->(s)
CREATE (f)-[:OBJECT]->(o)
CREATE (s)-[r:RELATION]->(o)
SET r = row.relation

// name: revive_facts
// why: a fact that was taken back is said again: the same node comes back into memory
// mode: write
// params: rows
CYPHER 25
UNWIND $rows AS row
MATCH (f:Tombstone {id: row.values.id})
MATCH (s:Entity {id: row.values.subject_id})
OPTIONAL MATCH (e:Entity {id: row.object_entity})
OPTIONAL MATCH (v:Value {id: row.object_value})
WITH row, f, s, coalesce(e, v) AS o
REMOVE f:Tombstone:Retracted, f.retired_at, f.retired_reason, f.document, f.folder
SET f:Fact:Unembedded, f += row.values, f.waiting = 'Fact'
WITH row, f, s, o
CALL (f) {
  OPTIONAL MATCH (f)-[left:SUBJECT|OBJECT]->()
  DELETE left
}
CALL (f) {
  OPTIONAL MATCH (f)<-[by:CORRECTS]-()
  DELETE by
}
CREATE (f)-[:SUBJECT]->(s)
CREATE (f)-[:OBJECT]->(o)
CREATE (s)-[r:RELATION]->(o)
SET r = row.relation

// name: update_facts
// why: a fact whose interval, confidence or naming changed; its vector stays as long as its words do
// mode: write
// params: rows
CYPHER 25
UNWIND $rows AS row
MATCH (f:Fact {id: row.id})
SET f += row.values

// name: reembed_facts
// why: a fact whose words changed waits for a new vector
// mode: write
// params: ids
CYPHER 25
UNWIND $ids AS id
MATCH (f:Fact {id: id})
SET f:Unembedded, f.waiting = 'Fact'
REMOVE f.embedding, f.embedding_b

// name: update_relations
// why: the one-hop edge says what its fact says
// mode: write
// params: rows
CYPHER 25
UNWIND $rows AS row
MATCH ()-[r:RELATION {fact: row.fact}]->()
SET r = row

// name: add_evidence
// why: one edge per statement, from the fact that it is evidence of
// mode: write
// params: rows
CYPHER 25
UNWIND $rows AS row
MATCH (f:Fact {id: row.fact})
MATCH (d:Document {id: row.document})
CREATE (f)-[e:EVIDENCE]->(d)
SET e = row.values
WITH row, f
MATCH (x:Extraction {id: row.values.extraction})
WITH DISTINCT x, f
WHERE NOT EXISTS { (x)-[:WROTE]->(f) }
CREATE (x)-[:WROTE]->(f)

// name: update_evidence
// why: a statement that only stands elsewhere in its document now
// mode: write
// params: rows
CYPHER 25
UNWIND $rows AS row
MATCH ()-[e:EVIDENCE {id: row.id}]->()
SET e = row

// name: remove_evidence
// why: statements that are gone, or evidence of another fact now
// mode: write
// params: ids
CYPHER 25
UNWIND $ids AS id
MATCH ()-[e:EVIDENCE {id: id}]->()
DELETE e

// name: bury_facts
// why: facts that no document says any more leave memory; what they said stays to be looked up
// mode: write
// params: rows, reason
CYPHER 25
UNWIND $rows AS row
MATCH (f:Fact {id: row.id})
REMOVE f:Fact:Unembedded, f.embedding, f.embedding_b, f.terms, f.waiting
SET f:Tombstone, f.document = row.document, f.retired_at = datetime(), f.retired_reason = $reason
WITH f
CALL (f) {
  OPTIONAL MATCH (f)-[x:SUBJECT|OBJECT]->()
  DELETE x
}
CALL (f) {
  OPTIONAL MATCH (f)-[y:SUPERSEDES {by: 'rule'}]-()
  DELETE y
}

// name: move_marks
// why: a fact whose statements became another fact's leaves its judgements to that one
// mode: write
// params: rows
CYPHER 25
UNWIND $rows AS row
MATCH (m:Mark)-[on:ON]->(:Fact {id: row.from})
MATCH (f:Fact {id: row.to})
DELETE on
WITH DISTINCT m, f
WHERE NOT EXISTS { (m)-[:ON]->(f) }
CREATE (m)-[:ON]->(f)

// name: delete_facts
// why: facts all of whose statements became other facts' were never taken back, so no tombstone stands for them
// mode: write
// params: ids
CYPHER 25
UNWIND $ids AS id
MATCH (f:Fact {id: id})
DETACH DELETE f

// name: remove_relations
// why: the one-hop edge is there only while its fact is live
// mode: write
// params: facts
CYPHER 25
UNWIND $facts AS fact
MATCH ()-[r:RELATION {fact: fact}]->()
DELETE r

// name: add_supersedes
// why: newer to older, by the rule of dates
// mode: write
// params: rows
CYPHER 25
UNWIND $rows AS row
MATCH (new:Fact {id: row.new})
MATCH (old:Fact {id: row.old})
CREATE (new)-[:SUPERSEDES {by: 'rule', weight: 1.0, reason: 'newer statement', at: datetime()}]->(old)

// name: remove_supersedes
// why: what made the older one over is not said any more
// mode: write
// params: rows
CYPHER 25
UNWIND $rows AS row
MATCH (:Fact {id: row.new})-[s:SUPERSEDES {by: 'rule'}]->(:Fact {id: row.old})
DELETE s

// name: segments_held
// why: which extractions cover the document now
// mode: read
// params: document
// internal: read inside of a write, on which it decides
CYPHER 25
MATCH (d:Document {id: $document})-[s:HAS_SEGMENT]->(x:Extraction)
RETURN x.id AS extraction, s.start AS start, s.end AS end

// name: replace_segments
// why: the extractions that cover the document; earlier ones stay known as such, since they are paid for
// mode: write
// params: document, rows
CYPHER 25
MATCH (d:Document {id: $document})
CALL (d) {
  MATCH (d)-[s:HAS_SEGMENT]->(x:Extraction)
  DELETE s
  WITH DISTINCT d, x
  WHERE NOT EXISTS { (d)-[:HAD_SEGMENT]->(x) }
  CREATE (d)-[:HAD_SEGMENT]->(x)
}
CALL (d) {
  UNWIND $rows AS row
  MATCH (x:Extraction {id: row.extraction})
  OPTIONAL MATCH (d)-[past:HAD_SEGMENT]->(x)
  DELETE past
  CREATE (d)-[:HAS_SEGMENT {start: row.start, end: row.end}]->(x)
}

// name: end_segments
// why: what covered documents stays known as such, since it is paid for
// mode: write
// params: documents
CYPHER 25
UNWIND $documents AS document
MATCH (d:Document {id: document})-[s:HAS_SEGMENT]->(x:Extraction)
DELETE s
WITH DISTINCT d, x
WHERE NOT EXISTS { (d)-[:HAD_SEGMENT]->(x) }
CREATE (d)-[:HAD_SEGMENT]->(x)

// name: pointer_of
// why: the line memory holds for a document
// mode: read
// params: id
// internal: read inside of a write, on which it decides
CYPHER 25
MATCH (p:Pointer {id: $id})
RETURN p {.*, embedding: null, embedding_b: null} AS pointer

// name: write_pointer
// why: the one line of a document in memory, new or in other words
// mode: write
// params: document, row
CYPHER 25
MATCH (d:Document {id: $document})
MERGE (p:Pointer {id: $row.id})
SET p = $row, p:Unembedded
MERGE (p)-[:POINTS_TO]->(d)

// name: move_pointer
// why: the same words of a document that stands elsewhere now, or belongs to others; the vector stays
// mode: write
// params: id, row
CYPHER 25
MATCH (p:Pointer {id: $id})
SET p += $row

// name: delete_pointers
// why: below facts there is nothing of a document in memory
// mode: write
// params: ids
CYPHER 25
UNWIND $ids AS id
MATCH (p:Pointer {id: id})
DETACH DELETE p

// name: mark_extracted
// why: which extractor's facts are in memory
// mode: write
// params: id, fingerprint
CYPHER 25
MATCH (d:Document {id: $id})
SET d.extracted_at = CASE WHEN d.fingerprint = $fingerprint AND d.extracted_at IS NOT NULL THEN d.extracted_at
                          ELSE datetime() END,
    d.fingerprint = $fingerprint

// name: unmark_extracted
// why: no facts of these documents are in memory
// mode: write
// params: ids
CYPHER 25
UNWIND $ids AS id
MATCH (d:Document {id: id})
REMOVE d.extracted_at, d.fingerprint

// name: set_rung
// why: the lower form documents have in the graph now; one that waited for its facts, or failed for want of them, does so no more
// mode: write
// params: ids, rung
CYPHER 25
UNWIND $ids AS id
MATCH (d:Document {id: id})
SET d.rung = $rung
WITH d WHERE d.state = 'waiting' OR (d.state = 'failed' AND d.reason STARTS WITH 'unparsed:')
SET d.state = 'live', d.reason = null

// name: forget_paths
// why: at nothing neither path nor title of a file is kept
// mode: write
// params: ids
CYPHER 25
UNWIND $ids AS id
MATCH (d:Document {id: id})
REMOVE d.path, d.path_key, d.title, d.about, d.dated, d.warnings

// name: delete_tombstones
// why: at nothing not even what was taken back is kept
// mode: write
// params: documents
CYPHER 25
UNWIND $documents AS document
MATCH (t:Tombstone {document: document})
DETACH DELETE t

// name: delete_extractions
// why: at nothing cached replies go that no other document uses
// mode: write
// params: documents
CYPHER 25
UNWIND $documents AS document
MATCH (d:Document {id: document})-[own:HAS_SEGMENT|HAD_SEGMENT]->(x:Extraction)
DELETE own
WITH DISTINCT x
WHERE NOT EXISTS { (x)<-[:HAS_SEGMENT|HAD_SEGMENT]-() }
DETACH DELETE x

// name: leave_in_folder
// why: of documents whose files are gone their ids and what was paid for stay with their last folder, and go when it does
// mode: write
// params: documents
CYPHER 25
UNWIND $documents AS document
MATCH (d:Document {id: document})-[in:IN]->(f:Folder)
DELETE in
CREATE (d)-[:LEFT_IN]->(f)
REMOVE d:Document
SET d = d {.id, .workspace, .root, .path_hash, .content_hash, .raw_hash}, d:Left
WITH d, f
CALL (d, f) {
  MATCH (t:Tombstone {document: d.id})
  SET t.folder = f.key
}

// name: revive_documents
// why: a file that comes back is the document it was
// mode: write
// params: ids
CYPHER 25
UNWIND $ids AS id
MATCH (d:Left {id: id})
REMOVE d:Left
SET d:Document
WITH d
CALL (d) {
  OPTIONAL MATCH (d)-[left:LEFT_IN]->()
  DELETE left
}
CALL (d) {
  MATCH (t:Tombstone {document: d.id})
  REMOVE t.folder
}

// name: left_of_root
// why: ids of documents whose files are gone, by which one that comes back is known
// mode: read
// params: workspace, root
// internal: belongs to the one who syncs
CYPHER 25
CALL () {
  MATCH (d:Left {workspace: $workspace, root: $root})
  RETURN d
  UNION ALL
  // A death while the text of a very long one was written leaves it without a form.
  MATCH (d:Document {workspace: $workspace, root: $root})
  WHERE d.rung IS NULL
  RETURN d
}
RETURN collect(d {.id, .path_hash, .content_hash, .raw_hash}) AS documents

// name: sweep_left
// why: what documents that are gone left in folders, a part at a time; cached replies only if nobody else uses them
// mode: write
// params: workspace, key, prefix, everything, limit
CYPHER 25
MATCH (f:Folder)
USING INDEX SEEK f:Folder(workspace, key)
WHERE f.workspace = $workspace AND f.key >= $key AND (f.key = $key OR f.key STARTS WITH $prefix)
  AND ($everything OR f.rung = 'nothing' AND NOT coalesce(f.held, false))
MATCH (f)<-[:LEFT_IN]-(d:Left)
WITH d LIMIT $limit
CALL (d) {
  MATCH (t:Tombstone {document: d.id})
  DETACH DELETE t
}
CALL (d) {
  MATCH (d)-[own:HAD_SEGMENT]->(x:Extraction)
  DELETE own
  WITH DISTINCT x
  WHERE NOT EXISTS { (x)<-[:HAS_SEGMENT|HAD_SEGMENT]-() }
  DETACH DELETE x
}
DETACH DELETE d
RETURN count(*) AS swept

// name: delete_jobs_of
// why: nothing is left to do for these documents
// mode: write
// params: documents, kind
CYPHER 25
UNWIND $documents AS document
MATCH (j:Job {document: document})
WHERE j.kind = $kind
DETACH DELETE j
