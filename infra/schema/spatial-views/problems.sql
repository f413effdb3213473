-- Problems of a view, as sentences: nodes that the model has lost or changed.
create function spatial_view_problems(view_id uuid) returns text[]
language plpgsql stable
as $$
begin
  return array(
    select p.problem
    from (
      select
        0 as position,
        case
          when g.node_id is null then
            format('The model has lost the node %s of its geometries: the view shows nothing.', v.geometry_node_id)
          when g.holds is distinct from 'geometry' then
            format('The node %s holds no geometries any more: the view shows nothing.', v.geometry_node_id)
        end as problem
      from spatial_view v
      left join node g on g.node_id = v.geometry_node_id
      where v.spatial_view_id = view_id
      union all
      select
        a.position,
        case
          when n.node_id is null then
            format('The model has lost the node %s of the column %s: the column is empty.', a.node_id, quote_ident(a.column_name))
          when n.column_text ->> 'as' = 'nothing' then
            format('The node %s of the column %s has no values that are texts: the column is empty.', a.node_id, quote_ident(a.column_name))
        end
      from spatial_view_attribute a
      left join node n on n.node_id = a.node_id
      where a.spatial_view_id = view_id
    ) p
    where p.problem is not null
    order by p.position
  );
end
$$;
