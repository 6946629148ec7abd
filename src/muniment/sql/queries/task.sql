-- name: task_enqueue :exec
-- Store tasks for the principal and put each into the queue, all in the caller's transaction. A key that is known
-- stores nothing.
WITH asked AS MATERIALIZED (
    SELECT coalesce(a.given_id, muniment.new_id()) AS task_id, nextval('muniment_queue.pgqueuer_id_seq') AS job_no, a.*
    FROM unnest(%(task_ids)s::uuid[], %(kinds)s::text[], %(arguments)s::text[], %(keys)s::text[], %(keys_last)s::boolean[],
        %(delays)s::interval[], %(attempts_max)s::int[], %(schedule_ids)s::uuid[])
        WITH ORDINALITY AS a (given_id, kind, arguments, key, key_lasts, delay, attempts_max, schedule_id, place)
), stored AS (
    INSERT INTO muniment.tasks
        (tenant_id, task_id, kind, arguments, state, tenant_name, owner_id, user_name, agent, role, trail,
         permissions, containers, project, session, acting, namespaces, confined, grantee_id, key_id, namespace, visibility, key, key_lasts, schedule_id, job_no, attempts, attempts_max, enqueued_at, due_at)
    SELECT %(tenant_id)s, a.task_id, a.kind, a.arguments, 'waiting', %(tenant_name)s, %(owner_id)s, %(user_name)s,
        %(agent)s, %(role)s, %(trail)s::text[], %(permissions)s::text[], %(containers)s::uuid[], %(project)s, %(session)s,
        %(acting)s, %(namespaces)s::text[], %(confined)s, %(grantee_id)s, %(key_id)s, %(namespace)s, %(visibility)s, a.key, a.key_lasts, a.schedule_id,
        a.job_no, 0, a.attempts_max, clock_timestamp(), now() + a.delay
    FROM asked a ORDER BY a.place
    ON CONFLICT DO NOTHING
    RETURNING tenant_id, owner_id, task_id, job_no, due_at
)
INSERT INTO muniment_queue.pgqueuer (id, priority, entrypoint, payload, execute_after, status)
SELECT s.job_no, 0, s.tenant_id::text,
    convert_to(json_build_object('tenant', s.tenant_id, 'user', s.owner_id, 'task', s.task_id)::text, 'UTF8'),
    s.due_at, 'queued'
FROM stored s;

-- name: task_keyed :one
-- The task that a key of the principal's stands for, one that lasts.
SELECT task_id AS id, kind FROM muniment.tasks
WHERE tenant_id = %(tenant_id)s AND owner_id = %(owner_id)s AND key = %(key)s AND key_lasts;

-- name: task_claim :one
-- Begin a task that the queue gave to this worker, and count the attempt before anything runs. One that was begun as
-- often as allowed and never ended is parked; one that was to be cancelled is.
UPDATE muniment.tasks t
SET state = d.state,
    attempts = t.attempts + (d.state = 'running')::int,
    worker_id = CASE WHEN d.state = 'running' THEN %(worker_id)s::uuid END,
    started_at = CASE WHEN d.state = 'running' THEN clock_timestamp() ELSE t.started_at END,
    beat_at = CASE WHEN d.state = 'running' THEN clock_timestamp() ELSE t.beat_at END,
    ended_at = CASE WHEN d.state <> 'running' THEN clock_timestamp() END,
    progress_done = NULL, progress_total = NULL,
    key = CASE WHEN t.key_lasts OR d.state = 'running' THEN t.key END,
    error = CASE WHEN t.state = 'running' THEN %(error)s
        WHEN d.state = 'parked' THEN coalesce(t.error, %(error)s) ELSE t.error END,
    error_code = CASE WHEN t.state = 'running' THEN %(error_code)s ELSE t.error_code END
FROM (
    SELECT c.task_id, CASE WHEN c.cancel_asked_at IS NOT NULL THEN 'cancelled'
        WHEN c.attempts < c.attempts_max THEN 'running' ELSE 'parked' END AS state
    FROM muniment.tasks c
    WHERE c.tenant_id = %(tenant_id)s AND c.task_id = %(task_id)s FOR UPDATE) d
WHERE t.tenant_id = %(tenant_id)s AND t.task_id = d.task_id AND t.state IN ('waiting', 'running')
  AND EXISTS (SELECT FROM muniment_queue.pgqueuer q
              WHERE q.id = t.job_no AND q.id = %(job_no)s AND q.status = 'picked'
                AND q.queue_manager_id = %(worker_id)s::uuid)
RETURNING t.task_id, t.kind, t.arguments, t.state, t.tenant_id, t.tenant_name, t.owner_id, t.user_name, t.agent, t.role,
    t.trail, t.permissions, t.containers, t.project, t.session, t.acting, t.namespaces, t.confined, t.grantee_id, t.key_id, t.namespace, t.visibility, t.job_no, t.attempts, t.attempts_max;

-- name: task_beat :one
-- Say that a task is still running here, and how far it is. No row: somebody else has it, or it ended.
UPDATE muniment.tasks
SET beat_at = clock_timestamp(), progress_done = %(progress_done)s, progress_total = %(progress_total)s
WHERE tenant_id = %(tenant_id)s AND task_id = %(task_id)s AND state = 'running'
  AND worker_id = %(worker_id)s AND attempts = %(attempts)s
RETURNING cancel_asked_at IS NOT NULL AS cancel_asked;

-- name: task_end :one
-- End a task that is still running here.
UPDATE muniment.tasks
SET state = %(state)s, worker_id = NULL, ended_at = clock_timestamp(), result = %(result)s, error = %(error)s,
    error_code = %(error_code)s, progress_done = %(progress_done)s, progress_total = %(progress_total)s,
    key = CASE WHEN key_lasts THEN key END
WHERE tenant_id = %(tenant_id)s AND task_id = %(task_id)s AND state = 'running'
  AND worker_id = %(worker_id)s AND attempts = %(attempts)s
RETURNING state;

-- name: task_postpone :one
-- Let a task that is still running here wait for its next attempt. If it was to be cancelled, it is; so is one whose key
-- another took meanwhile, which will do the same and waits already.
UPDATE muniment.tasks t
SET state = CASE WHEN d.is_over THEN 'cancelled' ELSE 'waiting' END,
    ended_at = CASE WHEN d.is_over THEN clock_timestamp() END,
    key = CASE WHEN t.key_lasts OR NOT d.is_over THEN t.key END,
    worker_id = NULL, due_at = clock_timestamp() + %(delay)s::interval, attempts = t.attempts - %(given_back)s::int,
    error = coalesce(%(error)s, t.error), error_code = coalesce(%(error_code)s, t.error_code)
FROM (
    SELECT c.task_id, c.cancel_asked_at IS NOT NULL OR (NOT c.key_lasts AND EXISTS (
        SELECT FROM muniment.tasks o
        WHERE o.tenant_id = c.tenant_id AND o.owner_id = c.owner_id AND o.key = c.key AND NOT o.key_lasts
          AND o.state = 'waiting')) AS is_over
    FROM muniment.tasks c
    WHERE c.tenant_id = %(tenant_id)s AND c.task_id = %(task_id)s FOR UPDATE) d
WHERE t.tenant_id = %(tenant_id)s AND t.task_id = d.task_id AND t.state = 'running'
  AND t.worker_id = %(worker_id)s AND t.attempts = %(attempts)s
RETURNING t.state;

-- name: task_hasten :exec
-- Let the task that a key stands for while it waits be due now: what it was put off for is there again.
WITH hastened AS (
    UPDATE muniment_queue.pgqueuer q SET execute_after = now(), updated = now()
    FROM muniment.tasks t
    WHERE t.tenant_id = %(tenant_id)s AND t.owner_id = %(owner_id)s AND t.key = %(key)s AND NOT t.key_lasts
      AND t.state = 'waiting' AND q.id = t.job_no AND q.status = 'queued' AND q.execute_after > now()
    RETURNING q.id)
UPDATE muniment.tasks t SET due_at = now()
FROM hastened h WHERE t.tenant_id = %(tenant_id)s AND t.job_no = h.id;

-- name: task_cancel :one
-- Cancel a task that waits or is parked; ask for it where it is running. No row: there is none, or it ended.
UPDATE muniment.tasks
SET state = CASE WHEN state = 'running' THEN state ELSE 'cancelled' END,
    cancel_asked_at = coalesce(cancel_asked_at, clock_timestamp()),
    ended_at = CASE WHEN state = 'running' THEN NULL ELSE clock_timestamp() END,
    key = CASE WHEN key_lasts THEN key END
WHERE tenant_id = %(tenant_id)s AND task_id = %(task_id)s AND state IN ('waiting', 'running', 'parked')
RETURNING state, job_no;

-- name: task_retry :one
-- Let a parked task wait again, with all its attempts, and put it into the queue anew.
WITH waiting AS (
    UPDATE muniment.tasks
    SET state = 'waiting', attempts = 0, ended_at = NULL, cancel_asked_at = NULL, due_at = now(),
        job_no = nextval('muniment_queue.pgqueuer_id_seq')
    WHERE tenant_id = %(tenant_id)s AND task_id = %(task_id)s AND state = 'parked'
    RETURNING tenant_id, owner_id, task_id, job_no, due_at, state
), queued AS (
    INSERT INTO muniment_queue.pgqueuer (id, priority, entrypoint, payload, execute_after, status)
    SELECT w.job_no, 0, w.tenant_id::text,
        convert_to(json_build_object('tenant', w.tenant_id, 'user', w.owner_id, 'task', w.task_id)::text, 'UTF8'),
        w.due_at, 'queued'
    FROM waiting w)
SELECT w.state, w.job_no FROM waiting w;

-- part: tasks_told
SELECT task_id, kind, arguments, state, user_name, agent, key, schedule_id, attempts, attempts_max, progress_done,
    progress_total, result, error, error_code, worker_id, enqueued_at, due_at, started_at, beat_at, cancel_asked_at, ended_at, key_id
FROM muniment.tasks

-- name: task_read :one
-- One task.
{tasks_told}
WHERE tenant_id = %(tenant_id)s AND task_id = %(task_id)s;

-- name: tasks_read :many
-- Tasks, latest first.
{tasks_told}
WHERE tenant_id = %(tenant_id)s AND (%(state)s::text IS NULL OR state = %(state)s)
  AND (%(kind)s::text IS NULL OR kind = %(kind)s) AND (%(before)s::uuid IS NULL OR task_id < %(before)s)
ORDER BY task_id DESC LIMIT %(limit)s;

-- name: tasks_count :one
-- How many tasks wait, run and are parked; since when the oldest that is due waits; and how many workers are alive.
SELECT count(*) FILTER (WHERE t.state = 'waiting') AS waiting,
    count(*) FILTER (WHERE t.state = 'running') AS running,
    count(*) FILTER (WHERE t.state = 'parked') AS parked,
    min(t.due_at) FILTER (WHERE t.state = 'waiting' AND t.due_at <= clock_timestamp()) AS oldest_due_at,
    (SELECT count(*) FROM muniment_queue.workers w
     WHERE abs(extract(epoch FROM clock_timestamp() - w.seen_at)) < extract(epoch FROM %(seen_within)s::interval)) AS workers
FROM muniment.tasks t
WHERE t.tenant_id = %(tenant_id)s AND t.state IN ('waiting', 'running', 'parked');

-- name: task_sweep :exec
-- Take away some tasks of the tenant that ended long ago, whoever's they were; what is parked stays until somebody sees to it.
DELETE FROM muniment.tasks
WHERE tenant_id = %(tenant_id)s AND task_id IN (
    SELECT o.task_id FROM muniment.tasks o
    WHERE o.tenant_id = %(tenant_id)s AND o.state <> 'parked' AND o.ended_at < clock_timestamp() - %(kept)s::interval
    ORDER BY o.ended_at, o.task_id LIMIT 100);

-- name: id_new :one
-- A fresh id.
SELECT muniment.new_id() AS id;
