-- The first $1 items of the type $2.
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
where a.activity_type = $2::text
order by a.ordinal
limit $1::int
