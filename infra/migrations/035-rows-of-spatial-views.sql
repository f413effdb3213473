-- The rows of spatial views are kept true: what changes is remembered by statement, and followed once, at the end of the transaction.

-- What has changed in this transaction. No row of these tables outlives its transaction: nobody sees those of another one.
create unlogged table spatial_layer.change (
  -- tile: one of a resource instance; target: a tile that others may point to; name: of a resource instance; resource: whether it is shown, or
  -- there; concept: by the id of it or of a value; model: a node of a view; rights: those of the group; all: of all views.
  kind text not null,
  id uuid not null,
  nodegroup_id uuid
);

-- Whether a transaction still has to follow its changes.
create unlogged table spatial_layer.pending (
  transaction_id xid8 primary key
);

-- The resource instances whose rows are worked out anew, by view.
create unlogged table spatial_layer.due (
  spatial_view_id uuid not null,
  resource_id uuid not null,
  primary key (resource_id, spatial_view_id)
);

-- Which resource instances take a text from a tile, of whatever resource instance. There are few: of the nodes that point to others.
create table spatial_layer.pointer (
  tile_id uuid not null,
  resource_id uuid not null,
  primary key (tile_id, resource_id)
);

create index pointer_resource on spatial_layer.pointer (resource_id);

-- They are emptied all the time.
alter table spatial_layer.change set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
alter table spatial_layer.pending set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
alter table spatial_layer.due set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- The rows that resource instances are to have, each in a view, by view.
create function spatial_layer.wanted_rows(due_views uuid[], due_resources uuid[])
returns table (spatial_view_id uuid, due text[], wanted spatial_layer.wanted_row[])
language plpgsql stable rows 10
as $$
#variable_conflict use_column
declare
  readable jsonb;
begin
  if exists (select from spatial_layer.view_node n where n.text_as = 'resource instance') then
    select jsonb_agg(n.nodegroup_id)
    into readable
    from spatial_layer.shown_nodegroup() n;
  end if;
  return query
    with due_pair as materialized (
      select d.spatial_view_id, d.resource_id
      from unnest(due_views, due_resources) as d (spatial_view_id, resource_id)
    ),
    shown_node as materialized (
      select v.*
      from spatial_layer.view_node v
      where v.spatial_view_id in (select d.spatial_view_id from due_pair d)
        and v.nodegroup_id in (select n.nodegroup_id from spatial_layer.shown_nodegroup() n)
    ),
    -- The tiles of closed nodegroups that a node of a geometry was in before.
    closed_tile as materialized (
      select t.tile_id
      from former_nodegroup p
      join shown_node n
        on n.node_id = p.node_id
        and n.role = 'geometry'
      join due_pair d on d.spatial_view_id = n.spatial_view_id
      join tile t
        on t.resource_id = d.resource_id
        and t.nodegroup_id = p.nodegroup_id
      -- Asked first: most often there is none.
      where (select exists (select from former_nodegroup))
        and p.nodegroup_id not in (select s.nodegroup_id from spatial_layer.shown_nodegroup() s)
    ),
    placed as materialized (
      select
        d.spatial_view_id,
        f.gid,
        f.tile_id,
        f.resource_id,
        spatial_layer.kind_of(f.geometry, m.is_mixed) as kind,
        case when m.is_mixed then g.geometry else st_multi(g.geometry) end as geometry
      from due_pair d
      join spatial_layer.made_view m on m.spatial_view_id = d.spatial_view_id
      join shown_node n
        on n.spatial_view_id = d.spatial_view_id
        and n.role = 'geometry'
      join feature f
        on f.node_id = n.node_id
        and f.resource_id = d.resource_id
      join spatial_layer.shown_resource() r on r.resource_id = d.resource_id
      cross join lateral (select spatial_layer.on_map(f.geometry, m.srid) as geometry) g
      where g.geometry is not null
        and f.tile_id not in (select c.tile_id from closed_tile c)
    ),
    stored_value as materialized (
      select
        s.spatial_view_id,
        s.resource_id,
        m.languages,
        n.position,
        coalesce(t.sort_order, 0) as sort_order,
        t.tile_id,
        n.text_as,
        n.is_whole,
        n.each_path,
        n.text_paths,
        n.config,
        t.data -> n.node_id::text as value
      from (select distinct p.spatial_view_id, p.resource_id from placed p) s
      join spatial_layer.made_view m on m.spatial_view_id = s.spatial_view_id
      join shown_node n
        on n.spatial_view_id = s.spatial_view_id
        and n.role = 'attribute'
      join tile t
        on t.resource_id = s.resource_id
        and t.nodegroup_id = n.nodegroup_id
      where n.text_as <> 'nothing'
        and jsonb_typeof(t.data -> n.node_id::text) <> 'null'
    ),
    value_to_show as materialized (
      select v.*
      from stored_value v
      where v.text_as <> 'tile'
      union all
      select
        v.spatial_view_id,
        v.resource_id,
        v.languages,
        v.position,
        v.sort_order,
        v.tile_id,
        n.text_as,
        n.is_whole,
        n.each_path,
        n.text_paths,
        n.config,
        t.data -> n.node_id::text
      from stored_value v
      join shown_node n
        on n.spatial_view_id = v.spatial_view_id
        and n.position = v.position
        and n.role = 'target'
      join tile t
        on t.tile_id = spatial_layer.id_in(v.value)
        and t.nodegroup_id = n.nodegroup_id
      join spatial_layer.shown_resource() r on r.resource_id = t.resource_id
      where v.text_as = 'tile'
        and n.text_as not in ('nothing', 'tile')
        and jsonb_typeof(t.data -> n.node_id::text) <> 'null'
    ),
    mention as materialized (
      select v.spatial_view_id, v.resource_id, v.languages, v.position, v.sort_order, v.tile_id, v.text_as, p.place, spatial_layer.id_in(p.part) as id
      from value_to_show v
      cross join lateral jsonb_path_query(v.value, v.each_path, '{}', true) with ordinality as p (part, place)
      where v.text_as in ('concept value', 'resource instance')
    ),
    mentioned as materialized (
      select
        m.text_as,
        m.id,
        m.languages,
        case m.text_as
          when 'concept value' then spatial_layer.concept_text(m.id, m.languages)
          else spatial_layer.name_text(m.id, m.languages, readable)
        end as text
      from (
        select distinct m.text_as, m.id, m.languages
        from mention m
        where m.id is not null
      ) m
    ),
    said as (
      select
        v.spatial_view_id,
        v.resource_id,
        v.position,
        v.sort_order,
        v.tile_id,
        1 as place,
        spatial_layer.text_of(v.value, v.text_as = 'text by language', v.languages) as text
      from value_to_show v
      where v.is_whole
      union all
      select v.spatial_view_id, v.resource_id, v.position, v.sort_order, v.tile_id, o.place, o.text
      from value_to_show v
      cross join lateral unnest(spatial_layer.own_texts(v.value, v.text_as, v.each_path, v.text_paths, v.config, v.languages))
        with ordinality as o (text, place)
      where not v.is_whole
        and v.text_as not in ('concept value', 'resource instance')
      union all
      select m.spatial_view_id, m.resource_id, m.position, m.sort_order, m.tile_id, m.place, t.text
      from mention m
      join mentioned t
        on t.text_as = m.text_as
        and t.id = m.id
        and t.languages = m.languages
    ),
    -- With a row for each column, whether anything is said or not.
    attribute as (
      select
        s.spatial_view_id,
        s.resource_id,
        s.position,
        string_agg(s.text, ', ' order by s.sort_order, s.tile_id, s.place) filter (where s.text <> '') as text
      from (
        select s.spatial_view_id, s.resource_id, s.position, s.sort_order, s.tile_id, s.place, s.text
        from said s
        union all
        select p.spatial_view_id, p.resource_id, n.position, null, null, null, null
        from placed p
        join spatial_layer.view_node n
          on n.spatial_view_id = p.spatial_view_id
          and n.role = 'attribute'
      ) s
      group by s.spatial_view_id, s.resource_id, s.position
    ),
    attributes as (
      select a.spatial_view_id, a.resource_id, array_agg(a.text order by a.position) as texts
      from attribute a
      group by a.spatial_view_id, a.resource_id
    ),
    wanted as (
      select
        p.spatial_view_id,
        array_agg(row (p.kind, p.gid, p.tile_id, p.resource_id, p.geometry, a.texts)::spatial_layer.wanted_row) as rows
      from placed p
      left join attributes a
        on a.spatial_view_id = p.spatial_view_id
        and a.resource_id = p.resource_id
      where p.kind is not null
      group by p.spatial_view_id
    )
    select d.spatial_view_id, d.due, coalesce(w.rows, '{}')
    from (
      select d.spatial_view_id, array_agg(d.resource_id::text) as due
      from due_pair d
      group by d.spatial_view_id
    ) d
    left join wanted w on w.spatial_view_id = d.spatial_view_id
    order by d.spatial_view_id;
end
$$;

-- All rows of a view are due: those of features that there are. Where it shows nothing, or something else, what it showed goes at once, and its
-- comments with it.
create function spatial_layer.refill(view_id uuid) returns void
language plpgsql
as $$
declare
  shown uuid = (
    select n.node_id
    from spatial_layer.view_node n
    join spatial_layer.shown_nodegroup() s on s.nodegroup_id = n.nodegroup_id
    where n.spatial_view_id = view_id
      and n.role = 'geometry'
  );
  table_name text;
begin
  update spatial_layer.view_node n
  set is_shown = n.nodegroup_id is not null and n.nodegroup_id in (select s.nodegroup_id from spatial_layer.shown_nodegroup() s)
  where n.spatial_view_id = view_id;

  perform spatial_layer.comment_on_view(m)
  from spatial_layer.made_view m
  where m.spatial_view_id = view_id;

  for table_name in
    select spatial_layer.object_name(view_id, k.kind)
    from spatial_layer.made_view m
    cross join lateral unnest(spatial_layer.kinds(m.is_mixed)) as k (kind)
    where m.spatial_view_id = view_id
  loop
    execute format('delete from spatial_layer.%I where nodeid is distinct from %L', table_name, shown::text);
  end loop;

  insert into spatial_layer.due (spatial_view_id, resource_id)
  select distinct view_id, f.resource_id
  from feature f
  where f.node_id = shown
  on conflict do nothing;
end
$$;

-- A model has changed that a view is made of: its columns may have other names now. Where others depend on the names, or a reader holds the view,
-- or its schema is gone, it stays as it is: a model is not refused because of a view.
create function spatial_layer.remake(view_id uuid) returns void
language plpgsql
set lock_timeout = '3s'
as $$
begin
  perform spatial_layer.name_columns(view_id);
  if not spatial_layer.can_stay(view_id) then
    perform spatial_layer.take_away(view_id);
  end if;
  perform spatial_layer.make(view_id);
exception when sqlstate 'SV001' or sqlstate 'SV002' or sqlstate 'SV003' or lock_not_available or insufficient_privilege then
  perform spatial_layer.find_nodes(view_id);
end
$$;

-- Finds what is due because of what has changed.
create function spatial_layer.find_due() returns void
language plpgsql
as $$
declare
  one uuid;
  kinds text[] = array(select distinct c.kind from spatial_layer.change c);
begin
  if 'model' = any (kinds) then
    for one in
      select distinct m.spatial_view_id
      from spatial_layer.change c
      join spatial_layer.view_node n on n.node_id = c.id
      join spatial_layer.made_view m on m.spatial_view_id = n.spatial_view_id
      where c.kind = 'model'
      order by 1
    loop
      perform spatial_layer.remake(one);
      perform spatial_layer.refill(one);
    end loop;
  end if;

  if kinds && array['all', 'rights'] then
    update spatial_layer.made_view m
    set languages = array[m.languages[1], default_language()]
    where m.languages[2] is distinct from default_language();

    -- Rights on nodegroups that a view does not look at are nothing to it, unless it shows names, which may be made of anything.
    for one in
      select n.spatial_view_id
      from spatial_layer.view_node n
      where 'all' = any (kinds)
        or n.text_as = 'resource instance'
        or n.node_id in (select f.node_id from former_nodegroup f)
        or n.is_shown <> (n.nodegroup_id is not null and n.nodegroup_id in (select s.nodegroup_id from spatial_layer.shown_nodegroup() s))
      group by n.spatial_view_id
      order by 1
    loop
      perform spatial_layer.refill(one);
    end loop;
  end if;

  insert into spatial_layer.due (spatial_view_id, resource_id)
  select n.spatial_view_id, c.id
  from spatial_layer.change c
  join held_node h on h.nodegroup_id = c.nodegroup_id
  join spatial_layer.view_node n
    on n.node_id = h.node_id
    and n.role <> 'target'
  where c.kind = 'tile'
  union
  select m.spatial_view_id, c.id
  from spatial_layer.change c
  cross join spatial_layer.made_view m
  where c.kind = 'resource'
  union
  select n.spatial_view_id, p.resource_id
  from spatial_layer.change c
  join spatial_layer.pointer p on p.tile_id = c.id
  join spatial_layer.view_node n
    on n.nodegroup_id = c.nodegroup_id
    and n.role = 'target'
  where c.kind = 'target'
  on conflict do nothing;

  if kinds && array['resource', 'name'] then
    -- Whether a name is shown depends on all resource instances that it is made of.
    with recursive renamed (resource_id) as (
      select c.id
      from spatial_layer.change c
      where c.kind in ('resource', 'name')
      union
      select s.resource_id
      from renamed r
      join name_source s on s.source_id = r.resource_id
      where s.in_name
    ),
    referring as (
      select l.from_resource_id, l.tile_id, l.node_id
      from renamed r
      join resource_relation l on l.to_resource_id = r.resource_id
      where l.node_id is not null
    )
    insert into spatial_layer.due (spatial_view_id, resource_id)
    select n.spatial_view_id, r.from_resource_id
    from referring r
    join spatial_layer.view_node n
      on n.node_id = r.node_id
      and n.role = 'attribute'
    union
    select n.spatial_view_id, p.resource_id
    from referring r
    join spatial_layer.pointer p on p.tile_id = r.tile_id
    join spatial_layer.view_node n
      on n.node_id = r.node_id
      and n.role = 'target'
    union
    select n.spatial_view_id, p.resource_id
    from renamed r
    join tile t on t.resource_id = r.resource_id
    join spatial_layer.pointer p on p.tile_id = t.tile_id
    join spatial_layer.view_node n
      on n.nodegroup_id = t.nodegroup_id
      and n.role = 'target'
    on conflict do nothing;
  end if;

  if 'concept' = any (kinds) then
    with changed_value as materialized (
      select c.id::text as value_id
      from spatial_layer.change c
      where c.kind = 'concept'
      union
      select v.value_id::text
      from spatial_layer.change c
      join concept_value v on v.concept_id = c.id
      where c.kind = 'concept'
    ),
    naming_tile as materialized (
      select distinct n.spatial_view_id, n.role, t.resource_id, t.tile_id
      from spatial_layer.view_node n
      join tile t on t.nodegroup_id = n.nodegroup_id
      cross join lateral jsonb_path_query(t.data -> n.node_id::text, n.each_path, '{}', true) as p (part)
      where n.text_as = 'concept value'
        and lower(p.part #>> '{}') in (select c.value_id from changed_value c)
    )
    insert into spatial_layer.due (spatial_view_id, resource_id)
    select t.spatial_view_id, t.resource_id
    from naming_tile t
    where t.role = 'attribute'
    union
    select t.spatial_view_id, p.resource_id
    from naming_tile t
    join spatial_layer.pointer p on p.tile_id = t.tile_id
    where t.role = 'target'
    on conflict do nothing;
  end if;
end
$$;

-- Remembers which tiles resource instances point to.
create function spatial_layer.keep_pointers(batch uuid[]) returns void
language plpgsql
as $$
begin
  delete from spatial_layer.pointer p
  where p.resource_id = any (batch);

  insert into spatial_layer.pointer (tile_id, resource_id)
  select distinct spatial_layer.id_in(t.data -> n.node_id::text), t.resource_id
  from spatial_layer.view_node n
  join tile t on t.nodegroup_id = n.nodegroup_id
  where n.text_as = 'tile'
    and n.role = 'attribute'
    and t.resource_id = any (batch)
    and spatial_layer.id_in(t.data -> n.node_id::text) is not null;
end
$$;

-- Follows all that has changed in this transaction, a thousand resource instances at a time. A row is written where it differs. Tables that were
-- made in this transaction, for whatever reason, are indexed once they are filled.
create function spatial_layer.refresh() returns void
language plpgsql
as $$
declare
  with_pointers boolean;
  batch record;
  one record;
  new_view uuid;
begin
  perform spatial_layer.find_due();
  delete from spatial_layer.change;
  delete from spatial_layer.pending;
  with_pointers = exists (select from spatial_layer.view_node n where n.role = 'target');
  for batch in
    select array_agg(d.spatial_view_id) as views, array_agg(d.resource_id) as resources
    from (
      select d.*, row_number() over (order by d.resource_id, d.spatial_view_id) as place
      from spatial_layer.due d
    ) d
    group by (d.place - 1) / 1000
    order by (d.place - 1) / 1000
  loop
    if with_pointers then
      perform spatial_layer.keep_pointers(batch.resources);
    end if;
    for one in
      select w.spatial_view_id, w.due, w.wanted
      from spatial_layer.wanted_rows(batch.views, batch.resources) w
    loop
      execute format('select spatial_layer.%I($1, $2)', spatial_layer.object_name(one.spatial_view_id, 'put'))
      using one.due, one.wanted;
    end loop;
  end loop;
  delete from spatial_layer.due;
  for new_view in
    select m.spatial_view_id
    from spatial_layer.made_view m
    where not m.is_indexed
    order by 1
  loop
    perform spatial_layer.index_tables(new_view);
  end loop;
end
$$;

-- Just before the commit, under the lock that names are followed under: so all that was committed before is seen, and one follows at a time.
create function spatial_layer.follow_changes() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
-- Planning takes longer than following one tile: it is done once for a session.
set plan_cache_mode = force_generic_plan
set jit = off
as $$
begin
  if exists (select from spatial_layer.pending p where p.transaction_id = new.transaction_id) then
    perform lock_names();
    perform spatial_layer.refresh();
  end if;
  return null;
end
$$;

create constraint trigger changes_at_the_end
  after insert on spatial_layer.pending
  deferrable initially deferred
  for each row
  execute function spatial_layer.follow_changes();

create function spatial_layer.follow_later() returns void
language sql volatile
begin atomic
  insert into spatial_layer.pending (transaction_id)
  values (pg_current_xact_id())
  on conflict do nothing;
end;

-- Before anything else is locked.
create function spatial_layer.write_with_others() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform spatial_layer.lock_with_writers();
  return null;
end
$$;

create function spatial_layer.follow_tile() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
as $$
begin
  if not exists (select from spatial_layer.made_view) then
    return null;
  end if;
  insert into spatial_layer.change (kind, id, nodegroup_id)
  select distinct 'tile', c.resource_id, c.nodegroup_id
  from changed c
  join nodegroup n on n.nodegroup_id = c.nodegroup_id
  where n.graph_id in (select m.graph_id from spatial_layer.made_view m)
    or exists (select from spatial_layer.made_view m where m.graph_id is null)
  union all
  select 'target', c.tile_id, c.nodegroup_id
  from changed c
  where exists (select from spatial_layer.view_node v where v.role = 'target');
  if found then
    perform spatial_layer.follow_later();
  end if;
  return null;
end
$$;

create function spatial_layer.follow_resource() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
as $$
begin
  if not exists (select from spatial_layer.made_view) then
    return null;
  end if;
  insert into spatial_layer.change (kind, id)
  select 'resource', c.resource_id
  from changed c;
  if found then
    perform spatial_layer.follow_later();
  end if;
  return null;
end
$$;

create function spatial_layer.follow_name() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
as $$
begin
  if exists (select from spatial_layer.made_view) then
    insert into spatial_layer.change (kind, id)
    values (case when old.graph_id = new.graph_id then 'name' else 'resource' end, new.resource_id);
    perform spatial_layer.follow_later();
  end if;
  return null;
end
$$;

create function spatial_layer.follow_resource_grant() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
as $$
begin
  if not exists (select from spatial_layer.made_view) then
    return null;
  end if;
  insert into spatial_layer.change (kind, id)
  select 'resource', c.resource_id
  from changed c
  where c.account_group_id = any (spatial_view_readers());
  if found then
    perform spatial_layer.follow_later();
  end if;
  return null;
end
$$;

create function spatial_layer.follow_concept_value() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
as $$
begin
  if not exists (select from spatial_layer.view_node n where n.text_as = 'concept value') then
    return null;
  end if;
  insert into spatial_layer.change (kind, id)
  select distinct 'concept', u.id
  from changed c
  cross join lateral (values (c.concept_id), (c.value_id)) as u (id);
  if found then
    perform spatial_layer.follow_later();
  end if;
  return null;
end
$$;

create function spatial_layer.follow_node() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
as $$
begin
  if not exists (select from spatial_layer.made_view) then
    return null;
  end if;
  insert into spatial_layer.change (kind, id)
  select distinct 'model', c.node_id
  from changed c
  join spatial_layer.view_node v on v.node_id = c.node_id;
  if found then
    perform spatial_layer.follow_later();
  end if;
  return null;
end
$$;

-- Of the rights of the group, or of what decides about all that views show.
create function spatial_layer.follow_rights() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
as $$
begin
  if exists (select from spatial_layer.made_view) then
    insert into spatial_layer.change (kind, id)
    values (tg_argv[0], '00000000-0000-0000-0000-000000000000');
    perform spatial_layer.follow_later();
  end if;
  return null;
end
$$;

do $$
declare
  one record;
begin
  for one in
    select *
    from (
      values
        ('tile', 'follow_tile'),
        ('resource_grant', 'follow_resource_grant'),
        ('concept_value', 'follow_concept_value'),
        ('node', 'follow_node')
    ) as t (table_name, function_name)
  loop
    execute format(
      'create trigger spatial_views_of_new after insert on %I referencing new table as changed for each statement execute function spatial_layer.%I()',
      one.table_name,
      one.function_name
    );
    execute format(
      'create trigger spatial_views_of_changed after update on %I referencing new table as changed for each statement execute function spatial_layer.%I()',
      one.table_name,
      one.function_name
    );
    -- What moves counts for both.
    execute format(
      'create trigger spatial_views_of_former after update on %I referencing old table as changed for each statement execute function spatial_layer.%I()',
      one.table_name,
      one.function_name
    );
    execute format(
      'create trigger spatial_views_of_gone after delete on %I referencing old table as changed for each statement execute function spatial_layer.%I()',
      one.table_name,
      one.function_name
    );
  end loop;
  for one in
    select t.name
    from unnest(array['tile', 'resource', 'resource_grant', 'concept_value', 'node', 'rights', 'account_group', 'setting']) as t (name)
  loop
    execute format(
      'create trigger aaa_spatial_views before insert or update or delete on %I for each statement execute function spatial_layer.write_with_others()',
      one.name
    );
  end loop;
end
$$;

create trigger spatial_views_of_new
  after insert on resource
  referencing new table as changed
  for each statement execute function spatial_layer.follow_resource();

create trigger spatial_views_of_gone
  after delete on resource
  referencing old table as changed
  for each statement execute function spatial_layer.follow_resource();

create trigger spatial_views_of_changed
  after update of descriptors, graph_id on resource
  for each row
  when (old.descriptors is distinct from new.descriptors or old.graph_id <> new.graph_id)
  execute function spatial_layer.follow_name();

create trigger spatial_views_of_changed
  after update on rights
  for each row
  when (not old.reads_as_guest)
  execute function spatial_layer.follow_rights('rights');

create trigger spatial_views_of_new_group
  after insert on account_group
  for each row
  when (new.name = 'Spatial View Reader')
  execute function spatial_layer.follow_rights('all');

create trigger spatial_views_of_group
  after update on account_group
  for each row
  when (
    'Spatial View Reader' in (old.name, new.name)
    and (old.name, old.is_administrator) is distinct from (new.name, new.is_administrator)
  )
  execute function spatial_layer.follow_rights('all');

create trigger spatial_views_of_gone_group
  after delete on account_group
  for each row
  when (old.name = 'Spatial View Reader')
  execute function spatial_layer.follow_rights('all');

create trigger spatial_views_of_setting
  after insert or update on setting
  for each row
  when (new.name = 'language')
  execute function spatial_layer.follow_rights('all');
