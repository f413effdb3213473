import * as z from 'zod';

import { manyRows, type RowsQuery } from '../../../../lib/data-api/query.ts';
import { sql, uuidArray } from '../../../../lib/data-api/sql.ts';
import { storedNamesExpression } from '../../../../lib/queries/descriptors/stored-descriptors.ts';

const namesSchema = z
  .object({ resourceId: z.string(), texts: z.record(z.string(), z.string()) })
  .readonly();

/** The names of a resource instance, by language. */
export type ResourceNames = z.infer<typeof namesSchema>;

/** Reads the names of stored resource instances. */
export function readNames(resourceIds: readonly string[]): RowsQuery<readonly ResourceNames[]> {
  return manyRows(
    sql`select jsonb_build_object('resourceId', r.resource_id, 'texts', (
  select coalesce(jsonb_object_agg(n.key, n.value ->> 'value'), '{}')
  from jsonb_each(${storedNamesExpression(sql`r.descriptors`)}) n
))::text
from resource r
where r.resource_id = any (${uuidArray(resourceIds)})`,
    namesSchema,
  );
}
