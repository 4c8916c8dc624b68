// Corrections by people, found by what they are about, and the facts that they hold back.
CYPHER 25 CREATE CONSTRAINT correction_id IF NOT EXISTS FOR (n:Correction) REQUIRE n.id IS UNIQUE;
CYPHER 25 CREATE RANGE INDEX correction_target IF NOT EXISTS FOR (n:Correction) ON (n.target);
CYPHER 25 CREATE RANGE INDEX correction_fact IF NOT EXISTS FOR (n:Correction) ON (n.fact);
CYPHER 25 CREATE RANGE INDEX correction_workspace IF NOT EXISTS FOR (n:Correction) ON (n.workspace);
CYPHER 25 CREATE RANGE INDEX retracted_group IF NOT EXISTS FOR (n:Retracted) ON (n.group);
CYPHER 25 CREATE RANGE INDEX retracted_workspace IF NOT EXISTS FOR (n:Retracted) ON (n.workspace);
