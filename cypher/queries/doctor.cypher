// name: wrong_vectors
// why: a vector of another length is stored and silently not indexed
// mode: read
// params: workspace, dimensions
// internal: counts for kg doctor, shows nothing of what they are of
CYPHER 25
CALL () {
  MATCH (n:Fact {workspace: $workspace})
  USING INDEX SEEK n:Fact(workspace)
  WHERE size(n.embedding) <> $dimensions RETURN count(n) AS found
  UNION ALL
  MATCH (n:Pointer {workspace: $workspace})
  USING INDEX SEEK n:Pointer(workspace)
  WHERE size(n.embedding) <> $dimensions RETURN count(n) AS found
  UNION ALL
  MATCH (n:Passage {workspace: $workspace})
  USING INDEX SEEK n:Passage(workspace)
  WHERE size(n.embedding) <> $dimensions RETURN count(n) AS found
  UNION ALL
  MATCH (n:Card {workspace: $workspace})
  USING INDEX SEEK n:Card(workspace)
  WHERE size(n.embedding) <> $dimensions RETURN count(n) AS found
}
RETURN sum(found) AS found

// name: unwritten_vectors
// why: a node that neither has a vector nor waits for one is found by words only
// mode: read
// params: workspace
// internal: counts for kg doctor, shows nothing of what they are of
CYPHER 25
CALL () {
  MATCH (n:Fact {workspace: $workspace})
  USING INDEX SEEK n:Fact(workspace)
  WHERE n.embedding IS NULL AND NOT n:Unembedded AND n.text <> ''
  RETURN count(n) AS found
  UNION ALL
  MATCH (n:Passage {workspace: $workspace})
  USING INDEX SEEK n:Passage(workspace)
  WHERE n.embedding IS NULL AND NOT n:Unembedded AND n.text <> ''
  RETURN count(n) AS found
}
RETURN sum(found) AS found
