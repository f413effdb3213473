-- If there are any views, statement triggers record changes that can affect them.

-- Makes the current transaction refresh the views when it commits.
create function spatial_layer.schedule_refresh() returns void
language sql volatile
begin atomic
  insert into spatial_layer.pending (transaction_id)
  values (pg_current_xact_id())
  on conflict do nothing;
end;

create function spatial_layer.record_tile_change() returns trigger
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
    perform spatial_layer.schedule_refresh();
  end if;
  return null;
end
$$;

create trigger record_change_after_insert
  after insert on tile
  referencing new table as changed
  for each statement execute function spatial_layer.record_tile_change();

create trigger record_change_after_update
  after update on tile
  referencing new table as changed
  for each statement execute function spatial_layer.record_tile_change();

-- A moved tile also affects its former resource instance and nodegroup.
create trigger record_former_after_update
  after update on tile
  referencing old table as changed
  for each statement execute function spatial_layer.record_tile_change();

create trigger record_change_after_delete
  after delete on tile
  referencing old table as changed
  for each statement execute function spatial_layer.record_tile_change();

create function spatial_layer.record_resource_change() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
as $$
begin
  if not exists (select from spatial_layer.made_view) then
    return null;
  end if;
  -- Changes of its tiles are recorded separately.
  insert into spatial_layer.change (kind, id)
  select 'name', c.resource_id
  from changed c;
  if found then
    perform spatial_layer.schedule_refresh();
  end if;
  return null;
end
$$;

create trigger record_change_after_insert
  after insert on resource
  referencing new table as changed
  for each statement execute function spatial_layer.record_resource_change();

create trigger record_change_after_delete
  after delete on resource
  referencing old table as changed
  for each statement execute function spatial_layer.record_resource_change();

create function spatial_layer.record_name_change() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
as $$
begin
  if exists (select from spatial_layer.made_view) then
    insert into spatial_layer.change (kind, id)
    values (case when old.graph_id = new.graph_id then 'name' else 'resource' end, new.resource_id);
    perform spatial_layer.schedule_refresh();
  end if;
  return null;
end
$$;

create trigger record_change_after_update
  after update of descriptors, graph_id on resource
  for each row
  when (old.descriptors is distinct from new.descriptors or old.graph_id <> new.graph_id)
  execute function spatial_layer.record_name_change();

create function spatial_layer.record_grant_change() returns trigger
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
    perform spatial_layer.schedule_refresh();
  end if;
  return null;
end
$$;

create trigger record_change_after_insert
  after insert on resource_grant
  referencing new table as changed
  for each statement execute function spatial_layer.record_grant_change();

create trigger record_change_after_update
  after update on resource_grant
  referencing new table as changed
  for each statement execute function spatial_layer.record_grant_change();

-- A moved grant also affects its old resource instance.
create trigger record_former_after_update
  after update on resource_grant
  referencing old table as changed
  for each statement execute function spatial_layer.record_grant_change();

create trigger record_change_after_delete
  after delete on resource_grant
  referencing old table as changed
  for each statement execute function spatial_layer.record_grant_change();

create function spatial_layer.record_concept_change() returns trigger
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
    perform spatial_layer.schedule_refresh();
  end if;
  return null;
end
$$;

create trigger record_change_after_insert
  after insert on concept_value
  referencing new table as changed
  for each statement execute function spatial_layer.record_concept_change();

create trigger record_change_after_update
  after update on concept_value
  referencing new table as changed
  for each statement execute function spatial_layer.record_concept_change();

-- A moved value also affects its old concept.
create trigger record_former_after_update
  after update on concept_value
  referencing old table as changed
  for each statement execute function spatial_layer.record_concept_change();

create trigger record_change_after_delete
  after delete on concept_value
  referencing old table as changed
  for each statement execute function spatial_layer.record_concept_change();

create function spatial_layer.record_model_change() returns trigger
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
    perform spatial_layer.schedule_refresh();
  end if;
  return null;
end
$$;

create trigger record_change_after_insert
  after insert on node
  referencing new table as changed
  for each statement execute function spatial_layer.record_model_change();

create trigger record_change_after_update
  after update on node
  referencing new table as changed
  for each statement execute function spatial_layer.record_model_change();

-- A changed node also affects its old nodegroup.
create trigger record_former_after_update
  after update on node
  referencing old table as changed
  for each statement execute function spatial_layer.record_model_change();

create trigger record_change_after_delete
  after delete on node
  referencing old table as changed
  for each statement execute function spatial_layer.record_model_change();

-- Records a change of the rights of the group, or of data that affects all views.
create function spatial_layer.record_rights_change() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
as $$
begin
  if exists (select from spatial_layer.made_view) then
    insert into spatial_layer.change (kind, id)
    values (tg_argv[0], '00000000-0000-0000-0000-000000000000');
    perform spatial_layer.schedule_refresh();
  end if;
  return null;
end
$$;

create trigger record_change_after_update
  after update on rights
  for each row
  when (not old.reads_as_guest)
  execute function spatial_layer.record_rights_change('rights');

create trigger record_change_after_insert
  after insert on account_group
  for each row
  when (new.name = 'Spatial View Reader')
  execute function spatial_layer.record_rights_change('all');

create trigger record_change_after_update
  after update on account_group
  for each row
  when (
    'Spatial View Reader' in (old.name, new.name)
    and (old.name, old.is_administrator) is distinct from (new.name, new.is_administrator)
  )
  execute function spatial_layer.record_rights_change('all');

create trigger record_change_after_delete
  after delete on account_group
  for each row
  when (old.name = 'Spatial View Reader')
  execute function spatial_layer.record_rights_change('all');

create trigger record_change_after_write
  after insert or update on setting
  for each row
  when (new.name = 'language')
  execute function spatial_layer.record_rights_change('all');
