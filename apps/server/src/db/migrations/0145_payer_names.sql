-- Every name that a payer goes by or went by, as it is searched (docs/decisions/071-payer-search.md). Filled by the server, at its next start at the latest.
CREATE TABLE payer_names (
  payer_id ulid NOT NULL REFERENCES payers (id),
  name text NOT NULL,
  -- name: its own, now or before; also: what a clearinghouse calls it; internal: what admins do, not shown to practices.
  kind text NOT NULL CHECK (kind IN ('name', 'also', 'internal')),
  -- Its words, their initials, and all in one, each after a blank.
  words text NOT NULL,
  -- Its longer words, and each without one of its letters: a word with a slip has one of them in common.
  near_forms text[] NOT NULL,
  PRIMARY KEY (payer_id, kind, name)
);
CREATE INDEX payer_names_by_words ON payer_names USING gin (words gin_trgm_ops);
CREATE INDEX payer_names_by_near_forms ON payer_names USING gin (near_forms);
GRANT SELECT ON payer_names TO coverlight_app;
GRANT SELECT, INSERT, DELETE ON payer_names TO coverlight_admin;
