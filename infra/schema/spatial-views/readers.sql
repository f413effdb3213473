-- The group of the readers of spatial views, such as GIS desktops.
create function spatial_view_readers() returns integer[]
language plpgsql stable
as $$
begin
  return array(select g.account_group_id from account_group g where g.name = 'Spatial View Reader');
end
$$;

-- @rule Spatial views: Whose rights decide about the rows of a view?
create function spatial_layer.reader_rights()
returns table (
  is_administrator boolean,
  account_group_ids integer[],
  has_resource_grants boolean,
  reads_by_default boolean,
  read_exceptions uuid[],
  readable_graphs uuid[]
)
language sql stable rows 1
begin atomic
  select
    exists (select from account_group g where g.account_group_id = any (r.account_group_ids) and g.is_administrator),
    r.account_group_ids,
    exists (select from resource_grant g where g.account_group_id = any (r.account_group_ids)),
    r.reads_by_default,
    r.read_exceptions,
    r.readable_graphs
  from rights r
  -- A subquery runs once, a function call for each row.
  where r.account_group_ids = (select spatial_view_readers())
    and not r.reads_as_guest
  offset 0;
end;

-- The nodegroups that views show, never those of the system settings.
create function spatial_layer.shown_nodegroup() returns table (nodegroup_id uuid)
language sql stable
begin atomic
  select n.nodegroup_id
  from nodegroup n
  cross join spatial_layer.reader_rights() c
  where is_allowed(
      c.is_administrator,
      c.reads_by_default,
      n.nodegroup_id in (select unnest(e.read_exceptions) from spatial_layer.reader_rights() e),
      n.graph_id
    )
    and n.graph_id <> system_settings_graph();
end;

-- The resource instances that views show, by the grants and graphs of the group alone, without what Guest may see.
create function spatial_layer.shown_resource() returns table (resource_id uuid)
language sql stable
begin atomic
  select r.resource_id
  from resource r
  cross join spatial_layer.reader_rights() c
  where is_resource_visible(
      c.is_administrator,
      case
        when c.has_resource_grants then (
          select rule_allows(viewing_rule(g.can_view, g.no_access, false, true, null, false))
          from effective_resource_grant(null, c.account_group_ids, '{}') g
          where g.resource_id = r.resource_id
        )
      end,
      r.graph_id = any (c.readable_graphs),
      r.graph_id
    )
    and r.graph_id <> system_settings_graph();
end;
