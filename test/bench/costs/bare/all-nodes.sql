-- The nodes of all resource models that have a nodegroup, with properties that only the imported model document contains.
select json_build_object(
  'nodeid', n.node_id,
  'graph_id', n.graph_id,
  'nodegroup_id', n.nodegroup_id,
  'name', n.name,
  'alias', n.alias,
  'datatype', n.datatype,
  'config', n.config,
  'description', s.node -> 'description',
  'ontologyclass', n.ontology_class,
  'parentproperty', n.ontology_property,
  'fieldname', n.field_name,
  'exportable', n.is_exportable,
  'isrequired', n.is_required,
  'issearchable', s.node -> 'issearchable',
  'istopnode', n.parent_node_id is null,
  'is_collector', n.node_id = n.nodegroup_id,
  'sortorder', s.node -> 'sortorder',
  'hascustomalias', s.node -> 'hascustomalias',
  'sourcebranchpublication_id', s.node -> 'sourcebranchpublication_id',
  'resourcemodelname', g.name
)::text
from graph g
cross join lateral jsonb_array_elements(g.source -> 'nodes') s (node)
join node n on n.node_id = (s.node ->> 'nodeid')::uuid
where g.is_resource_model
  and not g.is_system_settings
  and n.nodegroup_id is not null
order by n.graph_id, n.model_position
