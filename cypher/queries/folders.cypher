// name: hold_workspace
// why: folder policies of one workspace change one after the other, so that no new folder misses a change
// mode: write
// params: workspace
CYPHER 25
MERGE (w:Workspace {name: $workspace})
ON CREATE SET w.workspace = $workspace
SET w.lock = true
REMOVE w.lock

// name: folder_settings
// why: every folder that sets something
// mode: read
// params: workspace
// internal: policy is read by the gate before there is a reader
CYPHER 25
MATCH (f:Folder)
USING INDEX SEEK f:Folder(workspace, key)
WHERE f.workspace = $workspace AND f.key >= ''
  AND (f.set_rung IS NOT NULL OR f.set_project IS NOT NULL OR f.set_scope IS NOT NULL)
RETURN f.path AS path, f.set_rung AS rung, f.set_project AS project, f.set_scope AS scope
ORDER BY f.key

// name: synced_roots
// why: the folders a person asked to sync
// mode: read
// params: workspace
// internal: belongs to the one who syncs
CYPHER 25
MATCH (f:Folder)
USING INDEX SEEK f:Folder(workspace, key)
WHERE f.workspace = $workspace AND f.key >= '' AND f.root
RETURN f.path AS path ORDER BY f.key

// name: folders_present
// why: which of these folders are there with a policy, so that nothing has to be written
// mode: read
// params: workspace, keys
// internal: belongs to the one who syncs
CYPHER 25
UNWIND $keys AS key
MATCH (f:Folder {workspace: $workspace, key: key})
WHERE f.held OR f.rung IS NOT NULL
RETURN f.key AS key, coalesce(f.root, false) AS root, f.path AS path

// name: merge_folders
// why: makes folder nodes; their policy is computed in the same transaction
// mode: write
// params: workspace, rows
CYPHER 25
UNWIND $rows AS row
MERGE (f:Folder {workspace: $workspace, key: row.key})
SET f.path = row.path, f.root = CASE WHEN row.root THEN true ELSE f.root END

// name: set_folder
// why: stores what one folder sets; null inherits
// mode: write
// params: workspace, key, path, rung, project, scope
CYPHER 25
MERGE (f:Folder {workspace: $workspace, key: $key})
ON CREATE SET f.path = $path
SET f.set_rung = $rung, f.set_project = $project, f.set_scope = $scope

// name: folders_below
// why: the folders whose effective policy one setting may change: itself and its subtree
// mode: read
// params: workspace, key, prefix
// internal: read inside of a write, on which it decides
CYPHER 25
MATCH (f:Folder)
USING INDEX SEEK f:Folder(workspace, key)
WHERE f.workspace = $workspace AND f.key STARTS WITH $key AND (f.key = $key OR f.key STARTS WITH $prefix)
RETURN f.key AS key, f.path AS path ORDER BY key

// name: unlink_root
// why: a folder that a person does not want synced any more; what it set stays for its return
// mode: write
// params: workspace, key
CYPHER 25
MATCH (f:Folder {workspace: $workspace, key: $key})
REMOVE f.root

// name: forget_folders
// why: a root is no root any more, and of its folders only those stay that hold documents of another one
// mode: write
// params: workspace, key, prefix
CYPHER 25
MATCH (f:Folder)
USING INDEX SEEK f:Folder(workspace, key)
WHERE f.workspace = $workspace AND f.key >= $key AND (f.key = $key OR f.key STARTS WITH $prefix)
SET f.root = CASE WHEN f.key = $key THEN null ELSE f.root END
WITH f WHERE f.root IS NULL AND NOT EXISTS { (f)<-[:IN]-() }
DETACH DELETE f

// name: set_effective
// why: what holds in each folder now, which every read checks; a null leaves the last readable value
// mode: write
// params: workspace, rows
CYPHER 25
UNWIND $rows AS row
MATCH (f:Folder {workspace: $workspace, key: row.key})
SET f.held = row.held, f.rung = coalesce(row.rung, f.rung), f.project = coalesce(row.project, f.project),
    f.scope = coalesce(row.scope, f.scope), f.audience = coalesce(row.audience, f.audience)

// name: take_root
// why: one run at a time works on a root; who finds it free, run out or left by the one in `instead` has it
// mode: write
// params: workspace, key, path, lease, instead, now, until
CYPHER 25
MERGE (f:Folder {workspace: $workspace, key: $key})
ON CREATE SET f.path = $path
SET f.lock = true
REMOVE f.lock
WITH f, f.lease IS NULL OR f.lease = $lease OR f.lease = $instead OR f.lease_until <= $now AS free
SET f.lease = CASE WHEN free THEN $lease ELSE f.lease END,
    f.lease_until = CASE WHEN free THEN $until ELSE f.lease_until END
RETURN f.lease AS lease

// name: leave_root
// why: the next run need not wait; a root of which nothing was taken in leaves no folder behind
// mode: write
// params: workspace, key, lease
CYPHER 25
MATCH (f:Folder {workspace: $workspace, key: $key})
WHERE f.lease = $lease
SET f.lease = null, f.lease_until = null
WITH f
WHERE f.rung IS NULL AND f.held IS NULL AND f.root IS NULL AND f.set_rung IS NULL AND f.set_project IS NULL
  AND f.set_scope IS NULL AND NOT EXISTS { (f)--() }
DELETE f
