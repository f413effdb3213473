-- The node $1, with properties that only the imported model document contains.
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
from node n
join graph g on g.graph_id = n.graph_id
cross join lateral jsonb_array_elements(g.source -> 'nodes') s (node)
where n.node_id = $1::uuid
  and s.node ->> 'nodeid' = n.node_id::text
