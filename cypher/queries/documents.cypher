// name: documents_of_root
// why: everything a sync compares the files of a root with
// mode: read
// params: workspace, root
// internal: belongs to the one who syncs
CYPHER 25
MATCH (d:Document {workspace: $workspace, root: $root})
// Lists and not maps: ten thousand maps would carry their keys ten thousand times.
RETURN collect([d.id, d.path, d.path_key, d.path_hash, d.root, d.content_hash, d.raw_hash, d.size, d.mtime_ns,
                d.state, d.reason, d.rung, d.project, d.scope, d.fingerprint]) AS documents

// name: document_by_id
// why: one document, for the one who syncs
// mode: read
// params: workspace, id
// internal: belongs to the one who syncs
CYPHER 25
MATCH (d:Document {id: $id})
WHERE d.workspace = $workspace
RETURN d {.id, .path, .path_key, .path_hash, .root, .content_hash, .raw_hash, .size, .mtime_ns, .state, .reason,
          .rung, .project, .scope, .fingerprint} AS document

// name: document_by_path
// why: one document by the hash of its path, which is there on every rung
// mode: read
// params: workspace, path_hash
// internal: belongs to the one who syncs
CYPHER 25
MATCH (d:Document {workspace: $workspace, path_hash: $path_hash})
RETURN d {.id, .path, .path_key, .path_hash, .root, .content_hash, .raw_hash, .size, .mtime_ns, .state, .reason,
          .rung, .project, .scope, .fingerprint} AS document
ORDER BY d.id LIMIT 1

// name: hold_documents
// why: locks documents in order of id, making those that are new, and tells what form they have
// mode: write
// params: workspace, ids
CYPHER 25
UNWIND $ids AS id
MERGE (d:Document {id: id})
ON CREATE SET d.workspace = $workspace
SET d.lock = true
REMOVE d.lock
RETURN d.id AS id, d.rung AS rung

// name: lock_document
// why: locks one document without making it
// mode: write
// params: id
CYPHER 25
MATCH (d:Document {id: $id})
SET d.lock = true
REMOVE d.lock

// name: lock_documents
// why: locks documents in order of id without making any
// mode: write
// params: workspace, ids
CYPHER 25
UNWIND $ids AS id
MATCH (d:Document {id: id})
WHERE d.workspace = $workspace
SET d.lock = true
REMOVE d.lock

// name: passages_held
// why: what is there of these documents' text, so that an unchanged passage keeps its vector
// mode: read
// params: ids
// internal: read inside of a write, on which it decides
CYPHER 25
UNWIND $ids AS id
MATCH (d:Document {id: id})-[r:HAS_PASSAGE|STAGES]->(p:Passage)
RETURN id AS document, type(r) = 'STAGES' AS staged,
       p {.id, .start, .end, .position, .context, .context_terms, .audience, .project} AS passage

// name: write_documents
// why: the documents' own properties and their folders
// mode: write
// params: workspace, rows
CYPHER 25
UNWIND $rows AS row
MATCH (d:Document {id: row.id})
MATCH (f:Folder {workspace: $workspace, key: row.folder})
SET d += row.values
WITH d, f WHERE NOT EXISTS { (d)-[:IN]->(f) }
CALL (d) {
  OPTIONAL MATCH (d)-[old:IN]->(:Folder)
  DELETE old
}
CREATE (d)-[:IN]->(f)

// name: create_passages
// why: passages that are new
// mode: write
// params: rows
CYPHER 25
UNWIND $rows AS row
MATCH (d:Document {id: row.document})
CREATE (p:Passage:Unembedded)
SET p = row
CREATE (d)-[:HAS_PASSAGE]->(p)

// name: move_passages
// why: passages that only stand elsewhere now, or belong to others
// mode: write
// params: rows
CYPHER 25
UNWIND $rows AS row
MATCH (p:Passage {id: row.id})
SET p += row

// name: reembed_passages
// why: passages whose context changed wait for a new vector
// mode: write
// params: rows
CYPHER 25
UNWIND $rows AS row
MATCH (p:Passage {id: row.id})
SET p:Unembedded, p += row
REMOVE p.embedding, p.embedding_b

// name: delete_passages
// why: passages whose text is gone
// mode: write
// params: ids
CYPHER 25
UNWIND $ids AS id
MATCH (p:Passage {id: id})
DETACH DELETE p

// name: delete_passages_of
// why: at rung nothing no text is kept
// mode: write
// params: documents
CYPHER 25
UNWIND $documents AS document
MATCH (:Document {id: document})-[:HAS_PASSAGE|STAGES]->(p:Passage)
DETACH DELETE p

// name: passages_among
// why: which passages of a long document were written before
// mode: read
// params: ids
// internal: read inside of a write, on which it decides
CYPHER 25
UNWIND $ids AS id
MATCH (p:Passage {id: id})
RETURN p.id AS id

// name: abandoned_parts
// why: a long document whose first write a death cut short: its parts hang on a node that nobody asks for
// mode: read
// params: workspace, path_hash, id
// internal: belongs to the one who syncs
CYPHER 25
MATCH (d:Document {workspace: $workspace, path_hash: $path_hash})
WHERE d.rung IS NULL AND d.id <> $id
RETURN d.id AS id

// name: claim_path
// why: lets the next write of this path find the parts, should this one be cut short
// mode: write
// params: id, path_hash
CYPHER 25
MATCH (d:Document {id: $id})
WHERE d.rung IS NULL
SET d.path_hash = $path_hash

// name: stage_passages
// why: part of a long document, which no reader finds before all of it is there
// mode: write
// params: rows
CYPHER 25
UNWIND $rows AS row
MATCH (d:Document {id: row.document})
CREATE (p:Passage:Unembedded)
SET p = row
CREATE (d)-[:STAGES]->(p)

// name: attach_passages
// why: a long document is there from one moment to the next
// mode: write
// params: ids
CYPHER 25
UNWIND $ids AS id
MATCH (d:Document)-[staged:STAGES]->(p:Passage {id: id})
DELETE staged
CREATE (d)-[:HAS_PASSAGE]->(p)

// name: release_passages
// why: much text is taken from readers at once and deleted in parts
// mode: write
// params: ids
CYPHER 25
UNWIND $ids AS id
MATCH (d:Document)-[had:HAS_PASSAGE]->(p:Passage {id: id})
DELETE had
CREATE (d)-[:STAGES]->(p)

// name: release_passages_of
// why: all text of a long document is taken from readers at once and deleted in parts
// mode: write
// params: document
CYPHER 25
MATCH (d:Document {id: $document})-[had:HAS_PASSAGE]->(p:Passage)
DELETE had
CREATE (d)-[:STAGES]->(p)

// name: sweep_passages
// why: a part of what no reader finds any more
// mode: write
// params: document, limit
CYPHER 25
MATCH (:Document {id: $document})-[:STAGES]->(p:Passage)
WITH p LIMIT $limit
DETACH DELETE p
RETURN count(*) AS swept

// name: loose_texts
// why: documents from which a death left parts of a text that no reader finds
// mode: read
// params: workspace, root
// internal: belongs to the one who syncs
CYPHER 25
MATCH (d:Document {workspace: $workspace, root: $root})
WHERE EXISTS { (d)-[:STAGES]->() }
RETURN d.id AS id ORDER BY id

// name: count_passages
// why: whether a document is so long that its text goes in parts
// mode: read
// params: workspace, id
// internal: belongs to the one who syncs
CYPHER 25
MATCH (d:Document {id: $id})
WHERE d.workspace = $workspace
RETURN COUNT { (d)-[:HAS_PASSAGE|STAGES]->() } AS passages

// name: cards_held
// why: what is there of these documents' cards, so that an unchanged card keeps its vector
// mode: read
// params: ids
// internal: read inside of a write, on which it decides
CYPHER 25
UNWIND $ids AS id
MATCH (d:Document {id: id})-[:HAS_CARD]->(c:Card)
RETURN id AS document, c {.id, .text, .title, .about, .mentions, .dated, .audience, .project} AS card

// name: write_cards
// why: a card that is new or says something else now waits for its vector
// mode: write
// params: rows
CYPHER 25
UNWIND $rows AS row
MATCH (d:Document {id: row.document})
MERGE (c:Card {id: row.id})
SET c = row, c:Unembedded
MERGE (d)-[:HAS_CARD]->(c)

// name: move_cards
// why: cards whose words stay and whose readers changed
// mode: write
// params: rows
CYPHER 25
UNWIND $rows AS row
MATCH (c:Card {id: row.id})
SET c += row

// name: delete_cards
// why: below gist there is no card, and what it was about is not known
// mode: write
// params: documents
CYPHER 25
UNWIND $documents AS document
MATCH (d:Document {id: document})-[:HAS_CARD]->(c:Card)
REMOVE d.about
DETACH DELETE c

// name: mark_documents
// why: a state and its reason, and nothing else
// mode: write
// params: workspace, ids, state, reason
CYPHER 25
UNWIND $ids AS id
MATCH (d:Document {id: id})
WHERE d.workspace = $workspace
SET d.state = $state, d.reason = $reason

// name: touch_document
// why: the file's marks changed and its text did not
// mode: write
// params: workspace, id, size, mtime_ns, raw_hash
CYPHER 25
MATCH (d:Document {id: $id})
WHERE d.workspace = $workspace
SET d.size = $size, d.mtime_ns = $mtime_ns, d.raw_hash = $raw_hash

// name: move_document
// why: another path of the same document; at rung nothing only its hash is kept
// mode: write
// params: workspace, id, path, path_key, path_hash, folder, size, mtime_ns
CYPHER 25
MATCH (d:Document {id: $id})
WHERE d.workspace = $workspace
MATCH (f:Folder {workspace: $workspace, key: $folder})
SET d.path_hash = $path_hash, d.size = $size, d.mtime_ns = $mtime_ns,
    d.path = CASE WHEN d.rung = 'nothing' THEN null ELSE $path END,
    d.path_key = CASE WHEN d.rung = 'nothing' THEN null ELSE $path_key END
WITH d, f WHERE NOT EXISTS { (d)-[:IN]->(f) }
CALL (d) {
  OPTIONAL MATCH (d)-[old:IN]->(:Folder)
  DELETE old
}
CREATE (d)-[:IN]->(f)

// name: delete_documents
// why: the files are gone and nothing hangs on their nodes any more
// mode: write
// params: ids
CYPHER 25
UNWIND $ids AS id
MATCH (d:Document {id: id})
DETACH DELETE d

// name: queue_jobs
// why: later work, in the same transaction as what makes it necessary; work on an earlier content is dropped
// mode: write
// params: rows
CYPHER 25
UNWIND $rows AS row
OPTIONAL MATCH (old:Job {document: row.document}) WHERE old.kind = row.kind AND old.id <> row.id
DETACH DELETE old
WITH DISTINCT row
MERGE (j:Job {id: row.id})
ON CREATE SET j.created_at = datetime()
// A day ago, since the clock of a worker may be behind the server's.
SET j += row, j.reason = null, j.lease = null, j.due_at = datetime() - duration({days: 1})

// name: rungs_of
// why: what form these documents have now
// mode: read
// params: ids
// internal: belongs to the one who syncs
CYPHER 25
UNWIND $ids AS id
MATCH (d:Document {id: id})
RETURN id, d.rung AS rung
