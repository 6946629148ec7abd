-- Who worked, in which session and for whom; what a user may write; and what agents without `govern` are refused here,
-- whatever the program above asks for.

-- The user, the session and the trail of a transaction, and how many writes of its user's day it ends at. The chain's
-- hash covers them.
ALTER TABLE muniment.transactions
    ADD user_id uuid,
    ADD session_id uuid,
    ADD trail text[],
    ADD writes bigint;
CREATE INDEX transaction_by_user ON muniment.transactions (tenant_id, user_id, number);
COMMENT ON COLUMN muniment.transactions.trail IS 'The agents from the first to the one that worked, each started by the one before.';
COMMENT ON COLUMN muniment.transactions.writes IS 'How many memories and turns the user had written on this day (UTC), this transaction''s among them.';

-- A project or a session that has ended is closed and written again with its end.
ALTER TABLE muniment.containers ADD ended_at timestamptz;
CREATE INDEX container_by_name ON muniment.containers (tenant_id, user_id, kind, name) WHERE known_until IS NULL;

CREATE TABLE muniment.quotas (
    tenant_id uuid NOT NULL,
    number bigint NOT NULL,
    ordinal integer NOT NULL,
    user_id uuid NOT NULL,
    daily_writes bigint CONSTRAINT quota_of_writes_is_a_count CHECK (daily_writes >= 0),
    memories bigint CONSTRAINT quota_of_memories_is_a_count CHECK (memories >= 0),
    known_from timestamptz NOT NULL,
    known_until timestamptz,
    PRIMARY KEY (tenant_id, number, ordinal)
);
CREATE UNIQUE INDEX quota_is_one_per_user ON muniment.quotas (tenant_id, user_id) WHERE known_until IS NULL;
COMMENT ON TABLE muniment.quotas IS 'How much a user may write in a day, and keep; null is without limit.';

CREATE TRIGGER known_is_stamped BEFORE INSERT OR UPDATE ON muniment.quotas
    FOR EACH ROW EXECUTE FUNCTION muniment.stamp_known();

ALTER TABLE muniment.quotas ENABLE ROW LEVEL SECURITY;
ALTER TABLE muniment.quotas FORCE ROW LEVEL SECURITY;
CREATE POLICY row_is_visible ON muniment.quotas FOR SELECT USING (
    tenant_id = (SELECT muniment.tenant())
    AND (user_id = ANY ((SELECT muniment.owners())::uuid[])
        OR (SELECT muniment.may('govern') OR muniment.may('audit'))));
CREATE POLICY row_is_written ON muniment.quotas FOR INSERT WITH CHECK (
    tenant_id = (SELECT muniment.tenant()) AND (SELECT muniment.may('govern')));
CREATE POLICY row_is_closed ON muniment.quotas FOR UPDATE
    USING (tenant_id = (SELECT muniment.tenant()) AND known_until IS NULL AND (SELECT muniment.may('govern')))
    WITH CHECK (tenant_id = (SELECT muniment.tenant()));

-- An agent without `govern` writes under its own name and part, forgets only if it may, and changes nothing that is the
-- whole tenant's.
CREATE POLICY transaction_says_who ON muniment.transactions AS RESTRICTIVE FOR INSERT WITH CHECK (
    (SELECT muniment.may('govern'))
    OR (actor = (SELECT muniment.principal() ->> 'actor') AND role = (SELECT muniment.principal() ->> 'role')
        AND user_id = (SELECT (muniment.principal() ->> 'user')::uuid)));
CREATE POLICY forgetting_is_permitted ON muniment.transactions AS RESTRICTIVE FOR INSERT WITH CHECK (
    operation NOT IN ('forget', 'retract', 'forget_episode') OR (SELECT muniment.may('forget')));
CREATE POLICY memory_says_who ON muniment.memories AS RESTRICTIVE FOR INSERT WITH CHECK (
    (SELECT muniment.may('govern')) OR agent IS NOT DISTINCT FROM (SELECT muniment.agent()));
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['tenants', 'categories', 'embedders']
    LOOP
        EXECUTE format('CREATE POLICY row_is_governed ON muniment.%I AS RESTRICTIVE FOR UPDATE
            USING ((SELECT muniment.may(''govern'')))', name);
    END LOOP;
END
$$;

REVOKE ALL ON muniment.quotas FROM PUBLIC;
GRANT SELECT ON muniment.quotas TO {writer}, {reader};
GRANT INSERT ON muniment.quotas TO {writer};
GRANT UPDATE (known_until) ON muniment.quotas TO {writer};
