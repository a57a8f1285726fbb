-- An open inquiry's row says itself when it is to be taken up next, so that nothing beside it has to be kept in step (docs/product.md 11.4):
-- while a process asks, when its hold runs out unless renewed; otherwise when something is due. Null: nothing is left to be asked.
ALTER TABLE inquiries RENAME COLUMN lease_until TO next_turn_at;

-- The owner of the tables is held by row security, too; for these two statements it is not.
ALTER TABLE inquiries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE inquiry_asks NO FORCE ROW LEVEL SECURITY;
UPDATE inquiries SET next_turn_at = now() WHERE status IN ('pending', 'max-retry') AND next_turn_at IS NULL;
-- Complete ones of which a part is still silent.
UPDATE inquiries i SET next_turn_at = coalesce(next_turn_at, now())
WHERE status = 'complete' AND deadline_at > now() AND EXISTS (
  SELECT FROM generate_series(0, jsonb_array_length(i.ask_plan) - 1) AS planned (at)
  WHERE NOT EXISTS (
    SELECT FROM inquiry_asks a WHERE a.organization_id = i.organization_id AND a.inquiry_id = i.id AND a.part = planned.at
      AND a.outcome IN ('answered', 'rejected', 'refused')));
UPDATE inquiries SET next_turn_at = NULL WHERE status IN ('draft', 'unknown', 'cancel', 'error', 'failure') AND next_turn_at IS NOT NULL;
ALTER TABLE inquiries FORCE ROW LEVEL SECURITY;
ALTER TABLE inquiry_asks FORCE ROW LEVEL SECURITY;

-- Whatever goes wrong elsewhere: what is open and can be asked is taken up again.
ALTER TABLE inquiries ADD CONSTRAINT open_inquiry_has_next_turn
  CHECK (status NOT IN ('pending', 'max-retry') OR ask_plan IS NULL OR next_turn_at IS NOT NULL);

CREATE INDEX inquiries_next_turn ON inquiries (next_turn_at) WHERE next_turn_at IS NOT NULL;
DROP FUNCTION find_orphaned_inquiries;
DROP INDEX inquiries_orphaned;

-- Inquiries whose turn has come, oldest first, but one of each organization at each payer before a second one of them. p_held: what the
-- asking process holds and could not renew in time.
CREATE FUNCTION find_due_turns(p_now timestamptz, p_limit integer, p_busy_payers text[], p_held text[])
RETURNS TABLE (organization_id text, inquiry_id text, payer_id text)
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT i.organization_id::text, i.id::text, i.payer_id::text
  FROM inquiries i
  WHERE i.next_turn_at <= p_now AND NOT (i.payer_id::text = ANY (p_busy_payers)) AND NOT (i.id::text = ANY (p_held))
  ORDER BY row_number() OVER (PARTITION BY i.organization_id, i.payer_id ORDER BY i.next_turn_at), i.next_turn_at
  LIMIT p_limit
$$;
GRANT CREATE ON SCHEMA public TO coverlight_lookup;
ALTER FUNCTION find_due_turns OWNER TO coverlight_lookup;
REVOKE CREATE ON SCHEMA public FROM coverlight_lookup;
REVOKE ALL ON FUNCTION find_due_turns FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_due_turns TO coverlight_app;

-- The queues that did this before; on a new database the queue's own tables are not there yet.
DO $$
BEGIN
  IF to_regclass('pgboss.queue') IS NOT NULL THEN
    -- A queue that still has jobs, if only completed ones, does not let itself be deleted.
    DELETE FROM pgboss.job WHERE name IN ('ask-on', 'sweep-inquiries');
    PERFORM pgboss.delete_queue(name) FROM pgboss.queue WHERE name IN ('ask-on', 'sweep-inquiries');
  END IF;
END $$;
