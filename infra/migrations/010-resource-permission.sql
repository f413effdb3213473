-- Applied before as 68cdbe5c67f47f2ecfd5e2d0ae2b119926e33a05ddca72ae1ba43e517cadab84: its comments have changed since.
-- What a caller may do with one resource instance: the question of whoever is about to change or delete it.
-- No row for a resource that there is none of. Seeing follows the rule of visible_resource. Changing and deleting follow the
-- resource's own grants where it has some for the caller. Elsewhere a resource may be changed by whoever may write a
-- nodegroup of its graph, and deleted by whoever may delete one, and every nodegroup that it has tiles of besides. What may
-- not be seen may be neither changed nor deleted, and anonymous callers change and delete nothing.
-- In PL/pgSQL, as nodegroup_permission is.
create function resource_permission(caller integer, wanted_resource uuid)
returns table (can_view boolean, can_change boolean, can_delete boolean)
language plpgsql stable rows 1
as $$
#variable_conflict use_column
begin
  return query
    with administrator as materialized (
      select is_administrator(caller) as is_administrator
    ),
    nodegroup_right as materialized (
      select p.*
      from nodegroup_permission(caller) p
    ),
    own_grant as materialized (
      select d.can_view, d.can_change, d.can_delete
      from resource_decision(caller) d
      where d.resource_id = wanted_resource
    ),
    by_nodegroup as (
      select
        r.resource_id,
        g.is_system_settings,
        coalesce(bool_or(n.can_read), false) as can_view,
        coalesce(bool_or(n.can_write), false) as can_change,
        coalesce(bool_or(n.can_delete), false)
          and not exists (
            select
            from tile t
            where t.resource_id = r.resource_id
              and t.nodegroup_id not in (select d.nodegroup_id from nodegroup_right d where d.can_delete)
          ) as can_delete
      from resource r
      join graph g on g.graph_id = r.graph_id
      left join nodegroup_right n on n.graph_id = r.graph_id
      where r.resource_id = wanted_resource
      group by r.resource_id, g.is_system_settings
    ),
    decided as (
      select
        not b.is_system_settings and coalesce(o.can_view, b.can_view) as can_view,
        caller is not null and coalesce(o.can_change, b.can_change) as can_change,
        caller is not null and coalesce(o.can_delete, b.can_delete) as can_delete
      from by_nodegroup b
      left join own_grant o on true
    )
    select
      a.is_administrator or d.can_view,
      a.is_administrator or (d.can_view and d.can_change),
      a.is_administrator or (d.can_view and d.can_delete)
    from decided d
    cross join administrator a;
end
$$;
