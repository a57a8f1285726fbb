-- One person over time (docs/product.md 18). Nothing here tells anything of a person: contents are ciphertext, keys are keyed digests.

CREATE TABLE persons (
  organization_id ulid NOT NULL REFERENCES organizations (id),
  id ulid NOT NULL UNIQUE,
  -- Ciphertext of the names, birth date and number the person was first known by.
  content bytea NOT NULL,
  -- The person it became part of; what is stored for it moved there, and its id still leads there.
  merged_into ulid,
  archived_at timestamptz,
  -- Goes up when people merge, split or archive it; a check that joins it changes nothing anybody decided.
  version integer NOT NULL DEFAULT 1,
  -- When the newest of its checks was sent that nobody hid; null where there is none. Lists are in this order.
  last_check_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, merged_into) REFERENCES persons (organization_id, id),
  CHECK (merged_into <> id)
);
CREATE INDEX persons_list ON persons (organization_id, last_check_at DESC, id DESC)
  WHERE last_check_at IS NOT NULL AND merged_into IS NULL AND archived_at IS NULL;
CREATE INDEX persons_merged ON persons (organization_id, merged_into) WHERE merged_into IS NOT NULL;
CALL protect_tenant_table('persons', 'SELECT, INSERT, UPDATE', 'SELECT, UPDATE');

-- By what checks of one person are found. A digest has 32 bytes: a collision here would open a stranger's chart.
CREATE TABLE person_keys (
  organization_id ulid NOT NULL,
  digest bytea NOT NULL CHECK (length(digest) = 32),
  person_id ulid NOT NULL,
  kind text NOT NULL CHECK (
    kind IN ('external', 'id_dob_first', 'id_dob', 'name_dob', 'initial_dob', 'sound_dob', 'id_name', 'id_last', 'id_first')
  ),
  -- Whether it links a check by itself: false, too, where two persons have it.
  is_linking boolean NOT NULL,
  -- Version of the search key that made it.
  key_version integer NOT NULL,
  -- The check it came from.
  inquiry_id ulid NOT NULL,
  PRIMARY KEY (organization_id, digest, person_id),
  FOREIGN KEY (organization_id, person_id) REFERENCES persons (organization_id, id),
  FOREIGN KEY (organization_id, inquiry_id) REFERENCES inquiries (organization_id, id) ON DELETE CASCADE,
  CHECK (NOT is_linking OR kind IN ('external', 'id_dob_first'))
);
-- Of two checks that make one new person at the same moment, one has to find the other's.
CREATE UNIQUE INDEX person_keys_linking ON person_keys (organization_id, digest) WHERE is_linking;
CREATE INDEX person_keys_of_person ON person_keys (organization_id, person_id);
CALL protect_tenant_table('person_keys', 'SELECT, INSERT, UPDATE, DELETE', 'SELECT, INSERT, UPDATE, DELETE');

CREATE TABLE person_inquiries (
  organization_id ulid NOT NULL,
  inquiry_id ulid NOT NULL,
  person_id ulid NOT NULL,
  how text NOT NULL CHECK (how IN ('auto', 'confirmed', 'by-hand')),
  -- The kind of key that linked it; null for the first of a person.
  rule text,
  -- Whether what the payer returned may link by itself, too.
  links_returned boolean NOT NULL DEFAULT false,
  linked_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, inquiry_id),
  FOREIGN KEY (organization_id, inquiry_id) REFERENCES inquiries (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, person_id) REFERENCES persons (organization_id, id)
);
CREATE INDEX person_inquiries_of_person ON person_inquiries (organization_id, person_id, inquiry_id);
CALL protect_tenant_table('person_inquiries', 'SELECT, INSERT, UPDATE', 'SELECT, UPDATE');

-- Two persons that may be one, or that somebody said are not. A pair stays with the ids it was made for: whoever was merged speaks for the
-- person it became part of, and again for itself once that is undone.
CREATE TABLE person_pairs (
  organization_id ulid NOT NULL,
  a ulid NOT NULL,
  b ulid NOT NULL,
  verdict text NOT NULL CHECK (verdict IN ('proposed', 'different')),
  kinds text[] NOT NULL,
  -- From 1 to 100.
  score smallint NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, a, b),
  FOREIGN KEY (organization_id, a) REFERENCES persons (organization_id, id),
  FOREIGN KEY (organization_id, b) REFERENCES persons (organization_id, id),
  CHECK (a < b)
);
CREATE INDEX person_pairs_of_b ON person_pairs (organization_id, b);
CALL protect_tenant_table('person_pairs', 'SELECT, INSERT, UPDATE, DELETE', 'SELECT, UPDATE, DELETE');

-- What people moved from one person to another; only its undoing is ever written to a row.
CREATE TABLE person_moves (
  organization_id ulid NOT NULL,
  id ulid NOT NULL UNIQUE,
  kind text NOT NULL CHECK (kind IN ('link', 'merge', 'split')),
  from_id ulid NOT NULL,
  to_id ulid NOT NULL,
  inquiry_ids text[] NOT NULL,
  -- How each of them had been linked.
  hows text[] NOT NULL,
  -- Of the inbox: what was about no check.
  item_ids text[] NOT NULL DEFAULT '{}',
  -- Null: the server did it.
  user_id ulid,
  at timestamptz NOT NULL,
  undone_at timestamptz,
  undone_by ulid,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, from_id) REFERENCES persons (organization_id, id),
  FOREIGN KEY (organization_id, to_id) REFERENCES persons (organization_id, id),
  FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id),
  FOREIGN KEY (organization_id, undone_by) REFERENCES users (organization_id, id)
);
CREATE INDEX person_moves_from ON person_moves (organization_id, from_id, at DESC);
CREATE INDEX person_moves_to ON person_moves (organization_id, to_id, at DESC);
CALL protect_tenant_table('person_moves', 'SELECT, INSERT', 'SELECT');
GRANT UPDATE (undone_at, undone_by) ON person_moves TO coverlight_app, coverlight_admin;

-- How far the checks from before persons were kept have been given theirs, by organization.
CREATE TABLE person_linkings (
  organization_id ulid NOT NULL PRIMARY KEY REFERENCES organizations (id),
  -- The last inquiry that was looked at; '' before the first.
  last_id text COLLATE "C" NOT NULL,
  done_at timestamptz
);
CALL protect_tenant_table('person_linkings', 'SELECT, INSERT, UPDATE', 'SELECT');
