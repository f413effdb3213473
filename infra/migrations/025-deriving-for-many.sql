-- What is derived when thousands of tiles or resource instances are written at once. What is derived stays the same.

-- The features of a tile, as they are stored.
create function derived_feature(tile_nodegroup_id uuid, tile_data jsonb)
returns table (node_id uuid, feature_key text, feature_position integer, geometry jsonb, properties jsonb)
language sql stable
begin atomic
  select
    f.node_id,
    f.feature_key,
    f.feature_position,
    coalesce(f.feature -> 'geometry', 'null'::jsonb),
    case jsonb_typeof(f.feature -> 'properties')
      when 'object' then f.feature -> 'properties'
      else '{}'::jsonb
    end
  from feature_of_tile(tile_nodegroup_id, tile_data) f;
end;

-- Of a new tile nothing is stored yet: there is nothing to compare and to take away. Most nodegroups hold no geometry and no reference.
-- Which of them do is asked once for each nodegroup, and only their tiles are looked into.
create function add_feature() returns trigger
language plpgsql
as $$
begin
  with changed_nodegroup as materialized (
    select distinct t.nodegroup_id
    from changed_tile t
  ),
  holding_nodegroup as materialized (
    select distinct n.nodegroup_id
    from changed_nodegroup c
    join held_node n on n.nodegroup_id = c.nodegroup_id
    where n.holds = 'geometry'
  ),
  holding_tile as materialized (
    select t.*
    from changed_tile t
    where t.nodegroup_id in (select h.nodegroup_id from holding_nodegroup h)
  )
  insert into feature (
    resource_id, tile_id, node_id, feature_key, position, geometry_type, geometry_text, properties, geometry
  )
  select
    t.resource_id,
    t.tile_id,
    d.node_id,
    d.feature_key,
    d.feature_position,
    d.geometry ->> 'type',
    d.geometry::text,
    d.properties,
    geometry_or_null(d.geometry)
  from holding_tile t
  cross join lateral derived_feature(t.nodegroup_id, t.data) d;
  return null;
end
$$;

create or replace function refresh_tile_relation() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'UPDATE' then
    delete from resource_relation r
    using changed_tile t
    where r.tile_id = t.tile_id;
  end if;

  with changed_nodegroup as materialized (
    select distinct t.nodegroup_id
    from changed_tile t
  ),
  holding_nodegroup as materialized (
    select distinct n.nodegroup_id
    from changed_nodegroup c
    join held_node n on n.nodegroup_id = c.nodegroup_id
    where n.holds = 'resource instances'
  ),
  holding_tile as materialized (
    select t.*
    from changed_tile t
    where t.nodegroup_id in (select h.nodegroup_id from holding_nodegroup h)
  )
  insert into resource_relation (
    relation_id, from_resource_id, to_resource_id, relationship_type, inverse_relationship_type, tile_id, node_id
  )
  select
    md5(t.tile_id::text || current.node_id::text || current.reference_position)::uuid,
    t.resource_id,
    current.to_resource_id,
    current.relationship_type,
    current.inverse_relationship_type,
    t.tile_id,
    current.node_id
  from holding_tile t
  cross join lateral reference_of_tile(t.nodegroup_id, t.data) current;
  return null;
end
$$;

create or replace trigger feature_after_insert
  after insert on tile
  referencing new table as changed_tile
  for each statement execute function add_feature();

-- The sources of new names, for all resource instances of a statement at once.
create function add_name_sources() returns trigger
language plpgsql
as $$
begin
  insert into name_source (source_id, resource_id, in_name)
  select b.source_id, r.resource_id, b.in_name
  from new_resource r
  cross join lateral basis_source(r.descriptor_basis) b
  where r.descriptor_basis is not null;
  return null;
end
$$;

create or replace trigger name_sources_of_new_resource
  after insert on resource
  referencing new table as new_resource
  for each statement execute function add_name_sources();

-- As before (018-sources-of-names.sql); most are named by nobody.
create or replace function names_lag(source uuid) returns boolean
language plpgsql stable
as $$
declare
  dependants uuid[] = array(
    select s.resource_id
    from name_source s
    where s.source_id = source
    limit 201
  );
begin
  if cardinality(dependants) = 0 then
    return false;
  end if;
  if cardinality(dependants) > 200 then
    return true;
  end if;
  return exists (
    select
    from resource r
    where r.resource_id = any (dependants)
      and basis_is_stale(r.descriptor_basis, r.graph_id)
  );
end
$$;

-- As before (022-marks-of-names.sql), for a resource instance that was not there: there is nothing to compare its texts with.
create function follow_new_resource() returns trigger
language plpgsql
as $$
begin
  perform lock_names();
  if basis_is_stale(new.descriptor_basis, new.graph_id) then
    perform leave_name_mark('name', new.resource_id);
  end if;
  if new.descriptor_basis ? 'name' and names_lag(new.resource_id) then
    perform leave_name_mark('resource', new.resource_id);
  end if;
  return null;
end
$$;

drop trigger names_follow_new_resource on resource;

create constraint trigger names_follow_new_resource
  after insert on resource
  deferrable initially deferred
  for each row
  when (new.descriptor_basis is not null)
  execute function follow_new_resource();
