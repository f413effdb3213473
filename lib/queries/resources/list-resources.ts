import * as z from 'zod';

import { markPrepared } from '../../data-api/prepared-statements.ts';
import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { int, sql } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ResourceId } from '../../model/ids.ts';
import { graphIdOrSlugCondition } from '../graphs/graph-id-or-slug-condition.ts';
import { pageOffset } from '../page-offset.ts';
import { visibleIdTables, visibleIdOfGraphTables } from './visible-ids.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

/** Which page to list: by its number, or by the id after which it begins. */
export type ListPageRequest =
  | { readonly kind: 'page'; readonly page: number }
  | { readonly kind: 'cursor'; readonly after: ResourceId };

const resourcePageSchema = z
  .object({ mayReadGraph: z.boolean(), ids: z.array(z.string()).readonly() })
  .readonly();

/** A page of ids, with one more if there is a next page. `mayReadGraph` can be false only for an empty page. */
export type ResourcePage = z.infer<typeof resourcePageSchema>;

/**
 * Lists the ids of the visible resource instances in order. Pages by number skip ids in an index-only scan; a cursor
 * has the same cost at any depth.
 * @rule Responses: How does `GET /resources/` continue after a page?
 * @param graph the id or slug of the graph to list; undefined for all
 */
export function listResources(
  caller: Caller,
  graph: string | undefined,
  position: ListPageRequest,
  limit: number,
): RowsQuery<ResourcePage> {
  const range = {
    after: position.kind === 'cursor' ? position.after : null,
    skipped: position.kind === 'page' ? pageOffset(position.page, limit) : 0n,
    length: limit + 1,
  };
  const idsExpression = sql`(select coalesce(jsonb_agg(p.resource_id order by p.resource_id), '[]') from page p)`;
  if (graph === undefined) {
    return oneRow(
      markPrepared(sql`with ${visibleIdTables(caller, range)}
select jsonb_build_object('mayReadGraph', true, 'ids', ${idsExpression})::text`),
      resourcePageSchema,
    );
  }
  return oneRow(
    markPrepared(sql`with selected_graph as materialized (
  select g.graph_id
  from graph g
  where ${graphIdOrSlugCondition(graph)}
  limit 1
),
${visibleIdOfGraphTables(caller, range)}
select jsonb_build_object(
  'mayReadGraph', case
    when exists (select from page) then true
    else coalesce((select may_read_graph(${int(caller)}, s.graph_id) from selected_graph s), false)
  end,
  'ids', ${idsExpression}
)::text`),
    resourcePageSchema,
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller, sample) =>
    [undefined, ''].flatMap((graph) => [
      listResources(caller, graph, { kind: 'page', page: 1 }, 1),
      listResources(caller, graph, { kind: 'cursor', after: sample.resourceId }, 1),
    ]),
};
