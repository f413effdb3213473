import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { sql, uuid } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { GraphId } from '../../model/ids.ts';
import { mayReadSomethingCondition } from '../may-read-anything-condition.ts';
import { readableModelTable } from './readable-models.ts';

const activitySchema = z
  .object({
    mayReadSomething: z.boolean(),
    /** Null if the caller may not read the model. */
    isActive: z.boolean().nullable(),
  })
  .readonly();

/** Finds whether a resource model is active in the platform where it was made. A model that does not say so is active. */
export function findWhetherGraphIsActive(
  caller: Caller,
  graphId: GraphId,
): RowsQuery<z.output<typeof activitySchema>> {
  return oneRow(
    sql`with ${readableModelTable(caller)},
selected_graph as materialized (
  select coalesce(g.source ->> 'is_active', g.source ->> 'isactive', 'true') <> 'false' as is_active
  from graph g
  where g.graph_id = ${uuid(graphId)}
    and g.graph_id in (select m.graph_id from readable_model m)
)
select jsonb_build_object(
  'mayReadSomething', ${mayReadSomethingCondition(caller, sql`exists (select from selected_graph)`)},
  'isActive', (select s.is_active from selected_graph s)
)::text`,
    activitySchema,
  );
}
