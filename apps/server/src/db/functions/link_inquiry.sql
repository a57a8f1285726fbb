-- Gives an inquiry its person, in one round trip: the one that a key leads to which links by itself, else a new one (docs/product.md 18.2). Of two
-- that make the same new person at once, the unique index lets the first; the other waits for it, looks again and joins. Runs with the caller's
-- own rights, so row-level security holds. p_linking: what to look for, under every version of the key; p_sought likewise, to propose by.
-- p_first of p_linking is left out where somebody with the member id has the first name as last name (p_as_last): names may be the other way
-- round. p_sent_at: null where it is hidden. Answers the person's id.
CREATE OR REPLACE FUNCTION link_inquiry(
  p_organization text, p_inquiry text, p_person text, p_content bytea, p_sent_at timestamptz, p_now timestamptz,
  p_key_version integer, p_kinds text[], p_digests bytea[], p_links boolean[],
  p_linking bytea[], p_sought bytea[], p_sought_kinds text[], p_scores integer[], p_first bytea[], p_as_last bytea[]
) RETURNS text
LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  v_person ulid;
  v_rule text;
  v_found integer;
  v_new integer;
  -- Keys that link nobody here. Looked up for all at once: a NOT EXISTS for each is planned as a scan of all keys while there are few.
  v_doubted bytea[];
BEGIN
  SELECT i.person_id INTO v_person FROM person_inquiries i WHERE i.organization_id = p_organization AND i.inquiry_id = p_inquiry;
  IF FOUND THEN
    RETURN v_person;
  END IF;
  FOR v_try IN 1..20 LOOP
    v_doubted := '{}';
    IF EXISTS (SELECT FROM person_keys k WHERE k.organization_id = p_organization AND k.digest = ANY (p_as_last)) THEN
      v_doubted := p_first;
    END IF;
    v_person := NULL;
    v_rule := NULL;
    SELECT (array_agg(k.person_id ORDER BY k.kind))[1], min(k.kind), count(DISTINCT k.person_id) INTO v_person, v_rule, v_found
    FROM person_keys k WHERE k.organization_id = p_organization AND k.is_linking AND k.digest = ANY (p_linking)
      AND k.digest <> ALL (v_doubted);
    IF v_person IS NOT NULL THEN
      UPDATE persons p SET last_check_at = greatest(p.last_check_at, p_sent_at)
      WHERE p.organization_id = p_organization AND p.id = v_person AND p.merged_into IS NULL;
      -- Else it was merged a moment ago, and its keys have moved.
      IF FOUND THEN
        IF v_found > 1 THEN
          UPDATE person_keys k SET is_linking = false
          WHERE k.organization_id = p_organization AND k.is_linking AND k.digest = ANY (p_digests) AND k.person_id <> v_person;
        END IF;
        v_doubted := v_doubted || ARRAY(SELECT o.digest FROM person_keys o
          WHERE o.organization_id = p_organization AND o.digest = ANY (p_linking) AND o.person_id <> v_person);
        INSERT INTO person_keys (organization_id, digest, person_id, kind, is_linking, key_version, inquiry_id)
        SELECT p_organization, n.digest, v_person, n.kind, n.links AND n.digest <> ALL (v_doubted), p_key_version, p_inquiry
        FROM unnest(p_kinds, p_digests, p_links) AS n (kind, digest, links)
        ON CONFLICT DO NOTHING;
        GET DIAGNOSTICS v_new = ROW_COUNT;
        EXIT;
      END IF;
    ELSE
      BEGIN
        INSERT INTO persons (organization_id, id, content, last_check_at, created_at)
        VALUES (p_organization, p_person, p_content, p_sent_at, p_now);
        -- One that links was stored since it was looked for: the index refuses it, and it is looked for again.
        v_doubted := v_doubted || ARRAY(SELECT o.digest FROM person_keys o
          WHERE o.organization_id = p_organization AND o.digest = ANY (p_linking) AND NOT o.is_linking);
        INSERT INTO person_keys (organization_id, digest, person_id, kind, is_linking, key_version, inquiry_id)
        SELECT p_organization, n.digest, p_person, n.kind, n.links AND n.digest <> ALL (v_doubted), p_key_version, p_inquiry
        FROM unnest(p_kinds, p_digests, p_links) AS n (kind, digest, links) ORDER BY n.digest;
        GET DIAGNOSTICS v_new = ROW_COUNT;
        v_person := p_person;
        EXIT;
      EXCEPTION WHEN unique_violation THEN
        v_person := NULL;
      END;
    END IF;
  END LOOP;
  IF v_person IS NULL THEN
    RAISE EXCEPTION 'no person could be found or made';
  END IF;
  IF v_new > 0 THEN
    PERFORM propose_persons(p_organization, v_person, p_now, p_sought, p_sought_kinds, p_scores);
  END IF;
  INSERT INTO person_inquiries (organization_id, inquiry_id, person_id, how, rule, linked_at)
  VALUES (p_organization, p_inquiry, v_person, 'auto', v_rule, p_now);
  RETURN v_person;
END
$$;
GRANT EXECUTE ON FUNCTION link_inquiry TO coverlight_app, coverlight_admin;
