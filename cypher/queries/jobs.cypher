// name: leased_jobs
// why: jobs this very lease took already, when it is asked for once more
// mode: read
// params: workspace, kinds, until, lease
// internal: read inside of a write, on which it decides
CYPHER 25
UNWIND $kinds AS kind
MATCH (j:Job {workspace: $workspace, kind: kind, due_at: $until})
USING INDEX SEEK j:Job(workspace, kind, due_at)
WHERE j.state = 'leased' AND j.lease = $lease
RETURN j {.id, .kind, .document, .tries, .reason, .anew, .unread, .unread_cut} AS job ORDER BY j.path_key, j.id

// name: lease_jobs
// why: takes jobs that are due; the lock is taken before the second look, so no two workers take the same
// mode: write
// params: workspace, kinds, root, now, until, limit, lease
CYPHER 25
UNWIND $kinds AS kind
MATCH (j:Job {workspace: $workspace, kind: kind})
WHERE j.due_at <= $now AND ($root IS NULL OR j.root = $root)
// By path where they became due together, so that the same folder is worked on in the same order every time.
WITH j ORDER BY j.due_at, j.path_key, j.id LIMIT $limit
SET j.lock = true
REMOVE j.lock
WITH j
WHERE j.due_at <= $now
SET j.state = 'leased', j.lease = $lease, j.due_at = $until, j.tries = j.tries + 1
RETURN j {.id, .kind, .document, .tries, .reason, .anew, .unread, .unread_cut} AS job ORDER BY j.path_key, j.id

// name: due_jobs
// why: what a run would take now, for its bill
// mode: read
// params: workspace, kinds, root, now
// internal: belongs to the one who syncs
CYPHER 25
UNWIND $kinds AS kind
MATCH (j:Job {workspace: $workspace, kind: kind})
USING INDEX SEEK j:Job(workspace, kind, due_at)
WHERE j.due_at <= $now AND j.root = $root
WITH j ORDER BY j.due_at, j.path_key, j.id
RETURN collect(j {.id, .kind, .document, .tries, .reason, .anew, .unread, .unread_cut}) AS jobs

// name: renew_jobs
// why: a worker that is alive keeps its leases; here and below, what was seen before the lock is looked at again
// mode: write
// params: lease, ids, until
CYPHER 25
UNWIND $ids AS id
MATCH (j:Job {id: id})
WHERE j.state = 'leased' AND j.lease = $lease
SET j.lock = true
REMOVE j.lock
WITH j
WHERE j.state = 'leased' AND j.lease = $lease
SET j.due_at = $until

// name: release_jobs
// why: leases given back untried
// mode: write
// params: lease, ids
CYPHER 25
UNWIND $ids AS id
MATCH (j:Job {id: id})
WHERE j.state = 'leased' AND j.lease = $lease
SET j.lock = true
REMOVE j.lock
WITH j
WHERE j.state = 'leased' AND j.lease = $lease
// A day ago, since the clock of a worker may be behind the server's.
SET j.state = 'queued', j.lease = null, j.tries = j.tries - 1, j.due_at = datetime() - duration({days: 1})

// name: return_job
// why: a lease given back untried, with what the next one begins with
// mode: write
// params: lease, id, unread, unread_cut
CYPHER 25
MATCH (j:Job {id: $id})
WHERE j.state = 'leased' AND j.lease = $lease
SET j.lock = true
REMOVE j.lock
WITH j
WHERE j.state = 'leased' AND j.lease = $lease
SET j.state = 'queued', j.lease = null, j.tries = j.tries - 1, j.due_at = datetime() - duration({days: 1}),
    j.unread = $unread, j.unread_cut = $unread_cut

// name: finish_job
// why: done; what it did is in the graph. Whoever lost the lease, or had the work queued anew meanwhile, ends nothing
// mode: write
// params: lease, id
CYPHER 25
MATCH (j:Job {id: $id})
WHERE j.state = 'leased' AND j.lease = $lease
SET j.lock = true
REMOVE j.lock
WITH j
WHERE j.state = 'leased' AND j.lease = $lease
DETACH DELETE j

// name: retry_job
// why: later, or never: a job that failed for good has no time and stays to be looked up
// mode: write
// params: lease, id, reason, due_at
CYPHER 25
MATCH (j:Job {id: $id})
WHERE j.state = 'leased' AND j.lease = $lease
SET j.lock = true
REMOVE j.lock
WITH j
WHERE j.state = 'leased' AND j.lease = $lease
SET j.reason = $reason, j.due_at = $due_at, j.lease = null, j.unread = null, j.unread_cut = null,
    j.state = CASE WHEN $due_at IS NULL THEN 'failed' ELSE 'queued' END

// name: job_leases
// why: the leases that hold jobs now, to see whether their makers are still alive
// mode: read
// params: workspace, kind, now
// internal: belongs to the one who works
CYPHER 25
MATCH (j:Job {workspace: $workspace, kind: $kind})
WHERE j.due_at > $now AND j.state = 'leased'
RETURN DISTINCT j.lease AS lease ORDER BY lease

// name: return_jobs
// why: jobs of workers that are dead go back untried, before their leases run out
// mode: write
// params: workspace, kind, now, leases
CYPHER 25
MATCH (j:Job {workspace: $workspace, kind: $kind})
WHERE j.due_at > $now AND j.state = 'leased' AND j.lease IN $leases
SET j.lock = true
REMOVE j.lock
WITH j
WHERE j.state = 'leased' AND j.lease IN $leases
SET j.state = 'queued', j.lease = null, j.tries = j.tries - 1, j.due_at = datetime() - duration({days: 1})

// name: try_again
// why: a person wants what failed for good, or waits for a later try, to be tried now
// mode: write
// params: workspace
CYPHER 25
MATCH (j:Job {workspace: $workspace})
USING INDEX SEEK j:Job(workspace)
WHERE j.state = 'failed' OR (j.state = 'queued' AND j.due_at > datetime())
SET j.lock = true
REMOVE j.lock
WITH j
WHERE j.state = 'failed' OR (j.state = 'queued' AND j.due_at > datetime())
// A day ago, since the clock of a worker may be behind the server's.
SET j.state = 'queued', j.lease = null, j.tries = 0, j.due_at = datetime() - duration({days: 1})
RETURN count(*) AS queued
