-- What has changed is noted by statement, where there are views that could show it.

-- Follows what is noted at the end of the transaction.
create function spatial_layer.follow_later() returns void
language sql volatile
begin atomic
  insert into spatial_layer.pending (transaction_id)
  values (pg_current_xact_id())
  on conflict do nothing;
end;

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

create trigger spatial_views_of_new
  after insert on tile
  referencing new table as changed
  for each statement execute function spatial_layer.follow_tile();

create trigger spatial_views_of_changed
  after update on tile
  referencing new table as changed
  for each statement execute function spatial_layer.follow_tile();

-- What moves counts for where it was, too.
create trigger spatial_views_of_former
  after update on tile
  referencing old table as changed
  for each statement execute function spatial_layer.follow_tile();

create trigger spatial_views_of_gone
  after delete on tile
  referencing old table as changed
  for each statement execute function spatial_layer.follow_tile();

create function spatial_layer.follow_resource() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
as $$
begin
  if not exists (select from spatial_layer.made_view) then
    return null;
  end if;
  -- Its own tiles are noted with their own changes.
  insert into spatial_layer.change (kind, id)
  select 'name', c.resource_id
  from changed c;
  if found then
    perform spatial_layer.follow_later();
  end if;
  return null;
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

create trigger spatial_views_of_changed
  after update of descriptors, graph_id on resource
  for each row
  when (old.descriptors is distinct from new.descriptors or old.graph_id <> new.graph_id)
  execute function spatial_layer.follow_name();

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

create trigger spatial_views_of_new
  after insert on resource_grant
  referencing new table as changed
  for each statement execute function spatial_layer.follow_resource_grant();

create trigger spatial_views_of_changed
  after update on resource_grant
  referencing new table as changed
  for each statement execute function spatial_layer.follow_resource_grant();

-- What moves counts for where it was, too.
create trigger spatial_views_of_former
  after update on resource_grant
  referencing old table as changed
  for each statement execute function spatial_layer.follow_resource_grant();

create trigger spatial_views_of_gone
  after delete on resource_grant
  referencing old table as changed
  for each statement execute function spatial_layer.follow_resource_grant();

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

create trigger spatial_views_of_new
  after insert on concept_value
  referencing new table as changed
  for each statement execute function spatial_layer.follow_concept_value();

create trigger spatial_views_of_changed
  after update on concept_value
  referencing new table as changed
  for each statement execute function spatial_layer.follow_concept_value();

-- What moves counts for where it was, too.
create trigger spatial_views_of_former
  after update on concept_value
  referencing old table as changed
  for each statement execute function spatial_layer.follow_concept_value();

create trigger spatial_views_of_gone
  after delete on concept_value
  referencing old table as changed
  for each statement execute function spatial_layer.follow_concept_value();

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

create trigger spatial_views_of_new
  after insert on node
  referencing new table as changed
  for each statement execute function spatial_layer.follow_node();

create trigger spatial_views_of_changed
  after update on node
  referencing new table as changed
  for each statement execute function spatial_layer.follow_node();

-- What moves counts for where it was, too.
create trigger spatial_views_of_former
  after update on node
  referencing old table as changed
  for each statement execute function spatial_layer.follow_node();

create trigger spatial_views_of_gone
  after delete on node
  referencing old table as changed
  for each statement execute function spatial_layer.follow_node();

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
