-- The account $1 with its groups and three lists of nodegroups.
select json_build_object(
  'id', a.account_id,
  'username', a.username,
  'first_name', a.first_name,
  'last_name', a.last_name,
  'email', a.email,
  'is_active', a.is_active,
  'groups', (select json_agg(m.account_group_id) from group_member m where m.account_id = a.account_id),
  'viewable_nodegroups', (select json_agg(n.nodegroup_id) from nodegroup n),
  'editable_nodegroups', (select json_agg(n.nodegroup_id) from nodegroup n),
  'deletable_nodegroups', (select json_agg(n.nodegroup_id) from nodegroup n)
)::text
from account a
where a.account_id = $1::int
