import { sql, type Statement } from '../../data-api/sql.ts';
import { exactUuidRegex } from '../uuid-regex.ts';

/**
 * The concept values that tiles refer to. The query repeats the definition of the view held_node, because with the view
 * PostgreSQL would read the nodes of all models. Lists are expanded in the select list, because in the from clause
 * PostgreSQL would first store their elements.
 * @param tiles the name of a table of tiles, such as a common table expression
 * @returns a query that returns distinct value_id
 */
export function conceptValuesInTilesQuery(tiles: Statement): Statement {
  return sql`select distinct referenced.value_id::uuid as value_id
    from (
      select jsonb_array_elements_text(
        case jsonb_typeof(t.data -> n.node_id::text)
          when 'array' then t.data -> n.node_id::text
          when 'string' then jsonb_build_array(t.data -> n.node_id::text)
          else '[]'::jsonb
        end
      ) as value_id
      from ${tiles} t
      cross join lateral (
        select o.node_id
        from node o
        where o.nodegroup_id = t.nodegroup_id
          and o.holds = 'concept values'
        union all
        select m.node_id
        from former_nodegroup f
        join node m on m.node_id = f.node_id
        where f.nodegroup_id = t.nodegroup_id
          and m.holds = 'concept values'
      ) n
    ) referenced
    where referenced.value_id ~* ${exactUuidRegex}`;
}
