-- The layers of geometries (docs/adr/094-collections-of-models.md): each active spatial view, and each model with geometries unless the
-- setting "model_collections" leaves it out. There is a row for each geometry node. The setting is "on", "off", or pairs such as
-- monument=sites,person= of a slug or id of a model and its id as a layer, which is empty for a model without one. Without the setting, as
-- in an upgraded database, models are no layers.
-- @rule GeoJSON and OGC API Features: Which layers are there besides spatial views?
create view geometry_layer as
select
  v.spatial_view_id as layer_id,
  false as is_of_model,
  v.slug collate "C" as slug,
  to_jsonb(v.description) as description,
  v.language_id,
  v.geometry_node_id
from spatial_view v
where v.is_active
union all
select
  g.graph_id,
  true,
  coalesce(p.id, g.slug, g.graph_id::text) collate "C",
  g.name,
  default_language(),
  n.node_id
from setting s
cross join graph g
left join lateral (
  select split_part(pair, '=', 2) as id
  from string_to_table(s.value, ',') pair
  where pair like '%=%'
    and split_part(pair, '=', 1) in (g.slug, g.graph_id::text)
  limit 1
) p on true
join node n on n.graph_id = g.graph_id
where s.name = 'model_collections'
  and s.value <> 'off'
  and p.id is distinct from ''
  and g.is_resource_model
  and not g.is_system_settings
  and n.holds = 'geometry';

-- The columns of layers. Those of a model are its nodes of which a resource instance has one value at most, by alias, besides those whose
-- alias is the name of a property that each feature has.
-- @rule GeoJSON and OGC API Features: Which columns does the layer of a model have?
create view geometry_layer_column as
select a.spatial_view_id as layer_id, a.position, a.node_id, a.column_name
from spatial_view_attribute a
union all
select n.graph_id, n.model_position, n.node_id, n.alias collate "C"
from node n
join nodegroup g on g.nodegroup_id = n.nodegroup_id
where g.cardinality = '1'
  and (g.parent_nodegroup_id is null or has_one_tile(g.parent_nodegroup_id))
  and n.alias not in ('primary_name', 'resourceinstanceid', 'tileid', 'nodeid')
  and n.holds is distinct from 'nothing'
  and n.holds is distinct from 'geometry';
