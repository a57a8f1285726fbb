-- A search of all organizations asks each of them (docs/decisions/063-search-hints.md).
DROP TABLE search_hints, search_hint_gaps;

-- The queue that filled them; on a new database the queue's own tables are not there yet.
DO $$
BEGIN
  IF to_regclass('pgboss.queue') IS NOT NULL THEN
    -- A queue that still has jobs, if only completed ones, does not let itself be deleted.
    DELETE FROM pgboss.job WHERE name = 'fill-search-hints';
    PERFORM pgboss.delete_queue(name) FROM pgboss.queue WHERE name = 'fill-search-hints';
  END IF;
END $$;
