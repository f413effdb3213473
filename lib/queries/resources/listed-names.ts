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
