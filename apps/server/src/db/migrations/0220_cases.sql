-- Case work (docs/product.md 20): what a payer did not say, until it is known. Names of patients stand nowhere here but in ciphertext.

CREATE TABLE cases (
  organization_id ulid NOT NULL,
  id ulid NOT NULL,
  -- The check that it began with: it names the patient, and whom it belongs to.
  inquiry_id ulid NOT NULL,
  provider_id ulid NOT NULL,
  levels text[] NOT NULL CHECK (cardinality(levels) > 0 AND levels <@ ARRAY['dtx', 'rtc', 'php', 'iop', 'op']),
  state text NOT NULL
    CHECK (state IN ('new', 'checking', 'calling', 'estimating', 'ready', 'admitted', 'declined', 'closed')),
  payment text CHECK (payment IN ('uninsured', 'self-pay', 'insured')),
  assignee_id ulid,
  due_on date,
  -- Ciphertext: people may write anything into it.
  reason bytea,
  created_by ulid NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  -- For the report: cells of the sought levels, and how many of them were known from the first answer, from all answers, and with calls.
  known_of smallint,
  known_first smallint,
  known_asked smallint,
  known_called smallint,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, inquiry_id) REFERENCES inquiries (organization_id, id),
  FOREIGN KEY (organization_id, provider_id) REFERENCES providers (organization_id, id),
  FOREIGN KEY (organization_id, assignee_id) REFERENCES users (organization_id, id),
  FOREIGN KEY (organization_id, created_by) REFERENCES users (organization_id, id)
);
-- The lists: open cases by what is due first, one's own and nobody's among them.
CREATE INDEX cases_open ON cases (organization_id, due_on NULLS LAST, created_at DESC, id DESC)
  INCLUDE (assignee_id, created_by) WHERE state NOT IN ('admitted', 'declined', 'closed');
CREATE INDEX cases_of_assignee ON cases (organization_id, assignee_id, due_on NULLS LAST, created_at DESC, id DESC)
  WHERE state NOT IN ('admitted', 'declined', 'closed');
CREATE INDEX cases_of_creator ON cases (organization_id, created_by, created_at DESC);
CREATE INDEX cases_of_inquiry ON cases (organization_id, inquiry_id);
CREATE INDEX cases_by_time ON cases (organization_id, created_at DESC, id DESC);
-- Keys rotate under the admin's role, here and below.
CALL protect_tenant_table('cases', 'SELECT, INSERT, UPDATE', 'SELECT, UPDATE');

CREATE TABLE case_inquiries (
  organization_id ulid NOT NULL,
  case_id ulid NOT NULL,
  inquiry_id ulid NOT NULL,
  role text NOT NULL CHECK (role IN ('main', 'carve-out', 'other-payer', 'recheck')),
  -- Ciphertext of the name under which an answer named the company that it asks; null for the main payer.
  company bytea,
  -- How many companies were asked before it, one because of the other.
  hop smallint NOT NULL CHECK (hop BETWEEN 0 AND 3),
  -- The inquiry's status when the case's tasks were last made from it.
  seen_status text,
  added_by ulid NOT NULL,
  added_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, case_id, inquiry_id),
  FOREIGN KEY (organization_id, case_id) REFERENCES cases (organization_id, id),
  FOREIGN KEY (organization_id, inquiry_id) REFERENCES inquiries (organization_id, id),
  FOREIGN KEY (organization_id, added_by) REFERENCES users (organization_id, id)
);
CREATE INDEX case_inquiries_of_inquiry ON case_inquiries (organization_id, inquiry_id);
-- What may still move on, for the job: a handful of rows among all.
CREATE INDEX case_inquiries_waiting ON case_inquiries (organization_id, case_id, inquiry_id)
  WHERE seen_status IS NULL OR seen_status IN ('pending', 'max-retry');
CALL protect_tenant_table('case_inquiries', 'SELECT, INSERT, UPDATE', 'SELECT, UPDATE');

CREATE TABLE case_tasks (
  organization_id ulid NOT NULL,
  id ulid NOT NULL,
  case_id ulid NOT NULL,
  code text NOT NULL CHECK (code IN ('check-company', 'ask-not-asked', 'call', 'deliver-estimate', 'by-hand')),
  -- Of a task that made itself what it is about: an estimate's id, a company's digest, or '' for the case; its own id of one by hand.
  subject text NOT NULL,
  title bytea NOT NULL,
  assignee_id ulid,
  due_on date,
  state text NOT NULL CHECK (state IN ('open', 'done', 'dropped')),
  closed_at timestamptz,
  closed_itself boolean NOT NULL DEFAULT false,
  -- Null: it made itself.
  created_by ulid,
  created_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, case_id) REFERENCES cases (organization_id, id),
  FOREIGN KEY (organization_id, assignee_id) REFERENCES users (organization_id, id)
);
-- One task for one matter, however many requests make it at once.
CREATE UNIQUE INDEX case_tasks_of_case ON case_tasks (organization_id, case_id, code, subject);
CREATE INDEX case_tasks_open ON case_tasks (organization_id, case_id, due_on NULLS LAST) WHERE state = 'open';
CREATE INDEX case_tasks_of_assignee ON case_tasks (organization_id, assignee_id) WHERE state = 'open';
CALL protect_tenant_table('case_tasks', 'SELECT, INSERT, UPDATE', 'SELECT, UPDATE');

-- Notes are added and never changed.
CREATE TABLE case_notes (
  organization_id ulid NOT NULL,
  id ulid NOT NULL,
  case_id ulid NOT NULL,
  user_id ulid NOT NULL,
  text bytea NOT NULL,
  mentions text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, case_id) REFERENCES cases (organization_id, id),
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
CREATE INDEX case_notes_of_case ON case_notes (organization_id, case_id, created_at DESC, id DESC);
CALL protect_tenant_table('case_notes', 'SELECT, INSERT', 'SELECT, UPDATE');

CREATE TABLE call_sheets (
  organization_id ulid NOT NULL,
  id ulid NOT NULL,
  case_id ulid NOT NULL,
  -- The answer that its questions come from.
  inquiry_id ulid NOT NULL,
  state text NOT NULL CHECK (state IN ('draft', 'calling', 'partly', 'done')),
  -- Ciphertext of JSON: whom, why, which number of which, and the questions as they stood when it was made.
  content bytea NOT NULL,
  created_by ulid NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, case_id) REFERENCES cases (organization_id, id),
  FOREIGN KEY (organization_id, inquiry_id) REFERENCES inquiries (organization_id, id),
  FOREIGN KEY (organization_id, created_by) REFERENCES users (organization_id, id)
);
CREATE INDEX call_sheets_of_case ON call_sheets (organization_id, case_id, created_at DESC);
CALL protect_tenant_table('call_sheets', 'SELECT, INSERT, UPDATE', 'SELECT, UPDATE');

-- What was told by telephone: added and never changed; a correction is an answer of its own that names the one it corrects.
CREATE TABLE call_answers (
  organization_id ulid NOT NULL,
  id ulid NOT NULL,
  call_sheet_id ulid NOT NULL,
  case_id ulid NOT NULL,
  question text NOT NULL,
  level text CHECK (level IN ('dtx', 'rtc', 'php', 'iop', 'op')),
  network text CHECK (network IN ('in', 'out')),
  -- Ciphertext of JSON: the value, who told it, under which reference, at which number of which company.
  content bytea NOT NULL,
  called_at timestamptz NOT NULL,
  ended_at timestamptz,
  on_hold_seconds integer CHECK (on_hold_seconds >= 0),
  user_id ulid NOT NULL,
  supersedes ulid,
  -- The last day on which it counts.
  valid_until date NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, call_sheet_id) REFERENCES call_sheets (organization_id, id),
  FOREIGN KEY (organization_id, case_id) REFERENCES cases (organization_id, id),
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id),
  FOREIGN KEY (organization_id, supersedes) REFERENCES call_answers (organization_id, id)
);
CREATE INDEX call_answers_of_case ON call_answers (organization_id, case_id, called_at, id);
CREATE INDEX call_answers_of_sheet ON call_answers (organization_id, call_sheet_id, called_at, id);
-- The report counts calls by day.
CREATE INDEX call_answers_by_time ON call_answers (organization_id, called_at);
CALL protect_tenant_table('call_answers', 'SELECT, INSERT', 'SELECT, UPDATE');

-- Telephone numbers of payers, the same for everybody (docs/product.md 20.2).
CREATE TABLE payer_phones (
  id ulid PRIMARY KEY,
  payer_id ulid NOT NULL REFERENCES payers (id),
  kind text NOT NULL CHECK (kind IN ('eligibility', 'authorization', 'claims')),
  phone text NOT NULL CHECK (phone ~ '^\d{10}$'),
  note text,
  updated_at timestamptz NOT NULL,
  CONSTRAINT payer_phones_of_kind UNIQUE (payer_id, kind)
);
GRANT SELECT ON payer_phones TO coverlight_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON payer_phones TO coverlight_admin;
