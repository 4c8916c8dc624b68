// Blanks that were written over what was purged are found to be deleted.
CYPHER 25 CREATE RANGE INDEX blank_workspace IF NOT EXISTS FOR (n:Blank) ON (n.workspace);
