// The other ways in: by workspace, by root, by group of statements, by what waits.
CYPHER 25 CREATE RANGE INDEX document_root IF NOT EXISTS FOR (n:Document) ON (n.workspace, n.root);
CYPHER 25 CREATE RANGE INDEX document_path IF NOT EXISTS FOR (n:Document) ON (n.workspace, n.path_hash);
CYPHER 25 CREATE RANGE INDEX passage_workspace IF NOT EXISTS FOR (n:Passage) ON (n.workspace);
CYPHER 25 CREATE RANGE INDEX card_workspace IF NOT EXISTS FOR (n:Card) ON (n.workspace);
CYPHER 25 CREATE RANGE INDEX pointer_workspace IF NOT EXISTS FOR (n:Pointer) ON (n.workspace);
CYPHER 25 CREATE RANGE INDEX fact_workspace IF NOT EXISTS FOR (n:Fact) ON (n.workspace);
CYPHER 25 CREATE RANGE INDEX fact_group IF NOT EXISTS FOR (n:Fact) ON (n.group);
CYPHER 25 CREATE RANGE INDEX fact_recorded IF NOT EXISTS FOR (n:Fact) ON (n.audience, n.recorded_at);
CYPHER 25 CREATE RANGE INDEX pending_fact_workspace IF NOT EXISTS FOR (n:PendingFact) ON (n.workspace);
CYPHER 25 CREATE RANGE INDEX tombstone_workspace IF NOT EXISTS FOR (n:Tombstone) ON (n.workspace);
CYPHER 25 CREATE RANGE INDEX tombstone_document IF NOT EXISTS FOR (n:Tombstone) ON (n.document);
CYPHER 25 CREATE RANGE INDEX entity_workspace IF NOT EXISTS FOR (n:Entity) ON (n.workspace);
CYPHER 25 CREATE RANGE INDEX value_workspace IF NOT EXISTS FOR (n:Value) ON (n.workspace);
CYPHER 25 CREATE RANGE INDEX extraction_workspace IF NOT EXISTS FOR (n:Extraction) ON (n.workspace);
CYPHER 25 CREATE RANGE INDEX job_workspace IF NOT EXISTS FOR (n:Job) ON (n.workspace);
CYPHER 25 CREATE RANGE INDEX job_due IF NOT EXISTS FOR (n:Job) ON (n.workspace, n.kind, n.due_at);
CYPHER 25 CREATE RANGE INDEX job_document IF NOT EXISTS FOR (n:Job) ON (n.document);
CYPHER 25 CREATE RANGE INDEX unembedded_waiting IF NOT EXISTS FOR (n:Unembedded) ON (n.workspace, n.waiting);
