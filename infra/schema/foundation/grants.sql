-- Grants each role of functions (lib/capabilities.ts) its rights on tables, and no others. Every migration and every change of this
-- function runs it again. A table that this function does not name can be used only by the owner and heritage_service.
-- Triggers run with the rights of the writer, so a writer also needs rights on the tables into which triggers write.
-- @rule Database and local stack: What may a database role read and change?
create function grant_table_rights() returns void
language plpgsql
as $$
declare
  service_table regclass;
begin
  for service_table in
    select c.oid
    from pg_class c
    where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'v', 'p')
      and pg_has_role(c.relowner, 'usage')
  loop
    execute format(
      'revoke all on %s from heritage_read, heritage_write, heritage_sign_in, heritage_revoke, heritage_administer, heritage_export, heritage_derive',
      service_table
    );
  end loop;

  -- For finding out who a caller is, whether its token is valid, and what it may read. Each role may read only the columns that it needs.
  grant select (
    account_id, username, first_name, last_name, email, is_active, is_administrator, created_at, is_application, tokens_valid_from,
    last_sign_in_at, rights_id
  ) on account to heritage_read, heritage_write, heritage_revoke, heritage_administer, heritage_export;
  grant select (application_id, client_id, name, tokens_valid_from) on oauth_application to heritage_read, heritage_write, heritage_export;
  grant select (token_family_id, account_id, application_id, scope, created_at, expires_at, revoked_at)
    on token_family to heritage_read, heritage_write, heritage_revoke;
  grant select on signing_key to heritage_read, heritage_write, heritage_sign_in, heritage_revoke, heritage_administer;
  grant select on account_group, group_member, setting, last_change
    to heritage_read, heritage_write, heritage_sign_in, heritage_administer, heritage_export;
  grant select on rights, nodegroup_grant, resource_grant, state_exemption
    to heritage_read, heritage_write, heritage_sign_in, heritage_administer, heritage_export;
  grant select on graph, publication, nodegroup, node, former_nodegroup, held_node, card
    to heritage_read, heritage_write, heritage_sign_in, heritage_export;

  -- Heritage data.
  grant select on
    language, ontology, ontology_class, ontology_property,
    concept, value_type, concept_value, concept_relation, hierarchy_link, related_link,
    life_cycle_state, resource_identifier, resource, tile, resource_relation, feature, grant_set, file, file_derivative, file_use,
    entry_node, id_entry, number_entry, date_entry, word_entry, entry_word,
    edit_log, activity, activity_counter, name_source, name_mark, source_set, name_entry, name_word,
    spatial_view, spatial_view_attribute, geometry_layer, geometry_layer_column,
    mobile_project, mobile_project_card, mobile_project_account, mobile_project_group
    to heritage_read, heritage_write, heritage_export;
  -- Whether a file was removed. By whom and why is for operators.
  grant select (file_id) on file_removal to heritage_read, heritage_write, heritage_export;
  grant select (export_job_id, name, query, format, every_hours, account_id, revision, created_at, due_at, skipped_at, failures, error)
    on export_job to heritage_read;
  grant select on export_reader, export_run, export_part to heritage_read;
  -- For the navigation of pages (lib/queries/users/page-reader.ts), whose statements functions of writers contain, too.
  grant select (export_job_id) on export_job to heritage_write;
  grant select on export_reader to heritage_write;
  -- The pages for applications show everything but secrets.
  grant select (client_type, grant_type, redirect_uris, owner_account_id, service_account_id, created_at) on oauth_application to heritage_read;
  -- The page of applications shows the last ones to administrators.
  grant select on access_change to heritage_read;
  -- For refusing writes while an import of a database is not finished (instance/refuse-writes.sql).
  grant select on database_import to heritage_write;
  -- Whether this database fits the version of a function.
  grant select on migration, kept_statement to heritage_read;

  -- Writers: resource instances with all that is derived from them.
  grant insert, update, delete on resource, tile, resource_relation, feature, name_source, name_mark to heritage_write;
  grant insert, delete on name_entry, id_entry, number_entry, date_entry, word_entry, file_use to heritage_write;
  grant update (unnamed_since) on file to heritage_write;
  grant insert on source_set, name_word, entry_word, grant_set to heritage_write;
  grant insert on edit_log, activity, language to heritage_write;
  grant update on activity_counter, last_change to heritage_write;
  grant select, insert, delete on idempotency_key to heritage_write;
  grant select, insert, update on taken_value to heritage_write;
  -- Uploads: their forms, and the tiles that first name them.
  grant select, insert, delete on pending_file to heritage_write;
  grant select, insert, update on upload_count to heritage_write;
  grant insert on file to heritage_write;
  -- Locks of unique values, and of names. The second table has no columns.
  grant select, insert, update on named_lock to heritage_write;
  grant select, delete on lock_of_names to heritage_write;
  grant insert, update, delete on
    spatial_view, mobile_project, mobile_project_card, mobile_project_account, mobile_project_group
    to heritage_write;

  -- Sign-ins and tokens. No other role of functions may read the hashes of passwords.
  grant select on account, oauth_application, token_family, refresh_token, browser_session, sign_in_attempt to heritage_sign_in;
  grant update (password_hash, last_sign_in_at) on account to heritage_sign_in;
  -- For locking the row of an application while it gets a token, and for replacing the hash of another platform by our own.
  grant update (updated_at, client_secret_hash) on oauth_application to heritage_sign_in;
  grant insert, update, delete on token_family, refresh_token, sign_in_attempt to heritage_sign_in;
  -- PostgreSQL locks rows only for roles with update.
  grant insert, update (expires_at), delete on browser_session to heritage_sign_in;

  -- Ending tokens and sessions, and checking and counting the secrets of the applications that request it.
  grant select on oauth_application, refresh_token, browser_session, sign_in_attempt to heritage_revoke;
  grant update (revoked_at) on token_family to heritage_revoke;
  grant update (client_secret_hash) on oauth_application to heritage_revoke;
  grant delete on browser_session to heritage_revoke;
  grant insert, update, delete on sign_in_attempt to heritage_revoke;

  -- Applications and their accounts, which have no password and are not administrators.
  grant select, insert, update, delete on oauth_application to heritage_administer;
  grant insert (username, is_application), update (username, is_active) on account to heritage_administer;
  grant delete on group_member, nodegroup_grant, resource_grant to heritage_administer;
  grant update (changed_at, is_pending) on last_change to heritage_administer;
  grant insert on access_change to heritage_administer;

  -- Whoever can change accounts and grants, or remove files, cannot hide it.
  revoke update, delete on access_change, file_removal from heritage_service;

  -- Export jobs.
  grant select on export_job, export_reader to heritage_export;
  grant update (due_at, skipped_at, failures, error, lease_token, lease_owner, leased_until) on export_job to heritage_export;
  grant select, insert, update, delete on export_run, export_part to heritage_export;

  -- What is known of pictures, and their derivatives: nothing else, because this role works on bytes of strangers.
  grant select on file, file_derivative to heritage_derive;
  grant update (width, height, has_place, examined_at, examinations, problem) on file to heritage_derive;
  grant insert, update, delete on file_derivative to heritage_derive;

  -- This function writes with the rights of its owner, so only writers may call it.
  revoke execute on function fill_spatial_views()
    from heritage_read, heritage_sign_in, heritage_revoke, heritage_administer, heritage_export, heritage_derive;
end
$$;

select grant_table_rights()::text;
