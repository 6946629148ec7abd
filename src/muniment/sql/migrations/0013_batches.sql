-- The entries of a transaction are digests, in which compression finds nothing: it costs a large batch a twentieth of its
-- time, so it is not tried.
ALTER TABLE muniment.transactions ALTER entries SET STORAGE EXTERNAL;
