-- The references in the values of a tile. Depending on the age of the data, a value is an id, a list of ids, an object or a list of
-- objects.
-- @rule Names and relations: Which relations follow from a tile?
create function reference_of_tile(tile_nodegroup_id uuid, tile_data jsonb)
returns table (
  node_id uuid,
  reference_position integer,
  to_resource_id uuid,
  relationship_type text,
  inverse_relationship_type text
)
language sql stable
begin atomic
  with reference as (
    select
      n.node_id,
      item.ordinality,
      item.value,
      case jsonb_typeof(item.value)
        when 'string' then item.value #>> '{}'
        when 'object' then item.value ->> 'resourceId'
      end as target
    from held_node n
    cross join lateral jsonb_array_elements(
      case jsonb_typeof(tile_data -> n.node_id::text)
        when 'array' then tile_data -> n.node_id::text
        when 'object' then jsonb_build_array(tile_data -> n.node_id::text)
        when 'string' then jsonb_build_array(tile_data -> n.node_id::text)
        else '[]'::jsonb
      end
    ) with ordinality as item (value, ordinality)
    where n.nodegroup_id = tile_nodegroup_id
      and n.holds = 'resource instances'
  )
  select
    r.node_id,
    r.ordinality::integer,
    r.target::uuid,
    case jsonb_typeof(r.value) when 'object' then nullif(r.value ->> 'ontologyProperty', '') end,
    case jsonb_typeof(r.value) when 'object' then nullif(r.value ->> 'inverseOntologyProperty', '') end
  from reference r
  where r.target ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
end;

create function refresh_tile_relation() returns trigger
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
  referring_nodegroup as materialized (
    select distinct n.nodegroup_id
    from changed_nodegroup c
    join held_node n on n.nodegroup_id = c.nodegroup_id
    where n.holds = 'resource instances'
  ),
  referring_tile as materialized (
    select t.*
    from changed_tile t
    where t.nodegroup_id in (select h.nodegroup_id from referring_nodegroup h)
  )
  insert into resource_relation (
    relation_id, from_resource_id, to_resource_id, relationship_type, inverse_relationship_type, tile_id, node_id, grant_set_id
  )
  select
    md5(t.tile_id::text || current.node_id::text || current.reference_position)::uuid,
    t.resource_id,
    current.to_resource_id,
    current.relationship_type,
    current.inverse_relationship_type,
    t.tile_id,
    current.node_id,
    grant_set_id_of(t.resource_id)
  from referring_tile t
  cross join lateral reference_of_tile(t.nodegroup_id, t.data) current;
  return null;
end
$$;

create trigger relation_after_insert
  after insert on tile
  referencing new table as changed_tile
  for each statement execute function refresh_tile_relation();

create trigger relation_after_update
  after update on tile
  referencing new table as changed_tile
  for each statement execute function refresh_tile_relation();
