// name: purged
// why: what must not come in again, by hashes, and the key that those of names are made with
// mode: read
// params: workspace
// internal: belongs to the one who syncs
CYPHER 25
OPTIONAL MATCH (w:Workspace {name: $workspace})
RETURN w.purge_key AS key, COLLECT {
  MATCH (p:Purged {workspace: $workspace})
  RETURN p {.id, .kind, .hash, .first, .audience, .pending}
} AS rows

// name: purged_ids
// why: whether anything was purged since a run looked
// mode: read
// params: workspace
// internal: read inside of a write, on which it decides
CYPHER 25
MATCH (p:Purged {workspace: $workspace})
RETURN p.id AS id

// name: hold_purge_key
// why: one key a workspace, drawn when the first name is purged
// mode: write
// params: workspace, key
CYPHER 25
MERGE (w:Workspace {name: $workspace})
ON CREATE SET w.workspace = $workspace
SET w.purge_key = coalesce(w.purge_key, $key)
RETURN w.purge_key AS key

// name: remember_purged
// why: written before anything goes, so that nothing comes in again meanwhile
// mode: write
// params: rows
CYPHER 25
UNWIND $rows AS row
MERGE (p:Purged {id: row.id})
SET p = row

// name: allow_purged
// why: a person lets a file come in again
// mode: write
// params: workspace, audiences, of, contents
CYPHER 25
MATCH (p:Purged {workspace: $workspace})
WHERE p.audience IN coalesce($audiences, [])
  AND (p.of = $of OR (p.kind = 'content' AND p.hash IN $contents))
DETACH DELETE p
RETURN count(*) AS lifted

// name: document_to_purge
// why: what goes with a document, counted, and its words, to look for what is left of it
// mode: read
// params: workspace, audiences, path_hash
CYPHER 25
CALL () {
  MATCH (d:Document)-[:IN]->(f:Folder)
  WHERE d.workspace = $workspace AND d.path_hash = $path_hash
  RETURN d, f
  UNION ALL
  MATCH (d:Left)-[:LEFT_IN]->(f:Folder)
  WHERE d.workspace = $workspace AND d.path_hash = $path_hash
  RETURN d, f
}
WITH d, f WHERE f.audience IN coalesce($audiences, [])
RETURN d.id AS id, d.content_hash AS content_hash, d.title AS title, f.audience AS audience,
  COLLECT { MATCH (d)-[:HAS_PASSAGE|STAGES]->(p:Passage) RETURN p {.id, .text, .terms, .embedding, .embedding_b} } AS passages,
  COLLECT { MATCH (d)<-[:EVIDENCE]-(n) RETURN DISTINCT n.id } AS facts,
  COLLECT { MATCH (t:Tombstone {document: d.id}) RETURN t.id } AS tombstones,
  COLLECT {
    MATCH (d)-[:HAS_SEGMENT|HAD_SEGMENT]->(x:Extraction)
    WHERE NOT EXISTS { (x)<-[:HAS_SEGMENT|HAD_SEGMENT]-(other) WHERE other <> d }
    RETURN DISTINCT x.id
  } AS extractions

// name: document_remains
// why: the check after a purge: every node that belongs to the document, or is one of those that were to go
// mode: read
// params: document, passages, extractions
// internal: counts for the one who purged it; no text comes back
CYPHER 25
RETURN
  COUNT { MATCH (n:Document {id: $document}) RETURN n } + COUNT { MATCH (n:Left {id: $document}) RETURN n } AS documents,
  COUNT { UNWIND $passages AS id MATCH (n:Passage {id: id}) RETURN n } AS passages,
  COUNT { MATCH (n:Tombstone {document: $document}) RETURN n } AS tombstones,
  COUNT { UNWIND $extractions AS id MATCH (n:Extraction {id: id}) RETURN n } AS extractions,
  COUNT { MATCH (n:Job {document: $document}) RETURN n } AS jobs

// name: vectors_of
// why: the vectors of what is to be purged, to ask the indexes for afterwards
// mode: read
// params: passages, memory
// internal: numbers for the one who purges; no text comes back
CYPHER 25
CALL () {
  UNWIND $passages AS id
  MATCH (n:Passage {id: id})
  RETURN 'passages' AS index, n.embedding AS a, n.embedding_b AS b
  UNION ALL
  UNWIND $passages AS id
  MATCH (n:Card {id: id})
  RETURN 'passages' AS index, n.embedding AS a, n.embedding_b AS b
  UNION ALL
  UNWIND $memory AS id
  MATCH (n:Pointer {id: id})
  RETURN 'memory' AS index, n.embedding AS a, n.embedding_b AS b
  UNION ALL
  UNWIND $memory AS id
  MATCH (n:Fact {id: id})
  RETURN 'memory' AS index, n.embedding AS a, n.embedding_b AS b
}
RETURN index, a, b

// name: found_by_words
// why: the check after a purge: what the full-text indexes still lead to
// mode: read
// params: lucene
// internal: read by the one who purged, for a closer look
CYPHER 25
CALL () {
  UNWIND $lucene AS words
  MATCH (n)
  SEARCH n IN (FULLTEXT INDEX passages_text FOR words LIMIT 1000)
  RETURN n
  UNION ALL
  UNWIND $lucene AS words
  MATCH (n)
  SEARCH n IN (FULLTEXT INDEX memory_text FOR words LIMIT 1000)
  RETURN n
}
WITH DISTINCT n
RETURN n.id AS id, n.workspace AS workspace, n.audience AS audience, coalesce(n.text, '') + ' ' + coalesce(n.context, '') AS text

// name: found_by_meaning
// why: the check after a purge: what the vector indexes of both slots still lead to
// mode: read
// params: passages, passages_b, memory, memory_b
// internal: read by the one who purged, for a closer look
CYPHER 25
CALL () {
  UNWIND $passages AS vector
  MATCH (n)
  SEARCH n IN (VECTOR INDEX passages FOR vector LIMIT 50)
  RETURN n
  UNION ALL
  UNWIND $passages_b AS vector
  MATCH (n)
  SEARCH n IN (VECTOR INDEX passages_b FOR vector LIMIT 50)
  RETURN n
  UNION ALL
  UNWIND $memory AS vector
  MATCH (n)
  SEARCH n IN (VECTOR INDEX memory FOR vector LIMIT 50)
  RETURN n
  UNION ALL
  UNWIND $memory_b AS vector
  MATCH (n)
  SEARCH n IN (VECTOR INDEX memory_b FOR vector LIMIT 50)
  RETURN n
}
WITH DISTINCT n
RETURN n.id AS id, n.workspace AS workspace, n.audience AS audience, coalesce(n.text, '') + ' ' + coalesce(n.context, '') AS text

// name: strike_off
// why: these documents hold nothing any more of what was purged
// mode: write
// params: workspace, ids
CYPHER 25
MATCH (p:Purged {workspace: $workspace})
WHERE p.pending IS NOT NULL
WITH p, [id IN p.pending WHERE NOT id IN $ids] AS pending
SET p.pending = CASE WHEN pending = [] THEN null ELSE pending END

// name: write_blanks
// why: the server fills what purged strings and lists stood in, where it would have kept them
// mode: write
// params: workspace, count, blanks
CYPHER 25
UNWIND range(1, $count) AS i
CREATE (b:Blank)
SET b = $blanks, b.workspace = $workspace

// name: delete_blanks
// why: they have done what they were for
// mode: write
// params: workspace
CYPHER 25
MATCH (b:Blank)
USING INDEX b:Blank(workspace)
WHERE b.workspace = $workspace
DELETE b

// name: forget_documents
// why: the last of a purged document, or of one whose file is gone
// mode: write
// params: ids
CYPHER 25
UNWIND $ids AS id
OPTIONAL MATCH (d:Document {id: id})
OPTIONAL MATCH (l:Left {id: id})
CALL (l) {
  MATCH (l)-[:HAD_SEGMENT]->(x:Extraction)
  WHERE NOT EXISTS { (x)<-[:HAS_SEGMENT|HAD_SEGMENT]-(other) WHERE other <> l }
  DETACH DELETE x
}
DETACH DELETE d, l

// name: texts
// why: every text that these may read or that is nobody's; only kg folds names, so all are handed out to look in
// mode: read
// params: workspace, audiences
CYPHER 25
CALL () {
  MATCH (n:Passage)
  USING INDEX n:Passage(workspace)
  WHERE n.workspace = $workspace
  CALL (n) { MATCH (n)<-[:HAS_PASSAGE|STAGES]-(d:Document)-[:IN]->(f) WHERE f.audience IN coalesce($audiences, []) RETURN d }
  RETURN 'passages' AS what, n.id AS id, d.id AS document, coalesce(n.text, '') + ' ' + coalesce(n.context, '') AS text
  UNION ALL
  MATCH (n:Card)
  USING INDEX n:Card(workspace)
  WHERE n.workspace = $workspace
  CALL (n) { MATCH (n)<-[:HAS_CARD]-(d:Document)-[:IN]->(f) WHERE f.audience IN coalesce($audiences, []) RETURN d }
  RETURN 'cards' AS what, n.id AS id, d.id AS document, n.text AS text
  UNION ALL
  MATCH (n:Pointer)
  USING INDEX n:Pointer(workspace)
  WHERE n.workspace = $workspace
  WITH n
  MATCH (d:Document {id: n.document})-[:IN]->(f)
  USING INDEX SEEK d:Document(id)
  WHERE f.audience IN coalesce($audiences, [])
  RETURN 'pointers' AS what, n.id AS id, d.id AS document, n.text AS text
  UNION ALL
  MATCH (n:Fact)
  USING INDEX n:Fact(workspace)
  WHERE n.workspace = $workspace AND n.audience IN coalesce($audiences, [])
  CALL (n) { MATCH (n)-[:EVIDENCE]->(d:Document)-[:IN]->(f) WHERE f.audience IN $audiences RETURN d }
  RETURN 'facts' AS what, n.id AS id, d.id AS document, n.text AS text
  UNION ALL
  MATCH (n:Tombstone)
  USING INDEX n:Tombstone(workspace)
  WHERE n.workspace = $workspace AND n.audience IN coalesce($audiences, [])
    AND NOT EXISTS { MATCH (:Document {id: n.document})-[:IN]->(f) WHERE NOT f.audience IN $audiences }
    AND NOT EXISTS { MATCH (:Left {id: n.document})-[:LEFT_IN]->(f:Folder) WHERE NOT f.audience IN $audiences }
  RETURN 'tombstones' AS what, n.id AS id, n.document AS document, n.text AS text
  UNION ALL
  MATCH (n:Extraction)
  USING INDEX n:Extraction(workspace)
  WHERE n.workspace = $workspace
  OPTIONAL MATCH (n)<-[:HAS_SEGMENT|HAD_SEGMENT]-(d)
  OPTIONAL MATCH (d)-[:IN|LEFT_IN]->(f:Folder)
  WITH n, d, f WHERE d IS NULL OR f.audience IN coalesce($audiences, [])
  RETURN 'ledger entries' AS what, n.id AS id, d.id AS document, n.claims + ' ' + n.rejections AS text
  UNION ALL
  MATCH (n:Correction)
  USING INDEX n:Correction(workspace)
  WHERE n.workspace = $workspace AND n.audience IN coalesce($audiences, [])
    AND NOT EXISTS {
      UNWIND n.folders AS key
      MATCH (f:Folder {workspace: $workspace, key: key}) WHERE NOT f.audience IN $audiences
    }
  RETURN 'corrections' AS what, n.id AS id, null AS document, coalesce(n.change, '') AS text
  UNION ALL
  MATCH (n:Correction)
  USING INDEX n:Correction(workspace)
  WHERE n.workspace = $workspace AND n.audience IN coalesce($audiences, [])
    AND NOT EXISTS {
      UNWIND n.folders AS key
      MATCH (f:Folder {workspace: $workspace, key: key}) WHERE NOT f.audience IN $audiences
    }
  RETURN 'reasons' AS what, n.id AS id, null AS document, coalesce(n.reason, '') AS text
  UNION ALL
  MATCH (n:Entity)
  USING INDEX n:Entity(workspace)
  WHERE n.workspace = $workspace
  CALL (n) { MATCH (n)<-[m:MENTIONS]-(d:Document)-[:IN]->(f) WHERE f.audience IN coalesce($audiences, []) RETURN m, d }
  RETURN 'things' AS what, n.id AS id, d.id AS document, m.name AS text
  UNION ALL
  MATCH (n:Value)
  USING INDEX SEEK n:Value(workspace)
  WHERE n.workspace = $workspace
  WITH n WHERE EXISTS { MATCH (n)<-[:OBJECT]-(x) WHERE x.audience IN coalesce($audiences, []) }
  RETURN 'values' AS what, n.id AS id, null AS document, n.text AS text
  UNION ALL
  MATCH (n:Name)
  USING INDEX n:Name(workspace, key)
  WHERE n.workspace = $workspace AND n.key >= ''
  WITH n WHERE EXISTS { MATCH (n)-[x:NAMES]->() WHERE x.audience IN coalesce($audiences, []) }
  RETURN 'names' AS what, n.key AS id, null AS document, n.key AS text
  UNION ALL
  MATCH (n:Document)
  USING INDEX n:Document(workspace, path_hash)
  WHERE n.workspace = $workspace AND n.path_hash >= ''
  WITH n
  MATCH (n)-[:IN]->(f) WHERE f.audience IN coalesce($audiences, [])
  RETURN 'titles' AS what, n.id AS id, n.id AS document, CASE WHEN n.path ENDS WITH '/' + n.title THEN '' ELSE coalesce(n.title, '') END + ' ' + coalesce(n.about, '') AS text
}
RETURN what, id, document, coalesce(text, '') AS text

// name: names_of_thing
// why: every spelling of a thing, and every document that speaks of it, its corrections too, as far as these may know
// mode: read
// params: ids, audiences
CYPHER 25
UNWIND $ids AS id
MATCH (e:Entity {id: id})
RETURN
  COLLECT { MATCH (n:Name)-[x:NAMES]->(e) WHERE x.audience IN coalesce($audiences, []) RETURN DISTINCT n.key } AS keys,
  COLLECT { MATCH (e)<-[m:MENTIONS]-(:Document)-[:IN]->(f:Folder) WHERE f.audience IN coalesce($audiences, []) RETURN DISTINCT m.name } AS spellings,
  COLLECT { MATCH (e)<-[:MENTIONS]-(d:Document)-[:IN]->(f:Folder) WHERE f.audience IN coalesce($audiences, []) RETURN DISTINCT d.id
            UNION MATCH (e)<-[:SUBJECT|OBJECT]-()-[:EVIDENCE]->(d:Document)-[:IN]->(f:Folder) WHERE f.audience IN coalesce($audiences, []) RETURN DISTINCT d.id } AS documents,
  COLLECT { MATCH (e)<-[:SUBJECT|OBJECT]-(n:Fact) WHERE n.audience IN coalesce($audiences, []) RETURN DISTINCT n.id } AS facts,
  COLLECT { MATCH (e)<-[:MENTIONS]-(c:Correction) WHERE c.audience IN coalesce($audiences, []) RETURN DISTINCT c.id
            UNION MATCH (e)<-[:SUBJECT|OBJECT]-()<-[:CORRECTS]-(c:Correction) WHERE c.audience IN coalesce($audiences, []) RETURN DISTINCT c.id } AS corrections

// name: delete_corrections
// why: a correction that names what is purged goes with it
// mode: write
// params: ids
CYPHER 25
UNWIND $ids AS id
MATCH (c:Correction {id: id})
DETACH DELETE c

// name: blank_reasons
// why: a correction stands whose reason alone names what is purged
// mode: write
// params: ids
CYPHER 25
UNWIND $ids AS id
MATCH (c:Correction {id: id})
REMOVE c.reason

// name: delete_tombstones_by_id
// why: what was taken back and names what is purged
// mode: write
// params: ids
CYPHER 25
UNWIND $ids AS id
MATCH (t:Tombstone {id: id})
DETACH DELETE t

// name: delete_extractions_by_id
// why: cached replies that name what is purged, and that no document has any more
// mode: write
// params: ids
CYPHER 25
UNWIND $ids AS id
MATCH (x:Extraction {id: id})
DETACH DELETE x
