-- Roles of the running server. They own nothing and cannot bypass row-level security:
--   coverlight_app     every request and job; sees the organization that was set, no other
--   coverlight_admin   platform admins; reads every organization, writes only the one that was set
--   coverlight_lookup  runs the few functions of 0004, which find rows before an organization is known; nobody logs in as it
-- Roles belong to the whole cluster, so another database may have made them, or be making them right now. Where the connecting
-- user may not create roles, an administrator creates the three (NOLOGIN) and grants them to that user beforehand.
DO $$
DECLARE
  v_role text;
  v_may_act boolean;
BEGIN
  FOREACH v_role IN ARRAY ARRAY['coverlight_app', 'coverlight_admin', 'coverlight_lookup'] LOOP
    FOR v_try IN 1..20 LOOP
      BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = v_role) THEN
          EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE', v_role);
        END IF;
        -- From PostgreSQL 16 on being a member is not yet the right to act as the role; before, SET was no word for it.
        EXECUTE format('SELECT pg_has_role(%L, %L)', v_role, CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END)
          INTO v_may_act;
        IF NOT v_may_act THEN
          EXECUTE format('GRANT %I TO %I', v_role, current_user);
        END IF;
        EXIT;
      EXCEPTION WHEN duplicate_object OR unique_violation OR internal_error THEN
        -- internal_error is "tuple concurrently updated": another database of this cluster is at the same grant.
        PERFORM pg_sleep(0.05);
      END;
    END LOOP;
  END LOOP;
END
$$;

GRANT USAGE ON SCHEMA public TO coverlight_app, coverlight_admin, coverlight_lookup;

-- Byte order is enough for ids and quicker than a language's order.
CREATE DOMAIN ulid AS text COLLATE "C" CHECK (VALUE ~ '^[0-9A-Z]{26}$');

-- Puts a tenant table under row-level security. `p_app_rights` and `p_admin_rights` are lists such as 'SELECT, INSERT'.
-- A setting that is missing reads as NULL or '', which no id equals: without an organization there are no rows.
CREATE PROCEDURE protect_tenant_table(p_table regclass, p_app_rights text, p_admin_rights text)
LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', p_table);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', p_table);
  EXECUTE format(
    'CREATE POLICY own_organization ON %s TO coverlight_app, coverlight_admin
       USING (organization_id = current_setting(''app.organization_id'', true))
       WITH CHECK (organization_id = current_setting(''app.organization_id'', true))', p_table);
  EXECUTE format('CREATE POLICY admin_reads ON %s FOR SELECT TO coverlight_admin USING (true)', p_table);
  EXECUTE format('GRANT %s ON %s TO coverlight_app', p_app_rights, p_table);
  EXECUTE format('GRANT %s ON %s TO coverlight_admin', p_admin_rights, p_table);
END
$$;
REVOKE ALL ON PROCEDURE protect_tenant_table FROM PUBLIC;
