-- What a clearinghouse has of a payer is a row, whatever their number (docs/decisions/065-payer-sources.md). Until now two of them were columns.
CREATE TABLE payer_sources (
  payer_id ulid NOT NULL REFERENCES payers (id),
  -- Its id, such as availity.
  clearinghouse text NOT NULL,
  -- The payer that is asked with this: its own or, while it has a code there, the one that was merged into.
  asked_as ulid NOT NULL REFERENCES payers (id),
  -- Null: it cannot be asked there.
  code text,
  -- The clearinghouse's own name for it, as every sync brings it; and what an admin put in its place.
  name text,
  typed_name text,
  -- The switch; and how it stood before a merge, which a split gives back.
  is_active boolean NOT NULL DEFAULT true,
  own_is_active boolean,
  is_available boolean NOT NULL DEFAULT false,
  -- False: people ask there, by phone, which takes days.
  is_electronic boolean NOT NULL DEFAULT true,
  -- By lists that were read to their end; null: by none.
  first_listed_at timestamptz,
  last_listed_at timestamptz,
  -- When an admin entered the code or brought the payer back by hand: no sync removes it unless it was listed since.
  entered_at timestamptz,
  -- What it says that the payer wants to know; null: it has no configuration of it.
  fields jsonb,
  combos jsonb,
  provider_fields text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (payer_id, clearinghouse),
  UNIQUE (asked_as, clearinghouse),
  UNIQUE (clearinghouse, code)
);
GRANT SELECT ON payer_sources TO coverlight_app;
GRANT SELECT, INSERT, UPDATE ON payer_sources TO coverlight_admin;

ALTER TABLE payers
  -- The clearinghouse whose name for it the payer goes by; null: an admin named it, and no sync does.
  ADD COLUMN named_by text,
  -- Clearinghouses in the order in which they are asked; null: as they are configured.
  ADD COLUMN route_order text[];

-- Which lists have named a payer was not recorded, so no row says so: the next sync writes it down, and removes nobody on a guess.
INSERT INTO payer_sources
  (payer_id, clearinghouse, asked_as, code, name, typed_name, is_active, own_is_active, is_available, is_electronic, fields, combos, provider_fields)
SELECT p.id, c.clearinghouse, coalesce(y.id, p.id), c.code, c.name, c.typed_name,
  CASE WHEN y.id IS NULL THEN c.is_active ELSE c.merged_is_active END, CASE WHEN y.id IS NOT NULL THEN c.is_active END,
  c.is_available, c.is_electronic, s.fields, s.combos, coalesce(f.provider_fields, '{}')
FROM payers p
LEFT JOIN payers m ON m.id = p.parent_id
CROSS JOIN LATERAL (VALUES
  ('availity', p.code, CASE WHEN p.code IS NOT NULL THEN nullif(p.name_internal, '') END, NULL, p.is_active, m.is_active, p.is_available, true),
  ('pVerify', p.pverify_code, p.pverify_name, CASE WHEN p.pverify_code IS NOT NULL THEN m.pverify_name END, p.pverify_is_active, m.pverify_is_active, p.pverify_is_available, p.pverify_is_electronic)
) c (clearinghouse, code, name, typed_name, is_active, merged_is_active, is_available, is_electronic)
LEFT JOIN payers y ON y.id = m.id AND c.code IS NOT NULL
-- Of a merged payer with a form of its own that is the newer one.
LEFT JOIN LATERAL (
  SELECT x.* FROM payer_schemas x WHERE c.clearinghouse = 'availity' AND (x.payer_id = p.id OR x.payer_id = y.id)
  ORDER BY x.payer_id = y.id DESC NULLS LAST LIMIT 1) f ON true
LEFT JOIN LATERAL (
  SELECT x.* FROM payer_schemas x WHERE c.clearinghouse = 'availity' AND x.source = 'availity' AND (x.payer_id = p.id OR x.payer_id = y.id)
  ORDER BY x.payer_id = y.id DESC NULLS LAST LIMIT 1) s ON true
WHERE (c.code IS NOT NULL OR c.name IS NOT NULL OR NOT c.is_active OR c.is_available OR s.fields IS NOT NULL)
  -- What a merged payer says of its own stands with the rows of its parts.
  AND NOT EXISTS (SELECT FROM payers part WHERE part.parent_id = p.id);

UPDATE payers SET named_by = CASE WHEN code IS NOT NULL AND name = name_internal THEN 'availity' ELSE 'pVerify' END
WHERE (code IS NOT NULL AND name = name_internal) OR (pverify_code IS NOT NULL AND name = pverify_name);
-- From here on only what an admin typed.
UPDATE payers SET name_internal = '' WHERE code IS NOT NULL;

-- A merged payer asks with the form that was edited for one it was merged from, until it has one of its own.
INSERT INTO payer_schemas (payer_id, fields, combos, source, updated_at)
SELECT p.parent_id, s.fields, s.combos, s.source, s.updated_at FROM payers p JOIN payer_schemas s ON s.payer_id = p.id AND s.source <> 'availity'
WHERE p.parent_id IS NOT NULL AND p.code IS NOT NULL AND NOT EXISTS (SELECT FROM payer_schemas x WHERE x.payer_id = p.parent_id);
-- What is left are the forms that admins edited.
DELETE FROM payer_schemas WHERE source = 'availity';
GRANT DELETE ON payer_schemas TO coverlight_admin;

DROP VIEW asked_payers;
ALTER TABLE payer_schemas DROP COLUMN source, DROP COLUMN provider_fields;
ALTER TABLE payers
  DROP COLUMN code, DROP COLUMN is_active, DROP COLUMN is_available, DROP COLUMN pverify_code, DROP COLUMN pverify_name,
  DROP COLUMN pverify_is_active, DROP COLUMN pverify_is_available, DROP COLUMN pverify_is_electronic;

-- Which clearinghouses there are, the configuration says.
ALTER TABLE inquiries DROP CONSTRAINT inquiries_source_check;
ALTER TABLE inquiry_attempts DROP CONSTRAINT inquiry_attempts_route_check;
ALTER TABLE inquiry_asks DROP CONSTRAINT inquiry_asks_route_check;
ALTER TABLE clearinghouse_circuits DROP CONSTRAINT clearinghouse_circuits_route_check;
ALTER TABLE payer_syncs DROP CONSTRAINT payer_syncs_source_check;
