-- The policies compare partition_no + 0, of which the planner knew nothing: it took what a principal may read for a twentieth of
-- what it is, and looked up row by row what it could have joined at once. With these it knows, once statistics are gathered.

-- Statistics are advice: a Citus that does not know any of expressions, on a table that is distributed already, does without.
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['memories', 'assertions', 'versions', 'episodes']
    LOOP
        EXECUTE format('CREATE STATISTICS muniment.%I ON (partition_no + 0) FROM muniment.%I', name || '_by_sight', name);
    END LOOP;
EXCEPTION
    WHEN feature_not_supported THEN
        RAISE NOTICE 'no statistics of expressions here: %', SQLERRM;
END
$$;
