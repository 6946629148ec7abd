-- Why something was written is read by who may read what was written: a reason may quote it. The hash of its transaction
-- covers it as before.

CREATE TABLE muniment.reasons (
    tenant_id uuid NOT NULL,
    number bigint NOT NULL,
    user_id uuid,
    private boolean NOT NULL,
    partition_nos integer[] NOT NULL,
    reason text NOT NULL,
    PRIMARY KEY (tenant_id, number)
);
COMMENT ON TABLE muniment.reasons IS 'Why a transaction was made, if somebody said so, and who may read that; stamped by the database.';
COMMENT ON COLUMN muniment.reasons.user_id IS 'Whose transaction it is.';
COMMENT ON COLUMN muniment.reasons.private IS 'Whether one of the partitions is private to an agent.';
COMMENT ON COLUMN muniment.reasons.partition_nos IS 'The partitions of the rows that the transaction wrote or closed, in order.';

-- The partitions of the rows that a transaction wrote or closed, of those that its reader may read. What a stranger wrote
-- into a list of closings cannot fail to be read.
CREATE VIEW muniment.touched WITH (security_invoker = true) AS
SELECT tenant_id, number, partition_no FROM muniment.memories
UNION ALL SELECT tenant_id, number, partition_no FROM muniment.assertions
UNION ALL SELECT tenant_id, number, partition_no FROM muniment.versions
UNION ALL SELECT tenant_id, number, partition_no FROM muniment.episodes
UNION ALL SELECT tenant_id, number, partition_no FROM muniment.decisions
UNION ALL SELECT tenant_id, number, partition_no FROM muniment.contradictions
UNION ALL SELECT tenant_id, number, partition_no FROM muniment.pages
UNION ALL SELECT tenant_id, number, partition_no FROM muniment.page_revisions
UNION ALL
SELECT t.tenant_id, t.number, r.partition_no
FROM muniment.transactions t
CROSS JOIN LATERAL json_array_elements(
    CASE WHEN t.closings IS JSON ARRAY AND strpos(t.closings, '\') = 0 THEN t.closings::json ELSE '[]' END) AS c (closing)
CROSS JOIN LATERAL (
    SELECT c.closing ->> 0 AS kept_in,
        CASE WHEN c.closing ->> 1 ~ '^[0-9]{1,18}$' THEN (c.closing ->> 1)::bigint END AS number,
        CASE WHEN c.closing ->> 2 ~ '^[0-9]{1,9}$' THEN (c.closing ->> 2)::integer END AS ordinal) k
CROSS JOIN LATERAL (
    SELECT m.partition_no FROM muniment.memories m
    WHERE k.kept_in = 'memories' AND m.tenant_id = t.tenant_id AND m.number = k.number AND m.ordinal = k.ordinal
    UNION ALL
    SELECT a.partition_no FROM muniment.assertions a
    WHERE k.kept_in = 'assertions' AND a.tenant_id = t.tenant_id AND a.number = k.number AND a.ordinal = k.ordinal
    UNION ALL
    SELECT v.partition_no FROM muniment.versions v
    WHERE k.kept_in = 'versions' AND v.tenant_id = t.tenant_id AND v.number = k.number AND v.ordinal = k.ordinal
    UNION ALL
    SELECT e.partition_no FROM muniment.episodes e
    WHERE k.kept_in = 'episodes' AND e.tenant_id = t.tenant_id AND e.number = k.number AND e.ordinal = k.ordinal
    UNION ALL
    SELECT x.partition_no FROM muniment.contradictions x
    WHERE k.kept_in = 'contradictions' AND x.tenant_id = t.tenant_id AND x.number = k.number AND x.ordinal = k.ordinal
    UNION ALL
    SELECT p.partition_no FROM muniment.pages p
    WHERE k.kept_in = 'pages' AND p.tenant_id = t.tenant_id AND p.number = k.number AND p.ordinal = k.ordinal
    UNION ALL
    SELECT s.partition_no FROM muniment.page_revisions s
    WHERE k.kept_in = 'page_revisions' AND s.tenant_id = t.tenant_id AND s.number = k.number AND s.ordinal = k.ordinal) r;

-- The reasons that were given before. Without force the owner reads all rows, whether it is a superuser or not.
DO $$
DECLARE
    ledger text;
    tables text[] := ARRAY['transactions', 'partitions', 'memories', 'assertions', 'versions', 'episodes', 'decisions',
        'contradictions', 'pages', 'page_revisions'];
BEGIN
    FOREACH ledger IN ARRAY tables LOOP
        EXECUTE format('ALTER TABLE muniment.%I NO FORCE ROW LEVEL SECURITY', ledger);
    END LOOP;
    INSERT INTO muniment.reasons (tenant_id, number, user_id, private, partition_nos, reason)
    SELECT t.tenant_id, t.number, t.user_id,
        EXISTS (SELECT FROM muniment.partitions p
                WHERE p.tenant_id = t.tenant_id AND p.partition_no = ANY (w.nos) AND p.visibility = 'private'),
        coalesce(w.nos, '{}'), t.reason
    FROM muniment.transactions t
    LEFT JOIN (
        SELECT w.tenant_id, w.number, array_agg(DISTINCT w.partition_no ORDER BY w.partition_no) AS nos
        FROM muniment.touched w GROUP BY w.tenant_id, w.number) w
        ON w.tenant_id = t.tenant_id AND w.number = t.number
    WHERE t.reason IS NOT NULL;
    FOREACH ledger IN ARRAY tables LOOP
        EXECUTE format('ALTER TABLE muniment.%I FORCE ROW LEVEL SECURITY', ledger);
    END LOOP;
END
$$;
ALTER TABLE muniment.transactions DROP COLUMN reason;

-- Who may read a reason is nobody's to say: it follows from the rows that were written before it. Its look-ups are
-- planned once in a session: planning them takes longer than all of them.
CREATE FUNCTION muniment.stamp_reason() RETURNS trigger
LANGUAGE plpgsql SET plan_cache_mode = 'force_generic_plan' AS $$
BEGIN
    SELECT t.user_id INTO NEW.user_id FROM muniment.heads h
    JOIN muniment.transactions t ON t.tenant_id = h.tenant_id AND t.number = h.number
    WHERE h.tenant_id = NEW.tenant_id AND h.number = NEW.number AND h.xmin = pg_current_xact_id()::xid;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'a reason is given in the transaction that it is the reason for'
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'reason_is_of_the_head';
    END IF;
    NEW.partition_nos := ARRAY(
        SELECT DISTINCT w.partition_no FROM muniment.touched w
        WHERE w.tenant_id = NEW.tenant_id AND w.number = NEW.number ORDER BY w.partition_no);
    NEW.private := EXISTS (
        SELECT FROM muniment.partitions p
        WHERE p.tenant_id = NEW.tenant_id AND p.partition_no = ANY (NEW.partition_nos) AND p.visibility = 'private');
    RETURN NEW;
END
$$;
CREATE TRIGGER reason_is_stamped BEFORE INSERT ON muniment.reasons
    FOR EACH ROW EXECUTE FUNCTION muniment.stamp_reason();

-- Who may read all that was written reads why. So does its user, and who governs, but for what is private to an agent.
ALTER TABLE muniment.reasons ENABLE ROW LEVEL SECURITY;
ALTER TABLE muniment.reasons FORCE ROW LEVEL SECURITY;
CREATE POLICY reason_is_visible ON muniment.reasons FOR SELECT USING (
    tenant_id = (SELECT muniment.tenant())
    AND ((SELECT muniment.may('audit'))
        OR (NOT private AND (SELECT NOT muniment.is_bound())
            AND ((SELECT muniment.may('govern')) OR user_id = (SELECT (muniment.principal() ->> 'user')::uuid)))
        OR (partition_nos <> '{}' AND partition_nos <@ (SELECT muniment.visible_partitions())::integer[])));
CREATE POLICY reason_is_given ON muniment.reasons FOR INSERT WITH CHECK (
    tenant_id = (SELECT muniment.tenant())
    AND (SELECT muniment.may('write') OR muniment.may('forget')));

REVOKE ALL ON muniment.reasons, muniment.touched FROM PUBLIC;
GRANT SELECT ON muniment.reasons, muniment.touched TO {writer}, {reader};
GRANT INSERT ON muniment.reasons TO {writer};
