-- Many checks at once, and those that come again by themselves (docs/product.md 19).

-- A rule of planned checks (19.6). Holds no patient: whom it is about is worked out when it runs.
CREATE TABLE recheck_rules (
  organization_id ulid NOT NULL,
  id ulid NOT NULL UNIQUE,
  user_id ulid NOT NULL,
  name text NOT NULL,
  -- As the contract's `who` and `when`.
  who jsonb NOT NULL,
  occasion jsonb NOT NULL,
  monthly_budget integer NOT NULL CHECK (monthly_budget >= 0),
  reuse_days smallint NOT NULL,
  is_on boolean NOT NULL,
  -- Checks of the month that begins on `month`, and those that the budget held back in it.
  month date,
  used integer NOT NULL DEFAULT 0,
  held_back integer NOT NULL DEFAULT 0,
  last_run_at timestamptz,
  -- The practice's day for which it ran last: it runs once a day.
  last_run_on date,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
-- Watching is one switch, not several.
CREATE UNIQUE INDEX recheck_rules_watch ON recheck_rules (organization_id) WHERE occasion ->> 'kind' = 'watch';
CALL protect_tenant_table('recheck_rules', 'SELECT, INSERT, UPDATE, DELETE', 'SELECT');

CREATE TABLE batches (
  organization_id ulid NOT NULL,
  id ulid NOT NULL UNIQUE,
  user_id ulid NOT NULL,
  provider_id ulid NOT NULL,
  rule_id ulid,
  source text NOT NULL CHECK (source IN ('paste', 'csv', 'xlsx', 'api', 'plan')),
  state text NOT NULL CHECK (state IN ('reading', 'columns', 'review', 'sending', 'paused', 'done', 'stopped')),
  -- Ciphertext of the file as it came, until it is sent: another sheet, or another meaning of its columns, is read from it again.
  upload bytea,
  -- Ciphertext of what its sheets, columns and payers are called, with examples.
  content bytea,
  -- What the columns mean; no patient data.
  mapping jsonb,
  -- Rows by state, and those with a result by what they need.
  counts jsonb NOT NULL DEFAULT '{}',
  needs jsonb NOT NULL DEFAULT '{}',
  -- Checks that may be charged for at most; null: no bound. `reserved` are those that are charged for or may yet be.
  ceiling integer CHECK (ceiling >= 0),
  reserved integer NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  reuse_days smallint NOT NULL DEFAULT 1,
  -- When it is looked after next, as inquiries.next_turn_at. Null: nothing is left to be done for it.
  next_look_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  started_at timestamptz,
  ended_at timestamptz,
  -- When the rows' contents were deleted.
  emptied_at timestamptz,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id),
  FOREIGN KEY (organization_id, provider_id) REFERENCES providers (organization_id, id),
  FOREIGN KEY (organization_id, rule_id) REFERENCES recheck_rules (organization_id, id)
);
ALTER TABLE batches ALTER COLUMN upload SET STORAGE EXTERNAL, ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE INDEX batches_list ON batches (organization_id, created_at DESC, id DESC);
CREATE INDEX batches_of_user ON batches (organization_id, user_id, created_at DESC, id DESC);
CREATE INDEX batches_next_look ON batches (next_look_at) WHERE next_look_at IS NOT NULL;
CREATE INDEX batches_of_rule ON batches (organization_id, rule_id) WHERE rule_id IS NOT NULL;
-- What is to be emptied some day.
CREATE INDEX batches_filled ON batches (organization_id, updated_at) WHERE emptied_at IS NULL;
CALL protect_tenant_table('batches', 'SELECT, INSERT, UPDATE, DELETE', 'SELECT, UPDATE');
GRANT SELECT ON batches TO coverlight_lookup;
CREATE POLICY lookup ON batches FOR SELECT TO coverlight_lookup USING (true);

CREATE TABLE batch_rows (
  organization_id ulid NOT NULL,
  batch_id ulid NOT NULL,
  -- As the spreadsheet counts.
  row integer NOT NULL,
  state text NOT NULL CHECK (
    state IN ('read', 'ready', 'needs-fix', 'needs-payer', 'duplicate', 'reused', 'left-out', 'queued', 'asking', 'answered', 'refused',
      'failed', 'stopped', 'over-budget')
  ),
  -- Of a result: 0 refused, 1 urgent, 2 changed, 3 silent on cost, 4 clean.
  needs smallint CHECK (needs BETWEEN 0 AND 4),
  payer_id ulid REFERENCES payers (id),
  -- Its place among the payer names of the batch; null where a person has chosen the payer of this row alone.
  payer_name integer,
  -- Null: the batch's.
  provider_id ulid,
  -- Its own, or the one whose answer is reused.
  inquiry_id ulid,
  -- Keyed digest of who is asked about at which payer, to find the same again in this batch; null while that is not known.
  same_key bytea,
  duplicate_of integer,
  -- Ciphertext of the cells that are used, and of what is wrong or odd about them. Deleted some time after the batch has ended.
  content bytea,
  problems bytea,
  -- Ciphertext of what its answer comes to in a line.
  result bytea,
  is_done boolean NOT NULL DEFAULT false,
  PRIMARY KEY (organization_id, batch_id, row),
  FOREIGN KEY (organization_id, batch_id) REFERENCES batches (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, provider_id) REFERENCES providers (organization_id, id),
  FOREIGN KEY (organization_id, inquiry_id) REFERENCES inquiries (organization_id, id)
);
-- Rows of a state in their order, and how many there are; those to be sent by payer.
CREATE INDEX batch_rows_by_state ON batch_rows (organization_id, batch_id, state, payer_id, row) INCLUDE (needs);
CREATE INDEX batch_rows_by_needs ON batch_rows (organization_id, batch_id, needs, row);
CREATE INDEX batch_rows_same ON batch_rows (organization_id, batch_id, same_key) WHERE same_key IS NOT NULL;
CREATE INDEX batch_rows_of_payer_name ON batch_rows (organization_id, batch_id, payer_name) WHERE payer_name IS NOT NULL;
CREATE INDEX batch_rows_of_inquiry ON batch_rows (organization_id, inquiry_id) WHERE inquiry_id IS NOT NULL;
CALL protect_tenant_table('batch_rows', 'SELECT, INSERT, UPDATE, DELETE', 'SELECT, UPDATE');

-- What the columns of a file mean, by a keyed digest of its headers: they may be called after a patient.
CREATE TABLE column_mappings (
  organization_id ulid NOT NULL REFERENCES organizations (id),
  headers_digest bytea NOT NULL,
  mapping jsonb NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, headers_digest)
);
CALL protect_tenant_table('column_mappings', 'SELECT, INSERT, UPDATE, DELETE', 'SELECT');

-- Which payer somebody meant by a name, by a keyed digest of it: what stands in a column of payers may be anything.
CREATE TABLE payer_aliases (
  organization_id ulid NOT NULL REFERENCES organizations (id),
  name_digest bytea NOT NULL,
  payer_id ulid NOT NULL REFERENCES payers (id),
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, name_digest)
);
CALL protect_tenant_table('payer_aliases', 'SELECT, INSERT, UPDATE, DELETE', 'SELECT');

CREATE TABLE appointments (
  organization_id ulid NOT NULL,
  id ulid NOT NULL UNIQUE,
  user_id ulid NOT NULL,
  provider_id ulid NOT NULL,
  payer_id ulid REFERENCES payers (id),
  -- Keyed digest of the practice's own id for it, else of who comes when: the same appointment in a later file replaces it.
  external_key bytea NOT NULL,
  -- A day, or a day with a time of the practice's clock: YYYY-MM-DD or YYYY-MM-DDTHH:MM.
  at text COLLATE "C" NOT NULL,
  batch_id ulid,
  -- The newest check that came of it.
  inquiry_id ulid,
  -- Ciphertext of who comes, as the row said it.
  content bytea NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id),
  FOREIGN KEY (organization_id, provider_id) REFERENCES providers (organization_id, id),
  FOREIGN KEY (organization_id, batch_id) REFERENCES batches (organization_id, id),
  FOREIGN KEY (organization_id, inquiry_id) REFERENCES inquiries (organization_id, id)
);
CREATE UNIQUE INDEX appointments_external ON appointments (organization_id, external_key);
CREATE INDEX appointments_by_time ON appointments (organization_id, at, id);
CREATE INDEX appointments_of_batch ON appointments (organization_id, batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX appointments_of_inquiry ON appointments (organization_id, inquiry_id) WHERE inquiry_id IS NOT NULL;
CALL protect_tenant_table('appointments', 'SELECT, INSERT, UPDATE, DELETE', 'SELECT, UPDATE');

-- How fast a payer is asked at a clearinghouse by batches and plans, for everybody together (19.4). No row: as fast as the setting says.
CREATE TABLE clearinghouse_paces (
  payer_id ulid NOT NULL REFERENCES payers (id),
  route text NOT NULL,
  -- As it was when it was slowed last; null: never.
  slowed_to real,
  slowed_at timestamptz,
  -- When the next question may leave.
  next_at timestamptz,
  PRIMARY KEY (payer_id, route)
);
GRANT SELECT, INSERT, UPDATE ON clearinghouse_paces TO coverlight_app;
GRANT SELECT ON clearinghouse_paces TO coverlight_admin;
