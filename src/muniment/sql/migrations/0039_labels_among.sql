-- Which of some names were known as labels in some partitions at a time. It goes from a name to the next label, and from that
-- to the next name, both in the order of the index, so that a partition costs as many looks as the fewer of both.
CREATE FUNCTION muniment.labels_among(tenant uuid, partitions integer[], asked text[], known timestamptz)
    RETURNS TABLE (kind text, name text)
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
    names text[] := ARRAY(SELECT DISTINCT a.name COLLATE "C" FROM unnest(asked) AS a (name) ORDER BY 1);
BEGIN
    RETURN QUERY
    WITH RECURSIVE walked (partition_no, kind, name, to_kind, to_name) AS (
        SELECT p.partition_no, NULL::text, NULL::text, 'entity', names[1]
        FROM unnest(partitions) AS p (partition_no) WHERE cardinality(names) > 0
        UNION ALL
        SELECT w.partition_no, n.kind, CASE WHEN names[n.place] = n.label THEN names[n.place] END,
            CASE WHEN n.place < cardinality(names) THEN n.kind
                WHEN n.kind = 'entity' THEN 'speaker' WHEN n.kind = 'speaker' THEN 'tag' END,
            coalesce(names[n.place + 1], names[1])
        FROM walked w
        CROSS JOIN LATERAL (
            SELECT l.kind, l.label, width_bucket(l.label, names) AS place FROM muniment.labels l
            WHERE l.tenant_id = tenant AND l.partition_no = w.partition_no
              AND (l.kind, l.label) >= (w.to_kind, w.to_name)
            ORDER BY l.kind, l.label LIMIT 1) n
        WHERE w.to_kind IS NOT NULL)
    SELECT DISTINCT w.kind, w.name FROM walked w
    CROSS JOIN LATERAL (
        SELECT FROM muniment.labels l
        WHERE l.tenant_id = tenant AND l.partition_no = w.partition_no AND l.kind = w.kind AND l.label = w.name
          AND l.known_from <= known AND (l.known_until IS NULL OR l.known_until > known) LIMIT 1) l
    WHERE w.name IS NOT NULL;
END
$$;
