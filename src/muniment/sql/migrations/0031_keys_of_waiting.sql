-- A key of work that piles up stands for the task that waits, also one that was begun, failed and waits again: while an
-- embedder is away for days, what is written meanwhile adds no task each. Such keys are apart from those that last, which users
-- choose.

DROP INDEX muniment.task_is_enqueued_once;
CREATE UNIQUE INDEX task_is_enqueued_once ON muniment.tasks (tenant_id, owner_id, key)
    WHERE key IS NOT NULL AND key_lasts;
CREATE UNIQUE INDEX task_waits_once ON muniment.tasks (tenant_id, owner_id, key)
    WHERE key IS NOT NULL AND NOT key_lasts AND state = 'waiting';
COMMENT ON COLUMN muniment.tasks.key IS 'The same key of the same user enqueues once: for as long as the row is kept (key_lasts), or while the task waits.';
