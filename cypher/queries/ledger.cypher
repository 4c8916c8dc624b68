// name: extractions
// why: what was said of these contents before, so that nothing is paid for twice
// mode: read
// params: ids
// internal: the ledger serves the writer; readers see it through read_ledger
CYPHER 25
UNWIND $ids AS id
MATCH (x:Extraction {id: id})
RETURN x {.id, .segment_hash, .fingerprint, .claims, .rejections, .calls, .tokens_in, .tokens_out} AS extraction

// name: extractions_among
// why: which contents are paid for, for a bill that needs no claims
// mode: read
// params: ids
// internal: the ledger serves the writer; readers see it through read_ledger
CYPHER 25
UNWIND $ids AS id
MATCH (x:Extraction {id: id})
RETURN x.segment_hash AS segment_hash

// name: write_extractions
// why: written as soon as they were paid for, before any fact; the documents they are of own them
// mode: write
// params: rows
CYPHER 25
UNWIND $rows AS row
CALL (row) {
  UNWIND row.documents AS id
  CALL (id) {
    MATCH (d:Document {id: id}) WHERE d.rung <> 'nothing'
    RETURN d AS owner
    UNION ALL
    MATCH (l:Left {id: id})
    RETURN l AS owner
  }
  RETURN collect(owner) AS owners
}
WITH row, owners WHERE row.documents = [] OR owners <> []
MERGE (x:Extraction {id: row.values.id})
ON CREATE SET x = row.values, x.recorded_at = datetime()
WITH x, owners
UNWIND owners AS owner
WITH x, owner WHERE NOT EXISTS { (owner)-[:HAS_SEGMENT|HAD_SEGMENT]->(x) }
CREATE (owner)-[:HAD_SEGMENT]->(x)
