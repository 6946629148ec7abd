-- A list of turns walks back through time and stops when its page is full. As with versions, a list says that numbers are
-- greater than zero and no look-up does, so that this index seems to suit none.
CREATE INDEX episode_by_time ON muniment.episodes (tenant_id, occurred_at DESC, episode_id, known_from, partition_no)
    WHERE number > 0;
