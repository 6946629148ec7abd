-- Who oversees the tenant lists what was asked also where it was asked without a key. What an agent keeps to itself is listed for
-- it alone, as before, unless it was asked with a key.
ALTER POLICY recall_is_visible ON muniment.recalls USING (
    tenant_id = (SELECT muniment.tenant())
    AND (owner_id = ANY ((SELECT muniment.owners())::uuid[])
        OR (SELECT muniment.sweeps())
        OR (SELECT muniment.may('govern') AND muniment.may('audit'))));
