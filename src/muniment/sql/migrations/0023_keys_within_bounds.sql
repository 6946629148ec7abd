-- Names of keys, and of the namespaces that they are bound to, may tell of the rest of a user: who sees a part of it sees the
-- keys of that part alone.
CREATE POLICY key_is_within_bounds ON muniment.access_keys AS RESTRICTIVE FOR ALL USING (
    (SELECT NOT muniment.is_bound())
    OR (namespaces IS NOT NULL
        AND NOT EXISTS (SELECT FROM unnest(namespaces) named (namespace) WHERE NOT muniment.reaches(named.namespace))));
