-- The items about the resource instance $1.
select json_build_object(
  'ordinal', a.ordinal,
  'type', a.activity_type,
  'endTime', a.end_time,
  'actor', json_build_array(p.account_id, p.username, p.first_name, p.last_name),
  'object', json_build_array(a.resource_id, a.graph_id, n.ontology_class)
)::text
from activity a
join node n on n.graph_id = a.graph_id and n.parent_node_id is null
left join account p on p.account_id = a.account_id
where a.resource_id = $1::uuid
order by a.ordinal
