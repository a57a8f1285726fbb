-- Why a platform admin looked at a practice's patients, in their words.
ALTER TABLE audit_events ADD COLUMN reason text;

-- The admin's list reads every organization in one order.
CREATE INDEX inquiries_all ON inquiries (created_at DESC, id DESC) INCLUDE (status, has_coverage);
-- Health of payers: what was asked lately.
CREATE INDEX inquiry_asks_recent ON inquiry_asks (started_at);

-- Long work that an admin started: progress and, once it has ended, its answer.
CREATE TABLE admin_jobs (
  organization_id ulid NOT NULL REFERENCES organizations (id),
  id ulid NOT NULL UNIQUE,
  -- One at a time of each kind runs.
  kind text NOT NULL,
  -- What it works on; null for all.
  subject text,
  started_by ulid,
  started_at timestamptz NOT NULL,
  -- Renewed while it runs: a process that died lets go.
  seen_at timestamptz NOT NULL,
  done integer NOT NULL DEFAULT 0,
  total integer,
  ended_at timestamptz,
  -- HTTP status and body of the work's own answer.
  status integer,
  answer jsonb,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX admin_jobs_running ON admin_jobs (organization_id, kind) WHERE ended_at IS NULL;
CALL protect_tenant_table('admin_jobs', 'SELECT, INSERT, UPDATE', 'SELECT, INSERT, UPDATE');
