-- Spatial views: layers for GIS desktops, each made of the features of one node (docs/adr/055-spatial-views.md).

create table spatial_view (
  spatial_view_id uuid primary key,
  -- The names of its views begin with it.
  slug text collate "C" not null,
  schema_name text collate "C" not null,
  description text not null,
  -- No references: a model may lose a node, and the view then says so.
  geometry_node_id uuid not null,
  language_id text not null,
  is_active boolean not null,
  is_mixed_geometry_types boolean not null,
  -- In their order, as they were sent: [{"nodeid": "…", "description": "…"}]
  attribute_nodes jsonb not null,
  -- The coordinate reference system of its geometries, by EPSG code.
  srid integer not null check (srid in (4326, 3857)),
  created_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp()
);

create unique index spatial_view_slug on spatial_view (lower(slug));

-- The columns of a view for its attributes, worked out from the nodes whenever it is made.
create table spatial_view_attribute (
  spatial_view_id uuid not null references spatial_view on delete cascade,
  position integer not null,
  node_id uuid not null,
  -- From the alias of the node; as unique among the columns of its view as SQL wants it.
  column_name text collate "C" not null,
  description text not null,
  primary key (spatial_view_id, position)
);

-- How the values of a node stand in a column of a view: {"as": "…", "each": path, "texts": [path]}, as its datatype says (the type
-- ColumnText); null where they stand as they are written. Imports of models and "hds migrate" write it.
alter table node add column column_text jsonb;

-- What views show, and how they are kept. Nobody but the owner may enter: a view reads its table with the rights of its owner.
create schema spatial_layer;

-- The views that there are, as they were made.
create table spatial_layer.made_view (
  spatial_view_id uuid primary key,
  schema_name text collate "C" not null,
  slug text collate "C" not null,
  is_mixed boolean not null,
  srid integer not null,
  geometry_node_id uuid not null,
  -- Null where the model has lost the node, and never had it.
  graph_id uuid,
  -- The languages of its texts, most wanted first.
  languages text[] not null,
  column_names text[] not null,
  -- Whether its tables have been filled since they were made, and then indexed.
  is_indexed boolean not null default false
);

-- What the rows of a view are made of.
create table spatial_layer.view_node (
  spatial_view_id uuid not null references spatial_layer.made_view on delete cascade,
  -- 0 for the geometry, else that of the attribute.
  position integer not null,
  -- target: the node of another tile that an attribute of this position points to.
  role text not null check (role in ('geometry', 'attribute', 'target')),
  node_id uuid not null,
  -- Null where the model has lost the node.
  nodegroup_id uuid,
  -- Whether the rows show it: as it was when they were filled.
  is_shown boolean not null default false,
  text_as text not null,
  -- Whether the value itself is the text, or a text by language: most are.
  is_whole boolean not null,
  each_path jsonpath not null,
  text_paths jsonpath[] not null,
  config jsonb,
  primary key (spatial_view_id, position, role)
);

-- One row of a view, before it is known whether it is there already.
create type spatial_layer.wanted_row as (
  kind text,
  gid integer,
  tile_id uuid,
  resource_id uuid,
  geom geometry,
  attributes text[]
);

-- Rights of the group whose members, GIS desktops, read the views.

create function spatial_view_readers() returns integer[]
language plpgsql stable
as $$
begin
  return array(select g.account_group_id from account_group g where g.name = 'Spatial View Reader');
end
$$;

-- As before (023-compiled-rights.sql), and the rights of this group are there whether an account has them or not. They are its own alone: what
-- Guest may read is not shown by it.
create or replace function assign_rights(changed integer[]) returns void
language plpgsql
as $$
declare
  guest integer[] = guest_groups();
  view_readers integer[] = spatial_view_readers();
  made integer[];
begin
  with wanted as (
    select w.account_group_ids, w.account_id, true as reads_as_guest
    from wanted_rights(changed) w
    union
    select guest, null, false
    union
    select view_readers, null, false
  ),
  missing as (
    insert into rights (account_group_ids, account_id, reads_as_guest)
    select w.account_group_ids, w.account_id, w.reads_as_guest
    from wanted w
    on conflict do nothing
    returning rights_id
  )
  select array_agg(m.rights_id)
  into made
  from missing m;

  if made is not null then
    perform compile_rights(made);
  end if;

  update account a
  set rights_id = r.rights_id
  from wanted_rights(changed) w
  join rights r
    on r.account_group_ids = w.account_group_ids
    and r.account_id is not distinct from w.account_id
    and r.reads_as_guest
  where a.account_id = w.of_account
    and a.rights_id is distinct from r.rights_id;

  delete from rights r
  where not exists (select from account a where a.rights_id = r.rights_id)
    and (r.reads_as_guest or r.account_group_ids not in (guest, view_readers));
end
$$;

-- Groups of packages may have taken any id.
select setval(pg_get_serial_sequence('account_group', 'account_group_id'), greatest(max(account_group_id), 10))
from account_group;

insert into account_group (name)
values ('Spatial View Reader')
on conflict (name) do nothing;

-- Whether a resource instance is seen: administrators see everything; its own grants, where it has some that count, come before the rights on
-- its graph; the system settings are nobody's else. An expression, which is put into the statement around it.
create function sees_resource(is_administrator boolean, granted boolean, reads_graph boolean, of_graph uuid) returns boolean
language sql immutable
return is_administrator or (coalesce(granted, reads_graph) and of_graph <> system_settings_graph());

-- As before (023-compiled-rights.sql).
create or replace function visible_resource(caller integer)
returns table (resource_id uuid, graph_id uuid)
language sql stable
begin atomic
  select r.resource_id, r.graph_id
  from resource r
  cross join caller_rights(caller) c
  where sees_resource(
    c.is_administrator,
    case
      when c.has_resource_grants then (
        select is_granted(
          g.can_view,
          g.no_access,
          r.graph_id = any (c.own_graphs),
          g.is_closed,
          g.guest_can_view,
          r.graph_id = any (c.guest_graphs)
        )
        from counting_resource_grant(c.account_id, c.account_group_ids, c.guest_group_ids) g
        where g.resource_id = r.resource_id
      )
    end,
    r.graph_id in (select unnest(e.readable_graphs) from caller_rights(caller) e),
    r.graph_id
  )
    and is_there(r.proposed_by, c.is_reviewer, c.account_id);
end;

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
  -- A query of its own is asked once, a function for each row.
  where r.account_group_ids = (select spatial_view_readers())
    and not r.reads_as_guest
  offset 0;
end;

-- The nodegroups that views show. The system settings are in none, whoever the group is.
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

-- The resource instances that views show.
create function spatial_layer.shown_resource() returns table (resource_id uuid)
language sql stable
begin atomic
  select r.resource_id
  from resource r
  cross join spatial_layer.reader_rights() c
  where sees_resource(
      c.is_administrator,
      case
        when c.has_resource_grants then (
          select g.can_view and not g.no_access
          from counting_resource_grant(null, c.account_group_ids, '{}') g
          where g.resource_id = r.resource_id
        )
      end,
      r.graph_id = any (c.readable_graphs),
      r.graph_id
    )
    and r.graph_id <> system_settings_graph();
end;
