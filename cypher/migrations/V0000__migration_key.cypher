// Before everything: what makes the lock of the set-up one node. Not recorded, repeated at every start.
CYPHER 25 CREATE CONSTRAINT migration_version IF NOT EXISTS FOR (n:Migration) REQUIRE n.version IS UNIQUE;
