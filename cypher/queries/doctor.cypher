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
