-- The rule of the effective grants for changing or deleting; null if there are none.
create function rule_of_grant(no_access boolean, gives_right boolean) returns access_rule
language sql immutable
return case
  when no_access then 'no access to resource'::access_rule
  when gives_right then 'resource grant'
  when not no_access then 'right not granted'
end;

-- The rules for one resource instance and caller; no row if it does not exist. Viewing is decided as in visible_resource, which does not
-- return rules. The caller's grants on the resource instance decide about changing and deleting. Without grants, changing requires a
-- writable nodegroup of its graph; deleting requires a deletable one, and the right to delete every nodegroup of its tiles. Callers who
-- may not view it, and anonymous callers, may not change or delete it. A resource instance that consists only of proposals is "not
-- visible" except to their authors and reviewers.
-- The rules by priority: "deactivated", "administrator", "system settings", "not visible"; then for viewing those of viewing_rule;
-- otherwise "anonymous", "not visible", those of the grants, "no nodegroup of its graph", "tiles that stay", "nodegroup of its graph". Last,
-- the state of the resource instance takes away what the other rules give ("life-cycle state").
-- In PL/pgSQL, which caches the plans for the session and runs only the queries that it needs.
-- @rule Permissions: What does the state of a resource instance take away, and from whom?
create function resource_rule(caller integer, wanted_resource uuid)
returns table (view_rule access_rule, change_rule access_rule, delete_rule access_rule)
language plpgsql stable rows 1
as $$
declare
  rights record;
  granted record;
  graph_of_resource uuid;
  proposers integer[];
  nodegroup_rights record;
  state record;
begin
  select r.graph_id, r.proposed_by
  into graph_of_resource, proposers
  from resource r
  where r.resource_id = wanted_resource;
  if not found then
    return;
  end if;
  select
    c.account_id,
    c.is_administrator,
    exists_for_caller(proposers, c.is_reviewer, c.account_id) is true as is_known,
    c.account_group_ids,
    c.has_resource_grants,
    graph_of_resource = any (c.own_graphs) as reads_graph,
    graph_of_resource = any (c.guest_graphs) as guest_reads_graph,
    c.guest_group_ids
  into rights
  from caller_rights(caller) c;
  view_rule = case
    when rights.is_administrator then 'administrator'::access_rule
    when rights.is_administrator is null then rule_of_caller(caller)
  end;
  if view_rule is null and graph_of_resource = system_settings_graph() then
    view_rule = 'system settings';
  elsif view_rule is null and not rights.is_known then
    view_rule = 'not visible';
  end if;
  if view_rule is not null then
    change_rule = view_rule;
    delete_rule = view_rule;
    return next;
    return;
  end if;
  select g.*
  into granted
  from effective_resource_grant(rights.account_id, rights.account_group_ids, rights.guest_group_ids) g
  where g.resource_id = wanted_resource
    and rights.has_resource_grants;
  view_rule = viewing_rule(
    granted.can_view,
    granted.no_access,
    rights.reads_graph,
    granted.is_closed,
    granted.guest_can_view,
    rights.guest_reads_graph
  );
  change_rule = rule_of_grant(granted.no_access, granted.can_change);
  delete_rule = rule_of_grant(granted.no_access, granted.can_delete);
  if caller is null then
    change_rule = 'anonymous';
    delete_rule = change_rule;
  elsif not rule_allows(view_rule) then
    change_rule = 'not visible';
    delete_rule = change_rule;
  elsif change_rule is null then
    select
      bool_or(p.can_write) as can_write,
      bool_or(p.can_delete) as can_delete
    into nodegroup_rights
    from nodegroup_permission(caller) p
    where p.graph_id = graph_of_resource;
    change_rule = case
      when nodegroup_rights.can_write then 'nodegroup of its graph'::access_rule
      else 'no nodegroup of its graph'
    end;
    delete_rule = case
      when nodegroup_rights.can_delete is not true then 'no nodegroup of its graph'::access_rule
      when exists (
        select
        from tile t
        where t.resource_id = wanted_resource
          and not t.is_proposed
          and not exists (
            select
            from nodegroup_permission(caller) d
            where d.nodegroup_id = t.nodegroup_id
              and d.can_delete
          )
      ) then 'tiles that stay'
      else 'nodegroup of its graph'
    end;
  end if;
  if rule_allows(change_rule) or rule_allows(delete_rule) then
    select
      s.can_edit or coalesce(bool_or(e.edits_every_state), false) as can_edit,
      s.can_delete or coalesce(bool_or(e.deletes_every_state), false) as can_delete
    into state
    from state_of_resource(wanted_resource) s
    left join state_exemption e
      on e.account_id = caller
      or e.account_group_id = any (rights.account_group_ids)
    group by s.can_edit, s.can_delete;
    if rule_allows(change_rule) and not state.can_edit then
      change_rule = 'life-cycle state';
    end if;
    if rule_allows(delete_rule) and not state.can_delete then
      delete_rule = 'life-cycle state';
    end if;
  end if;
  return next;
end
$$;

-- A caller's rights on one resource instance, checked before a change or deletion.
-- @rule Permissions: Who may change or delete a resource instance?
create function resource_permission(caller integer, wanted_resource uuid)
returns table (can_view boolean, can_change boolean, can_delete boolean)
language sql stable
begin atomic
  select rule_allows(r.view_rule), rule_allows(r.change_rule), rule_allows(r.delete_rule)
  from resource_rule(caller, wanted_resource) r;
end;
