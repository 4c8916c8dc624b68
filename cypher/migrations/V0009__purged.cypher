// What was purged is remembered by hashes alone.
CYPHER 25 CREATE CONSTRAINT purged_id IF NOT EXISTS FOR (n:Purged) REQUIRE n.id IS UNIQUE;
CYPHER 25 CREATE RANGE INDEX purged_workspace IF NOT EXISTS FOR (n:Purged) ON (n.workspace);
