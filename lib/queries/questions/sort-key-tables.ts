import { int, sql, text, textArray, uuid, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { languageSteps } from '../../model/pick-language.ts';
import { namelessKey, type Sort, type SortPosition } from '../../model/questions/sort.ts';

/** How the key of an order is computed. */
export type SortOptions = {
  readonly caller: Caller;
  readonly sort: Sort;
  /** Language tags of the reader, preferred first. */
  readonly languages: readonly string[];
};

/** A time as a text that sorts by its bytes. */
export const timeKey = (time: Statement): Statement =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`;

/** The common table expression `readable_source`: the nodegroups from which names are built and that the caller may read. */
export function readableSourceTable(caller: Caller): Statement {
  return sql`readable_source as materialized (
  select coalesce(jsonb_agg(distinct n.id), '[]') as nodegroup_ids
  from source_set s
  cross join lateral jsonb_array_elements(s.nodegroup_ids) as n (id)
  where (n.id #>> '{}')::uuid in (select r.nodegroup_id from readable_nodegroup(${int(caller)}) r)
)`;
}

/**
 * The common table expressions that the key of a name needs: `readable_source`, and `described`, the resource instances in the names of some
 * others that the caller may see.
 * @param resources the name of a table with the ids of resource instances
 */
export function nameKeyTables(caller: Caller, resources: Statement): Statement {
  return sql`${readableSourceTable(caller)},
described as materialized (
  select v.resource_id
  from visible_among(
    ${int(caller)},
    array(
      select distinct d.resource_id
      from ${resources} p
      join resource r on r.resource_id = p.resource_id
      cross join lateral unnest(described_resources(r.descriptors)) as d (resource_id)
    )
  ) v
)`;
}

/**
 * The folded name of the resource instance `r` that the caller is shown. It needs `readable_source`.
 * @param described a query for the resource instances in its names that the caller may see, as a jsonb list
 */
export function nameKey(languages: readonly string[], described: Statement): Statement {
  return sql`coalesce(
    name_order(
      r.descriptors,
      (select s.nodegroup_ids from readable_source s),
      coalesce((${described}), '[]'),
      ${textArray(languageSteps(languages))}
    ),
    ${text(namelessKey)}
  )`;
}

/** The resource instances in the names of `r` that the caller may see: a query that needs `described`. */
const describedQuery = sql`select jsonb_agg(d.id)
      from unnest(described_resources(r.descriptors)) as d (id)
      where d.id in (select v.resource_id from described v)`;

/** The key of the resource instance `r` in an order, as an expression of type text. */
export function sortKeyExpression({ caller, sort, languages }: SortOptions): Statement {
  switch (sort.key) {
    case 'name':
      return nameKey(languages, describedQuery);
    case 'created':
      return timeKey(sql`r.created_at`);
    case 'changed':
      return timeKey(sql`readable_change(${int(caller)}, r.resource_id)`);
    default:
      return sql`r.resource_id::text`;
  }
}

/** The direction of an order. */
export const direction = ({ isDescending }: Sort): Statement =>
  isDescending ? sql`desc` : sql`asc`;

/** The condition that a key comes after a position. */
export function isAfterPosition(
  { isDescending }: Sort,
  key: Statement,
  resourceId: Statement,
  after: SortPosition | null,
  keyOf: (text: string) => Statement,
): Statement {
  if (after === null) return sql`true`;
  const comparison = isDescending ? sql`<` : sql`>`;
  return sql`(${key}, ${resourceId}) ${comparison} (${keyOf(after.key)}, ${uuid(after.resourceId)})`;
}
