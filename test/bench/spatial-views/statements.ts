import { benchNodegroups, benchNodes } from '../geojson/data/model.ts';

/** A box of about a hundredth of the points, in EPSG:3857. */
export const box = 'st_makeenvelope(0, 0, 4000000, 3000000, 3857)';

/**
 * A hand-written statement for the rows of the first view. It knows the model, checks no rights, and reads only English texts.
 * @param where a condition on the features `f`
 */
export function handWrittenStatement(where = 'true'): string {
  return `select
  f.gid,
  f.tile_id::text as tileid,
  f.node_id::text as nodeid,
  st_multi(st_transform(f.geometry, 3857)) as geom,
  f.resource_id::text as resourceinstanceid,
  t.data -> '${benchNodes.name}' -> 'en-US' ->> 'value' as name,
  label.value as type,
  area.descriptors -> 'en-US' -> 'name' ->> 'value' as area,
  t.data ->> '${benchNodes.height}' as height,
  t.data ->> '${benchNodes.visited}' as visited
from feature f
left join tile t on t.resource_id = f.resource_id and t.nodegroup_id = '${benchNodegroups.record}'
left join concept_value stored on stored.value_id = (t.data ->> '${benchNodes.type}')::uuid
left join concept_value label
  on label.concept_id = stored.concept_id and label.value_type = 'prefLabel' and label.language_id = 'en-US'
left join resource area on area.resource_id = (t.data -> '${benchNodes.area}' -> 0 ->> 'resourceId')::uuid
where ${where}`;
}

/** The condition that a feature is in the box. It transforms the box to degrees, so that the index of the features is used. */
export const boxCondition = `f.geometry && st_transform(${box}, 4326)`;

/** Selects the rows of the first view. */
export const allRowsOfView = 'select * from sites_1_point';
export const boxOfView = `${allRowsOfView} where geom && ${box}`;

/** The statement that inserts new sites, each with copies of the two tiles of an existing site. */
function insertSites(count: number): string {
  return `with one as (
  select t.resource_id from tile t where t.nodegroup_id = '${benchNodegroups.record}' limit 1
),
new_site as (
  insert into resource (resource_id, graph_id, descriptors)
  select gen_random_uuid(), r.graph_id, r.descriptors
  from one
  join resource r using (resource_id)
  cross join generate_series(1, ${count})
  returning resource_id
)
insert into tile (tile_id, resource_id, nodegroup_id, sort_order, data)
select gen_random_uuid(), s.resource_id, t.nodegroup_id, t.sort_order, t.data
from new_site s
cross join one
join tile t on t.resource_id = one.resource_id`;
}

/** Writes, most of which change spatial views. All are rolled back. */
export const writeStatements: Readonly<Record<string, string>> = {
  'a tile of values': `update tile
set data = jsonb_set(data, '{${benchNodes.height}}', to_jsonb(random()))
where tile_id = (select t.tile_id from tile t where t.nodegroup_id = '${benchNodegroups.record}' limit 1)`,
  'a tile of a geometry': `update tile
set data = jsonb_set(data, '{${benchNodes.geometry},features,0,geometry,coordinates,0}', to_jsonb(random()))
where tile_id = (select t.tile_id from tile t where t.nodegroup_id = '${benchNodegroups.place}' limit 1)`,
  'a tile that no view has': `update tile
set data = data || '{"other": true}'
where tile_id = (select t.tile_id from tile t where t.nodegroup_id = '${benchNodegroups.area}' limit 1)`,
  '1,000 tiles of values': `update tile
set data = jsonb_set(data, '{${benchNodes.height}}', to_jsonb(random()))
where tile_id in (select t.tile_id from tile t where t.nodegroup_id = '${benchNodegroups.record}' limit 1000)`,
  'a new site of two tiles': insertSites(1),
  '5,000 new sites of two tiles': insertSites(5000),
};

/** Changes of a label that a fortieth of the records contain, and of a name that a fiftieth of the records contain. */
export const renameStatements: Readonly<Record<string, string>> = {
  'a label of the fortieth part': `update concept_value
set value = value || ' renamed'
where value_id = (select v.value_id from concept_value v where v.language_id = 'en-US' order by v.value_id limit 1)`,
  'a name that the fiftieth part have': `update resource
set descriptors = jsonb_set(descriptors, '{en-US,name,value}', '"Renamed"')
where resource_id = (
  select r.resource_id from resource r join tile t using (resource_id) where t.nodegroup_id = '${benchNodegroups.area}' order by 1 limit 1
)`,
};
