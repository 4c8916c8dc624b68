// name: server_edition
// why: what the server is, for kg status and the first check
// mode: read
// params:
// internal: asks the server, not the graph
CYPHER 25
CALL dbms.components() YIELD name, versions, edition
WITH name, versions, edition WHERE name = 'Neo4j Kernel'
RETURN versions[0] AS version, edition

// name: migrations_applied
// why: which migrations this database has, with the checksum of the text that ran
// mode: read
// params:
// internal: belongs to the database, not to a workspace
CYPHER 25
MATCH (m:Migration) WHERE m.version > 0
RETURN m.version AS version, m.name AS name, m.checksum AS checksum ORDER BY version

// name: hold_setup
// why: one process sets up at a time: the others wait for this lock until the holder's transaction ends
// mode: write
// params:
CYPHER 25
MERGE (m:Migration {version: 0})
SET m.name = 'lock'

// name: record_migration
// why: written after every statement of a migration has run
// mode: write
// params: version, name, checksum
CYPHER 25
MERGE (m:Migration {version: $version})
ON CREATE SET m.name = $name, m.checksum = $checksum, m.applied_at = datetime()

// name: index_states
// why: set-up is done when every index is ONLINE
// mode: read
// params:
// internal: belongs to the database, not to a workspace
CYPHER 25
SHOW INDEXES YIELD name, state, populationPercent
RETURN name, state, populationPercent AS percent ORDER BY name

// name: resample_indexes
// why: after a bulk load the planner must not plan with the statistics of an empty graph
// mode: write
// params:
CYPHER 25
CALL db.resampleOutdatedIndexes()

// name: replan
// why: waits for fresh statistics and throws away plans made with the old ones
// mode: write
// params: seconds
CYPHER 25
CALL db.prepareForReplanning($seconds)
