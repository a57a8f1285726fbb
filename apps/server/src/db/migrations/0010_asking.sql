-- The questions of an inquiry, one row for each time a clearinghouse was asked: written before the question leaves, so that a
-- process that dies knows afterwards what may have been asked (docs/product.md 11.4). No patient data but `answer`, which is ciphertext.
CREATE TABLE inquiry_asks (
  organization_id ulid NOT NULL,
  inquiry_id ulid NOT NULL,
  -- Which of the questions an inquiry was split into, from 0; then which try.
  part smallint NOT NULL,
  number smallint NOT NULL,
  route text NOT NULL CHECK (route IN ('availity', 'pVerify')),
  outcome text NOT NULL CHECK (outcome IN (
    'sent', 'pending', 'answered', 'rejected', 'refused', 'no-answer', 'unreachable', 'unavailable', 'uncertain', 'lost', 'circuit-open', 'withdrawn')),
  request_id text,
  -- A static word for what went wrong, never the vendor's.
  reason text,
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  looks integer NOT NULL DEFAULT 0,
  last_looked_at timestamptz,
  -- What came back, until the inquiry has ended.
  answer bytea,
  PRIMARY KEY (organization_id, inquiry_id, part, number),
  FOREIGN KEY (organization_id, inquiry_id) REFERENCES inquiries (organization_id, id) ON DELETE CASCADE
);
ALTER TABLE inquiry_asks ALTER COLUMN answer SET STORAGE EXTERNAL;
CREATE INDEX inquiry_asks_request ON inquiry_asks (organization_id, route, request_id) WHERE request_id IS NOT NULL;
CALL protect_tenant_table('inquiry_asks', 'SELECT, INSERT, UPDATE', 'SELECT, UPDATE');

-- Who is asking: one process at a time holds an inquiry, and lets go of it by dying.
ALTER TABLE inquiries
  ADD COLUMN lease_owner text,
  ADD COLUMN lease_until timestamptz,
  -- How the question was planned when it was sent: [{service_types, routes}]. No patient data.
  ADD COLUMN ask_plan jsonb;

-- Failed communication by payer and clearinghouse. After three in five minutes nobody is asked there for a while (product.md 11.5).
CREATE TABLE clearinghouse_circuits (
  payer_id ulid NOT NULL REFERENCES payers (id),
  route text NOT NULL CHECK (route IN ('availity', 'pVerify')),
  failures integer NOT NULL,
  window_started_at timestamptz NOT NULL,
  last_failure_at timestamptz NOT NULL,
  open_until timestamptz,
  PRIMARY KEY (payer_id, route)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON clearinghouse_circuits TO coverlight_app;
GRANT SELECT ON clearinghouse_circuits TO coverlight_admin;

-- Whether another open inquiry, of any organization, waits for the same stored question: then it must not be withdrawn.
CREATE FUNCTION is_request_shared(p_route text, p_request_id text, p_inquiry_id text) RETURNS boolean
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT EXISTS (
    SELECT FROM inquiry_asks a JOIN inquiries i ON i.organization_id = a.organization_id AND i.id = a.inquiry_id
    WHERE a.route = p_route AND a.request_id = p_request_id AND a.inquiry_id <> p_inquiry_id AND i.status IN ('pending', 'max-retry'))
$$;
-- Open inquiries whose asker is gone and that no job may be waiting for, oldest first: what a sweep takes up again.
CREATE FUNCTION find_orphaned_inquiries(p_now timestamptz, p_limit integer) RETURNS TABLE (organization_id text, inquiry_id text)
LANGUAGE sql STABLE
SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT i.organization_id::text, i.id::text FROM inquiries i
  WHERE i.status IN ('pending', 'max-retry') AND (i.lease_until IS NULL OR i.lease_until < p_now)
  ORDER BY i.sent_at LIMIT p_limit
$$;
CREATE INDEX inquiries_orphaned ON inquiries (sent_at) WHERE status IN ('pending', 'max-retry');
CREATE INDEX inquiry_asks_shared ON inquiry_asks (route, request_id) WHERE request_id IS NOT NULL;

GRANT SELECT ON inquiries, inquiry_asks TO coverlight_lookup;
CREATE POLICY lookup ON inquiries FOR SELECT TO coverlight_lookup USING (true);
CREATE POLICY lookup ON inquiry_asks FOR SELECT TO coverlight_lookup USING (true);
GRANT CREATE ON SCHEMA public TO coverlight_lookup;
ALTER FUNCTION is_request_shared OWNER TO coverlight_lookup;
ALTER FUNCTION find_orphaned_inquiries OWNER TO coverlight_lookup;
REVOKE CREATE ON SCHEMA public FROM coverlight_lookup;
REVOKE ALL ON FUNCTION is_request_shared, find_orphaned_inquiries FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_request_shared, find_orphaned_inquiries TO coverlight_app;
