-- What changed between two answers about one person and policy, and what somebody has to look at (docs/product.md 18.4, 18.5).

CREATE TABLE comparisons (
  organization_id ulid NOT NULL,
  id ulid NOT NULL UNIQUE,
  -- That of the later check, always: it moves with it.
  person_id ulid NOT NULL,
  -- Names the policy by its oldest answer, which tells nothing of it and changes with no key.
  policy_id ulid NOT NULL,
  before_id ulid NOT NULL,
  after_id ulid NOT NULL,
  rules_version integer NOT NULL,
  codes text[] NOT NULL,
  -- Null: nothing changed.
  gravest text CHECK (gravest IN ('urgent', 'look', 'info')),
  -- Ciphertext: words and values. Its place is named by the later check, of which there is one row.
  content bytea NOT NULL,
  -- When the later answer came.
  at timestamptz NOT NULL,
  -- The item that tells, or told, of it; null: none did.
  inbox_item_id ulid,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, after_id),
  FOREIGN KEY (organization_id, person_id) REFERENCES persons (organization_id, id),
  FOREIGN KEY (organization_id, before_id) REFERENCES inquiries (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, after_id) REFERENCES inquiries (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX comparisons_of_person ON comparisons (organization_id, person_id, at DESC);
CREATE INDEX comparisons_of_before ON comparisons (organization_id, before_id);
CREATE INDEX comparisons_of_item ON comparisons (organization_id, inbox_item_id, at DESC) WHERE inbox_item_id IS NOT NULL;
ALTER TABLE comparisons ALTER COLUMN content SET STORAGE EXTERNAL;
CALL protect_tenant_table('comparisons', 'SELECT, INSERT, UPDATE, DELETE', 'SELECT, UPDATE');

CREATE TABLE inbox_items (
  organization_id ulid NOT NULL,
  id ulid NOT NULL UNIQUE,
  -- Null where it is about nobody.
  person_id ulid,
  -- The newest that joined it; null where it comes from elsewhere, as `watch` tells.
  comparison_id ulid,
  watch text,
  -- The rule of planned checks or of networks it is about, as `watch` tells; null where it is about none.
  rule_id ulid,
  -- Of that rule: the month whose budget is used up, or the day on which it ends; null where it fits nothing.
  rule_day date,
  -- The policy it is about, as in comparisons; null where it is about none.
  policy_id ulid,
  -- The newest answer it is about; null where it is about none.
  inquiry_id ulid,
  gravest text NOT NULL CHECK (gravest IN ('urgent', 'look', 'info')),
  codes text[] NOT NULL,
  due_on date,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'snoozed', 'done')),
  assignee_id ulid,
  snoozed_until timestamptz,
  closed_at timestamptz,
  closed_by ulid,
  resolution text CHECK (resolution IN ('acted', 'not_useful')),
  -- When it last got something new.
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, person_id) REFERENCES persons (organization_id, id),
  FOREIGN KEY (organization_id, inquiry_id) REFERENCES inquiries (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, comparison_id) REFERENCES comparisons (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, assignee_id) REFERENCES users (organization_id, id),
  FOREIGN KEY (organization_id, closed_by) REFERENCES users (organization_id, id),
  CHECK ((state = 'snoozed') = (snoozed_until IS NOT NULL)),
  CHECK ((state = 'done') = (closed_at IS NOT NULL)),
  CHECK (comparison_id IS NOT NULL OR watch IS NOT NULL)
);
-- Two checks that settle at the same moment make one.
CREATE UNIQUE INDEX inbox_items_open ON inbox_items (organization_id, person_id, policy_id) WHERE state <> 'done' AND policy_id IS NOT NULL;
-- 'urgent' stands after 'look' in the alphabet. What is snoozed comes back by itself: both are in one order.
CREATE INDEX inbox_items_list ON inbox_items (organization_id, gravest DESC, created_at DESC, id DESC) WHERE state <> 'done';
CREATE INDEX inbox_items_done ON inbox_items (organization_id, gravest DESC, created_at DESC, id DESC) WHERE state = 'done';
CREATE INDEX inbox_items_of_person ON inbox_items (organization_id, person_id);
CREATE INDEX inbox_items_of_comparison ON inbox_items (organization_id, comparison_id);
CREATE INDEX inbox_items_of_rule ON inbox_items (organization_id, rule_id) WHERE rule_id IS NOT NULL;
CREATE INDEX inbox_items_of_inquiry ON inbox_items (organization_id, inquiry_id);
CREATE INDEX inbox_items_closed ON inbox_items (organization_id, closed_at) WHERE state = 'done';
CALL protect_tenant_table('inbox_items', 'SELECT, INSERT, UPDATE', 'SELECT, UPDATE');

-- Answers still to be compared: a row comes with the answer, or with what changes which answers belong together, and goes once they were
-- compared. Nearly always empty.
CREATE TABLE answers_to_compare (
  organization_id ulid NOT NULL,
  inquiry_id ulid NOT NULL,
  -- Another one each time, so that what is marked anew meanwhile stays.
  mark bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (organization_id, inquiry_id),
  FOREIGN KEY (organization_id, inquiry_id) REFERENCES inquiries (organization_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('answers_to_compare', 'SELECT, INSERT, UPDATE, DELETE', 'SELECT');

-- What an organization's inbox takes: the codes that never come to it, and from how many days before its end a coverage ends soon.
ALTER TABLE organizations
  ADD COLUMN inbox_muted_codes text[] NOT NULL DEFAULT '{}',
  ADD COLUMN inbox_ends_soon_days smallint NOT NULL DEFAULT 7;
