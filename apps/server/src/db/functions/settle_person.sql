-- Adds to an inquiry's person what the payer returned of it (docs/product.md 18.2). Where a key of it already leads to another person, and this one
-- was made for this check alone and has no such key itself, the check joins that person; else the two are proposed. Runs with the caller's own
-- rights. Parameters as of link_inquiry; p_move: the id of the move, should there be one. Answers the person's id; null where it has none.
CREATE OR REPLACE FUNCTION settle_person(
  p_organization text, p_inquiry text, p_move text, p_now timestamptz,
  p_key_version integer, p_kinds text[], p_digests bytea[], p_links boolean[],
  p_linking bytea[], p_sought bytea[], p_sought_kinds text[], p_scores integer[]
) RETURNS text
LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  v_own ulid;
  v_other ulid;
  v_rule text;
  v_is_alone boolean;
  v_taken bytea[];
BEGIN
  FOR v_try IN 1..20 LOOP
    SELECT i.person_id INTO v_own FROM person_inquiries i WHERE i.organization_id = p_organization AND i.inquiry_id = p_inquiry;
    IF v_own IS NULL THEN
      RETURN NULL;
    END IF;
    v_other := NULL;
    SELECT (array_agg(k.person_id))[1], min(k.kind) INTO v_other, v_rule
    FROM person_keys k
    WHERE k.organization_id = p_organization AND k.is_linking AND k.digest = ANY (p_linking) AND k.person_id <> v_own;
    PERFORM FROM persons p WHERE p.organization_id = p_organization AND p.id IN (v_own, v_other) ORDER BY p.id FOR NO KEY UPDATE;
    PERFORM FROM persons p WHERE p.organization_id = p_organization AND p.id IN (v_own, v_other) AND p.merged_into IS NOT NULL;
    CONTINUE WHEN FOUND;
    v_is_alone := v_other IS NOT NULL
      AND NOT EXISTS (SELECT FROM person_inquiries i WHERE i.organization_id = p_organization AND i.person_id = v_own AND (i.inquiry_id <> p_inquiry OR i.how <> 'auto'))
      AND NOT EXISTS (SELECT FROM person_keys k WHERE k.organization_id = p_organization AND k.person_id = v_own AND k.kind IN ('external', 'id_dob_first'))
      AND NOT EXISTS (SELECT FROM persons p WHERE p.organization_id = p_organization AND p.merged_into = v_own)
      AND NOT EXISTS (SELECT FROM person_pairs d WHERE d.organization_id = p_organization AND d.a = least(v_own, v_other) AND d.b = greatest(v_own, v_other)
        AND d.verdict = 'different');
    IF v_is_alone THEN
      INSERT INTO person_keys (organization_id, digest, person_id, kind, is_linking, key_version, inquiry_id)
      SELECT k.organization_id, k.digest, v_other, k.kind, k.is_linking, k.key_version, k.inquiry_id
      FROM person_keys k WHERE k.organization_id = p_organization AND k.person_id = v_own ON CONFLICT DO NOTHING;
      DELETE FROM person_keys k WHERE k.organization_id = p_organization AND k.person_id = v_own;
      UPDATE person_inquiries i SET person_id = v_other, rule = v_rule, linked_at = p_now WHERE i.organization_id = p_organization AND i.inquiry_id = p_inquiry;
      UPDATE persons p SET last_check_at = greatest(p.last_check_at, o.last_check_at)
      FROM persons o WHERE p.organization_id = p_organization AND p.id = v_other AND o.organization_id = p_organization AND o.id = v_own;
      UPDATE persons p SET merged_into = v_other, last_check_at = NULL WHERE p.organization_id = p_organization AND p.id = v_own;
      INSERT INTO person_moves (organization_id, id, kind, from_id, to_id, inquiry_ids, hows, at)
      VALUES (p_organization, p_move, 'link', v_own, v_other, ARRAY[p_inquiry], ARRAY['auto'], p_now);
      v_own := v_other;
    END IF;
    -- What leads to another person is that person's. One that was stored since it was looked for is refused by the index, and looked for again.
    v_taken := ARRAY(SELECT o.digest FROM person_keys o WHERE o.organization_id = p_organization AND o.digest = ANY (p_linking) AND o.person_id <> v_own
      AND (v_other IS NOT NULL OR NOT o.is_linking));
    BEGIN
      INSERT INTO person_keys (organization_id, digest, person_id, kind, is_linking, key_version, inquiry_id)
      SELECT p_organization, n.digest, v_own, n.kind, n.links, p_key_version, p_inquiry
      FROM unnest(p_kinds, p_digests, p_links) AS n (kind, digest, links) WHERE NOT n.links OR n.digest <> ALL (v_taken) ORDER BY n.digest
      ON CONFLICT (organization_id, digest, person_id) DO NOTHING;
    EXCEPTION WHEN unique_violation THEN
      CONTINUE;
    END;
    UPDATE person_inquiries i SET links_returned = true
    WHERE i.organization_id = p_organization AND i.inquiry_id = p_inquiry AND EXISTS (
      SELECT FROM person_keys k WHERE k.organization_id = p_organization AND k.person_id = v_own AND k.digest = ANY (p_linking));
    PERFORM propose_persons(p_organization, v_own, p_now, p_sought, p_sought_kinds, p_scores);
    RETURN v_own;
  END LOOP;
  RAISE EXCEPTION 'no person could be settled';
END
$$;
GRANT EXECUTE ON FUNCTION settle_person TO coverlight_app, coverlight_admin;
