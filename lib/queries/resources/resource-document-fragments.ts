import { sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { preferredLabelsExpression } from '../concepts/concept-labels.ts';
import { readableNamesExpression } from '../descriptors/readable-names.ts';
import { unreadableMovedNodesExpression } from '../tiles/unreadable-moved-nodes.ts';

/**
 * Selects concept values for a representation.
 * @param valueIds a query that returns ids
 * @param texts which texts to include: `labels` for an HTML page; `all` adds languages and identifiers
 * @returns a query that returns a position and a JSON string
 */
export function conceptRowsQuery(valueIds: Statement, texts: 'none' | 'labels' | 'all'): Statement {
  const labels = sql`,
        'text', v.value,
        'labels', ${preferredLabelsExpression(sql`v.concept_id`)}`;
  const otherTexts = sql`,
        'language', v.language_id,
        'identifiers', (
          select coalesce(jsonb_agg(i.value order by i.value collate "C"), '[]')
          from concept_value i
          where i.concept_id = v.concept_id
            and i.value_type = 'identifier'
        )`;
  return sql`select
      row_number() over (order by v.value_id),
      jsonb_build_object(
        'valueId', v.value_id,
        'conceptId', v.concept_id${texts === 'none' ? sql`` : labels}${texts === 'all' ? otherTexts : sql``}
      )::text
    from concept_value v
    where v.value_id = any (array(${valueIds}))`;
}

/**
 * The resource instances to which readable values of tiles refer: a query that returns ids.
 * @param tiles the name of a table
 */
export function referencedResourceIdsQuery(caller: Caller, tiles: Statement): Statement {
  return sql`
      select o.to_resource_id
      from resource_relation o
      where o.tile_id = any (array(select t.tile_id from ${tiles} t))
        and o.node_id::text <> all (${unreadableMovedNodesExpression(caller)})
    `;
}

/** The resource instances that the descriptors of `r` mention, as a column that `resourceIdsInDescriptorsQuery` reads. */
export const idsInDescriptorsColumn = sql`described_resources(r.descriptors) as ids_in_descriptors`;

/**
 * The resource instances that descriptors mention: a query that returns ids.
 * @param resources the name of a table of resource instances with `idsInDescriptorsColumn`
 */
export function resourceIdsInDescriptorsQuery(resources: Statement): Statement {
  return sql`
      select unnest(r.ids_in_descriptors)
      from ${resources} r
    `;
}

/**
 * The visible resource instances that descriptors mention: a query that returns one list.
 * @param resources as in `resourceIdsInDescriptorsQuery`
 * @param visibleIds the name of a table of visible resource_id
 */
export function visibleResourceIdsInDescriptorsQuery(
  resources: Statement,
  visibleIds: Statement,
): Statement {
  return sql`select array_agg(v.resource_id) as visible
    from ${visibleIds} v
    where v.resource_id = any (array(${resourceIdsInDescriptorsQuery(resources)}))`;
}

/** The class of the root of a graph, as an expression. */
export function rootClassExpression(graphId: Statement): Statement {
  return sql`(
          select n.ontology_class
          from node n
          where n.graph_id = ${graphId}
            and n.parent_node_id is null
        )`;
}

/**
 * Selects resource instances for a representation.
 * @param resources the name of a table of resource instances
 * @param nodegroups a query that returns ids of readable nodegroups
 * @param visibleInDescriptors a query that returns one list, see `visibleResourceIdsInDescriptorsQuery`
 * @param includesClass whether to include the class of the root
 * @returns a query that returns a position and a JSON string
 */
export function referencedResourceRowsQuery(
  resources: Statement,
  nodegroups: Statement,
  visibleInDescriptors: Statement,
  includesClass: boolean,
): Statement {
  const rootClass = sql`
        'rootClass', ${rootClassExpression(sql`r.graph_id`)},`;
  return sql`select
      row_number() over (order by r.resource_id),
      jsonb_build_object(
        'resourceId', r.resource_id,
        'graphId', r.graph_id,${includesClass ? rootClass : sql``}
        'names', ${readableNamesExpression(sql`r.descriptors`, nodegroups, visibleInDescriptors)}
      )::text
    from ${resources} r`;
}

/**
 * An expression: the time of the last change of the names in a document. If one of
 * the resource instances is deleted or invisible, the time is unknown; the result is then in the future, so that no
 * `Last-Modified` is sent. Both cases must look the same.
 * @param resourceIds a query that returns ids
 * @param visibleIds the name of a table of visible resource_id
 */
export function lastChangeOfNamesExpression(
  resourceIds: Statement,
  visibleIds: Statement,
): Statement {
  return sql`(
          select max(
            case
              when r.resource_id is null then clock_timestamp() + interval '1 day'
              else greatest(a.end_time, r.changed_at)
            end
          )
          from (${resourceIds}) mentioned (resource_id)
          left join resource r
            on r.resource_id = mentioned.resource_id
            and r.resource_id in (select v.resource_id from ${visibleIds} v)
          left join activity a on a.resource_id = r.resource_id
        )`;
}
