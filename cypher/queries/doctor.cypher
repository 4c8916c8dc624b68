// name: wrong_vectors
// why: a vector of another length than its index's is stored and silently not indexed
// mode: read
// params: workspace, passages, passages_b, memory, memory_b
// internal: counts for kg doctor, shows nothing of what they are of
CYPHER 25
CALL () {
  MATCH (n:Fact {workspace: $workspace})
  USING INDEX SEEK n:Fact(workspace)
  WHERE size(n.embedding) <> $memory OR size(n.embedding_b) <> $memory_b RETURN count(n) AS found
  UNION ALL
  MATCH (n:Pointer {workspace: $workspace})
  USING INDEX SEEK n:Pointer(workspace)
  WHERE size(n.embedding) <> $memory OR size(n.embedding_b) <> $memory_b RETURN count(n) AS found
  UNION ALL
  MATCH (n:Passage {workspace: $workspace})
  USING INDEX SEEK n:Passage(workspace)
  WHERE size(n.embedding) <> $passages OR size(n.embedding_b) <> $passages_b RETURN count(n) AS found
  UNION ALL
  MATCH (n:Card {workspace: $workspace})
  USING INDEX SEEK n:Card(workspace)
  WHERE size(n.embedding) <> $passages OR size(n.embedding_b) <> $passages_b RETURN count(n) AS found
}
RETURN sum(found) AS found

// name: unwritten_vectors
// why: a node that neither has a vector nor waits for one is found by words only
// mode: read
// params: workspace
// internal: counts for kg doctor, shows nothing of what they are of
CYPHER 25
OPTIONAL MATCH (passages:VectorIndex {workspace: $workspace, name: 'passages'})
OPTIONAL MATCH (memory:VectorIndex {workspace: $workspace, name: 'memory'})
CALL (passages, memory) {
  MATCH (n:Fact {workspace: $workspace})
  USING INDEX SEEK n:Fact(workspace)
  WHERE CASE memory.slot WHEN 'b' THEN n.embedding_b ELSE n.embedding END IS NULL AND NOT n:Unembedded AND n.text <> ''
  RETURN count(n) AS found
  UNION ALL
  MATCH (n:Passage {workspace: $workspace})
  USING INDEX SEEK n:Passage(workspace)
  WHERE CASE passages.slot WHEN 'b' THEN n.embedding_b ELSE n.embedding END IS NULL AND NOT n:Unembedded AND n.text <> ''
  RETURN count(n) AS found
}
RETURN sum(found) AS found

// name: orphans
// why: what hangs on nothing: facts without evidence, relations without a fact, things, values and names without a source
// mode: read
// params: workspace
// internal: counts for kg doctor, shows nothing of what they are of
CYPHER 25
CALL () {
  MATCH (n:Fact {workspace: $workspace})
  USING INDEX SEEK n:Fact(workspace)
  WHERE NOT EXISTS { (n)-[:EVIDENCE]->(:Document) }
  RETURN 'facts without a source' AS what, count(n) AS found
  UNION ALL
  MATCH (t:Retracted {workspace: $workspace})
  USING INDEX SEEK t:Retracted(workspace)
  WHERE NOT EXISTS { (t)-[:EVIDENCE]->(:Document) } OR NOT EXISTS { (t)<-[:CORRECTS]-(:Correction) }
  RETURN 'retracted facts without a source' AS what, count(t) AS found
  UNION ALL
  MATCH (e:Entity {workspace: $workspace})
  USING INDEX SEEK e:Entity(workspace)
  MATCH (e)-[hop:RELATION]->()
  WHERE NOT EXISTS { MATCH (n:Fact {id: hop.fact}) }
  RETURN 'relations without a fact' AS what, count(hop) AS found
  UNION ALL
  MATCH (e:Entity {workspace: $workspace})
  USING INDEX SEEK e:Entity(workspace)
  WHERE NOT EXISTS { (e)<-[:MENTIONS]-() } AND NOT EXISTS { (e)<-[:SUBJECT|OBJECT]-(:Fact|Retracted) }
  RETURN 'things without a source' AS what, count(e) AS found
  UNION ALL
  MATCH (v:Value {workspace: $workspace})
  USING INDEX SEEK v:Value(workspace)
  WHERE NOT EXISTS { (v)<-[:OBJECT]-() }
  RETURN 'values without a fact' AS what, count(v) AS found
  UNION ALL
  MATCH (n:Name)
  USING INDEX SEEK n:Name(workspace, key)
  WHERE n.workspace = $workspace AND n.key >= '' AND NOT EXISTS { (n)-[:NAMES]->(:Entity) }
  RETURN 'names of nothing' AS what, count(n) AS found
  UNION ALL
  MATCH (p:Passage {workspace: $workspace})
  USING INDEX SEEK p:Passage(workspace)
  WHERE NOT EXISTS { (p)<-[:HAS_PASSAGE|STAGES]-(:Document) }
  RETURN 'passages without a document' AS what, count(p) AS found
  UNION ALL
  MATCH (c:Card {workspace: $workspace})
  USING INDEX SEEK c:Card(workspace)
  WHERE NOT EXISTS { (c)<-[:HAS_CARD]-(:Document) }
  RETURN 'cards without a document' AS what, count(c) AS found
  UNION ALL
  MATCH (p:Pointer {workspace: $workspace})
  USING INDEX SEEK p:Pointer(workspace)
  WHERE NOT EXISTS { (p)-[:POINTS_TO]->(:Document) }
  RETURN 'pointers without a document' AS what, count(p) AS found
}
WITH what, found WHERE found > 0
RETURN what, found
