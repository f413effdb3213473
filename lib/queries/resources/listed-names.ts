import * as z from 'zod';

import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import {
  nodegroupsOfDescriptorsQuery,
  readableNamesExpression,
} from '../descriptors/readable-names.ts';
import { readableNodegroupTable } from './readable-records.ts';
import { resourceIdsInDescriptorsQuery } from './resource-document-fragments.ts';

/**
 * The common table expressions that `listedNamesExpression` needs.
 * @param resources the name of a table of resource instances with `idsInDescriptorsColumn`
 */
export function listedNameTables(caller: Caller, resources: Statement): Statement {
  return sql`visible_id as materialized (
    select v.resource_id
    from visible_resource(${int(caller)}) v
    where v.resource_id = any (array(${resourceIdsInDescriptorsQuery(resources)}))
  ),
  ${readableNodegroupTable(caller, nodegroupsOfDescriptorsQuery(resources))}`;
}

/** The names of a resource instance `r` that the caller may read, by language: an expression of type jsonb. */
export const listedNamesExpression: Statement = readableNamesExpression(
  sql`r.descriptors`,
  sql`select n.nodegroup_id from readable_nodegroup n`,
  sql`select array_agg(v.resource_id) from visible_id v where v.resource_id = any (r.ids_in_descriptors)`,
);

/** A resource instance in a list. */
export const listedResourceSchema = z
  .object({
    resourceId: z.string(),
    graphId: z.string(),
    /** The names that the caller may read, by language. */
    names: z.record(z.string(), z.string()),
  })
  .readonly();

export type ListedResource = z.output<typeof listedResourceSchema>;

/**
 * Selects resource instances with their names, in the order of their ids. It needs `listedNameTables`.
 * @param resources the name of a table of resource instances with `idsInDescriptorsColumn`
 * @returns a query that returns a position and a JSON string, see `listedResourceSchema`
 */
export function listedResourceRowsQuery(resources: Statement): Statement {
  return sql`select
      row_number() over (order by r.resource_id),
      jsonb_build_object(
        'resourceId', r.resource_id,
        'graphId', r.graph_id,
        'names', ${listedNamesExpression}
      )::text
    from ${resources} r`;
}
