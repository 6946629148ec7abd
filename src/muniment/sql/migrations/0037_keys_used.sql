-- With which API key something was written or asked, so that who is responsible for a key that leaked can list it. The chain's
-- hash covers the key of a transaction; the database compares each with the principal.

CREATE FUNCTION muniment.key_used() RETURNS uuid
LANGUAGE sql STABLE PARALLEL SAFE
RETURN (muniment.principal() ->> 'key')::uuid;

-- What is due later is written with the key that it was enqueued with.
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['transactions', 'recalls', 'tasks', 'schedules']
    LOOP
        EXECUTE format('ALTER TABLE muniment.%I ADD COLUMN key_id uuid', name);
        EXECUTE format($comment$
            COMMENT ON COLUMN muniment.%I.key_id IS 'The API key of whoever came in with one; NULL: nobody did.'$comment$, name);
        EXECUTE format($policy$
            CREATE POLICY row_says_which_key ON muniment.%I AS RESTRICTIVE FOR INSERT
                WITH CHECK (key_id IS NOT DISTINCT FROM (SELECT muniment.key_used()))$policy$, name);
    END LOOP;
END
$$;

CREATE INDEX transaction_by_key ON muniment.transactions (tenant_id, key_id, number) WHERE key_id IS NOT NULL;
CREATE INDEX recall_by_key ON muniment.recalls (tenant_id, key_id, traced_at, recall_id) WHERE key_id IS NOT NULL;

-- Who oversees the tenant lists what was asked with a key, whoever it was asked of.
ALTER POLICY recall_is_visible ON muniment.recalls USING (
    tenant_id = (SELECT muniment.tenant())
    AND (owner_id = ANY ((SELECT muniment.owners())::uuid[])
        OR (SELECT muniment.sweeps())
        OR (key_id IS NOT NULL AND (SELECT muniment.may('govern') AND muniment.may('audit')))));
ALTER POLICY recall_is_private ON muniment.recalls USING (
    agent IS NULL OR agent = (SELECT muniment.agent())
    OR (SELECT muniment.sweeps())
    OR (key_id IS NOT NULL AND (SELECT muniment.may('govern') AND muniment.may('audit'))));
