// name: fingerprint_folders
// why: what each folder sets and what holds in it, for the fingerprint
// mode: read
// params: workspace
// internal: only a hash of it is shown
CYPHER 25
MATCH (f:Folder)
USING INDEX SEEK f:Folder(workspace, key)
WHERE f.workspace = $workspace AND f.key >= ''
RETURN [f.key, coalesce(f.root, false), f.set_rung, f.set_project, f.set_scope, f.rung, f.project, f.scope,
        coalesce(f.held, false)] AS line

// name: fingerprint_documents
// why: the documents with their states and rungs, for the fingerprint; a document at nothing is known by its content
// mode: read
// params: workspace
// internal: only a hash of it is shown
CYPHER 25
MATCH (d:Document)
USING INDEX SEEK d:Document(workspace, path_hash)
WHERE d.workspace = $workspace AND d.path_hash >= ''
OPTIONAL MATCH (d)-[:IN]->(f:Folder)
RETURN [d.path, d.root, f.key, d.content_hash, d.state, d.rung, d.project, d.scope, d.fingerprint, d.title, d.about,
        d.dated] AS line

// name: fingerprint_passages
// why: the stored text, for the fingerprint; also what no reader finds
// mode: read
// params: workspace
// internal: only a hash of it is shown
CYPHER 25
MATCH (p:Passage {workspace: $workspace})
USING INDEX SEEK p:Passage(workspace)
OPTIONAL MATCH (d:Document)-[has:HAS_PASSAGE|STAGES]->(p)
RETURN [d.path, type(has), p.position, p.start, p.end, p.text, p.context, p.audience = d.audience, p.project] AS line

// name: fingerprint_cards
// why: the cards, for the fingerprint
// mode: read
// params: workspace
// internal: only a hash of it is shown
CYPHER 25
MATCH (c:Card {workspace: $workspace})
USING INDEX SEEK c:Card(workspace)
OPTIONAL MATCH (d:Document)-[:HAS_CARD]->(c)
RETURN [d.path, c.title, c.about, c.mentions, c.dated, c.text, c.audience = d.audience, c.project] AS line

// name: fingerprint_pointers
// why: the lines of documents in memory, for the fingerprint
// mode: read
// params: workspace
// internal: only a hash of it is shown
CYPHER 25
MATCH (p:Pointer {workspace: $workspace})
USING INDEX SEEK p:Pointer(workspace)
OPTIONAL MATCH (p)-[:POINTS_TO]->(d:Document)
RETURN [d.path, p.where, p.title, p.about, p.text, p.audience = d.audience, p.project] AS line

// name: fingerprint_segments
// why: which extraction covers which part of a document, for the fingerprint
// mode: read
// params: workspace
// internal: only a hash of it is shown
CYPHER 25
MATCH (x:Extraction {workspace: $workspace})
USING INDEX SEEK x:Extraction(workspace)
MATCH (x)<-[s:HAS_SEGMENT]-(d:Document)
RETURN [d.path, s.start, s.end, x.segment_hash, x.fingerprint] AS line

// name: fingerprint_mentions
// why: which document means which thing by which names, for the fingerprint
// mode: read
// params: workspace
// internal: only a hash of it is shown
CYPHER 25
MATCH (e:Entity {workspace: $workspace})
USING INDEX SEEK e:Entity(workspace)
MATCH (e)<-[m:MENTIONS]-(d:Document)
RETURN [d.path, e.key, m.by, m.keys, m.audience = d.audience] AS line

// name: fingerprint_entities
// why: the things, for the fingerprint, so that one that nothing refers to is seen
// mode: read
// params: workspace
// internal: only a hash of it is shown
CYPHER 25
MATCH (e:Entity {workspace: $workspace})
USING INDEX SEEK e:Entity(workspace)
RETURN [e.key] AS line

// name: fingerprint_values
// why: the objects that are no thing, for the fingerprint
// mode: read
// params: workspace
// internal: only a hash of it is shown
CYPHER 25
MATCH (v:Value {workspace: $workspace})
USING INDEX SEEK v:Value(workspace)
RETURN [v.kind, v.key] AS line

// name: fingerprint_names
// why: which name leads to which thing for whom, for the fingerprint
// mode: read
// params: workspace
// internal: only a hash of it is shown
CYPHER 25
MATCH (n:Name)
USING INDEX SEEK n:Name(workspace, key)
WHERE n.workspace = $workspace AND n.key >= ''
OPTIONAL MATCH (n)-[x:NAMES]->(e:Entity)
RETURN DISTINCT [n.key, e.key] AS line, x.audience AS audience

// name: fingerprint_facts
// why: the live facts with their intervals, for the fingerprint
// mode: read
// params: workspace
// internal: only a hash of it is shown
CYPHER 25
MATCH (n:Fact {workspace: $workspace})
USING INDEX SEEK n:Fact(workspace)
OPTIONAL MATCH (n)-[:SUBJECT]->(s)
OPTIONAL MATCH (n)-[:OBJECT]->(o)
RETURN [n.project, n.scope, s.key, n.relation, n.qualifier, CASE WHEN o:Value THEN n.object_kind END, o.key,
        n.modality, n.valid_from, n.valid_to, n.said_at, n.confidence, coalesce(n.stale, false), n.fact_key,
        toLower(n.text), s.id = n.subject_id, o.id = n.object_id] AS line

// name: fingerprint_relations
// why: the one-hop edges of live facts, for the fingerprint
// mode: read
// params: workspace
// internal: only a hash of it is shown
CYPHER 25
MATCH (e:Entity {workspace: $workspace})
USING INDEX SEEK e:Entity(workspace)
MATCH (e)-[r:RELATION]->(o)
RETURN [e.key, r.name, CASE WHEN o:Value THEN o.kind END, o.key, r.modality, r.confidence, r.valid_from,
        r.valid_to, r.project] AS line

// name: fingerprint_evidence
// why: which statement of which document is evidence of which fact, for the fingerprint
// mode: read
// params: workspace
// internal: only a hash of it is shown
CYPHER 25
MATCH (n:Fact {workspace: $workspace})
USING INDEX SEEK n:Fact(workspace)
OPTIONAL MATCH (n)-[:SUBJECT]->(s)
OPTIONAL MATCH (n)-[:OBJECT]->(o)
MATCH (n)-[ev:EVIDENCE]->(d:Document)
RETURN [n.project, n.scope, s.key, n.relation, n.qualifier, CASE WHEN o:Value THEN n.object_kind END, o.key,
        n.modality, n.valid_from, d.path, ev.start, ev.end, ev.hash, ev.said_at, ev.valid_from, ev.valid_to, ev.confidence,
        ev.rule, toLower(ev.subject), toLower(ev.object), EXISTS { (d)-[:HAS_PASSAGE]->(:Passage {id: ev.passage}) }] AS line

// name: fingerprint_links
// why: what supersedes and what was linked, for the fingerprint
// mode: read
// params: workspace
// internal: only a hash of it is shown
CYPHER 25
MATCH (n:Fact {workspace: $workspace})
USING INDEX SEEK n:Fact(workspace)
MATCH (n)-[link:SUPERSEDES|RELATES_TO|FIXES_ISSUE]->(other:Fact)
OPTIONAL MATCH (n)-[:SUBJECT]->(s)
OPTIONAL MATCH (n)-[:OBJECT]->(o)
OPTIONAL MATCH (other)-[:SUBJECT]->(t)
OPTIONAL MATCH (other)-[:OBJECT]->(p)
RETURN [type(link), link.by, link.weight, link.reason, s.key, n.project, n.scope, n.relation, n.qualifier, o.key,
        n.modality, n.valid_from, t.key, other.project, other.scope, other.relation, other.qualifier, p.key,
        other.modality, other.valid_from] AS line

// name: fingerprint_marks
// why: the judgements on live facts, for the fingerprint
// mode: read
// params: workspace
// internal: only a hash of it is shown
CYPHER 25
MATCH (n:Fact {workspace: $workspace})
USING INDEX SEEK n:Fact(workspace)
MATCH (n)<-[:ON]-(m:Mark)
OPTIONAL MATCH (n)-[:SUBJECT]->(s)
OPTIONAL MATCH (n)-[:OBJECT]->(o)
RETURN [m.kind, m.cap, m.reason, m.by, n.project, n.scope, s.key, n.relation, n.qualifier, o.key, n.modality,
        n.valid_from] AS line

// name: fingerprint_corrections
// why: what people corrected and did not undo, for the fingerprint
// mode: read
// params: workspace
// internal: only a hash of it is shown
CYPHER 25
MATCH (c:Correction {workspace: $workspace})
USING INDEX SEEK c:Correction(workspace)
WHERE c.undone_at IS NULL
RETURN [c.kind, c.project, c.scope, c.by, c.reason] AS line, c.change AS change

// name: fingerprint_retracted
// why: what corrections keep out of memory, for the fingerprint
// mode: read
// params: workspace
// internal: only a hash of it is shown
CYPHER 25
MATCH (t:Retracted {workspace: $workspace})
USING INDEX SEEK t:Retracted(workspace)
OPTIONAL MATCH (t)-[:SUBJECT]->(s)
OPTIONAL MATCH (t)-[:OBJECT]->(o)
MATCH (t)-[ev:EVIDENCE]->(d:Document)
RETURN [t.project, t.scope, s.key, t.relation, t.qualifier, o.key, t.modality, t.valid_from, d.path, ev.start, ev.end,
        ev.hash, COUNT { (t)<-[:CORRECTS]-() }] AS line

// name: count_tombstones
// why: what is kept of what was, counted beside the fingerprint
// mode: read
// params: workspace
// internal: only a count is shown
CYPHER 25
MATCH (t:Tombstone {workspace: $workspace})
USING INDEX SEEK t:Tombstone(workspace)
RETURN count(t) AS found
