-- A page of the admin's may show patients of many organizations, and each one's log gets a row: all of them in one statement. With the
-- caller's own rights, so that row security checks each row; the organization that was set before is set again afterwards.
CREATE FUNCTION insert_audit_events(p_events jsonb) RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  v_before text := coalesce(current_setting('app.organization_id', true), '');
  v_event record;
BEGIN
  FOR v_event IN
    SELECT * FROM jsonb_to_recordset(p_events) AS e (organization_id text, at timestamptz, actor_role text, actor_user_id text,
      actor_organization_id text, session_id text, action text, object_type text, object_ids text[], outcome text, address text,
      user_agent text, request_id text, changed_fields text[], reason text)
    ORDER BY e.organization_id
  LOOP
    PERFORM set_config('app.organization_id', v_event.organization_id, true);
    INSERT INTO audit_events (organization_id, at, actor_role, actor_user_id, actor_organization_id, session_id, action, object_type,
      object_ids, outcome, address, user_agent, request_id, changed_fields, reason)
    VALUES (v_event.organization_id, v_event.at, v_event.actor_role, v_event.actor_user_id, v_event.actor_organization_id,
      v_event.session_id, v_event.action, v_event.object_type, v_event.object_ids, v_event.outcome, v_event.address, v_event.user_agent,
      v_event.request_id, v_event.changed_fields, v_event.reason);
  END LOOP;
  PERFORM set_config('app.organization_id', v_before, true);
END
$$;
REVOKE ALL ON FUNCTION insert_audit_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION insert_audit_events TO coverlight_admin;
