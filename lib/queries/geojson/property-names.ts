import * as z from 'zod';

import { manyRows, type RowsQuery } from '../../data-api/query.ts';
import { joinTables, sql } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { FeatureQuery } from '../../model/geojson/feature-query.ts';
import { projectTables } from './mobile-project.ts';
import { propertyNodeTables } from './property-sources.ts';
import { readableTable } from './selected-features.ts';

const propertyNodeSchema = z.object({ nodeId: z.string(), propertyName: z.string() }).readonly();

/** Lists the readable nodes whose values become properties of features, in the order of the properties. */
export function listPropertyNodes(
  caller: Caller,
  query: FeatureQuery,
): RowsQuery<readonly z.output<typeof propertyNodeSchema>[]> {
  return manyRows(
    sql`with ${joinTables([
      readableTable(caller),
      query.mobileProject === null ? undefined : projectTables(caller, query.mobileProject),
      propertyNodeTables(query),
    ])}
select jsonb_build_object('nodeId', n.node_id, 'propertyName', n.property_name)::text
from property_node n
order by n.nodegroup_position, n.property_position`,
    propertyNodeSchema,
  );
}
