-- Whether a resource instance has at most one tile of a nodegroup: neither it nor a nodegroup above it has several.
create function has_one_tile(of_nodegroup uuid) returns boolean
language plpgsql stable
as $$
begin
  return not exists (
    with recursive nodegroup_above as (
      select g.parent_nodegroup_id, g.cardinality
      from nodegroup g
      where g.nodegroup_id = of_nodegroup
      union all
      select g.parent_nodegroup_id, g.cardinality
      from nodegroup_above a
      join nodegroup g on g.nodegroup_id = a.parent_nodegroup_id
    )
    select from nodegroup_above a where a.cardinality <> '1'
  );
end
$$;
