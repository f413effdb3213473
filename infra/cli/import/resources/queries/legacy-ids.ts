import * as z from 'zod';

import { manyRows, type RowsQuery } from '../../../../../lib/data-api/query.ts';
import { sql, textArray, uuidArray } from '../../../../../lib/data-api/sql.ts';
import { isUuid } from '../../../../../lib/model/ids.ts';

const identifiedResourceSchema = z
  .object({
    text: z.string(),
    resourceId: z.string(),
    graphId: z.string(),
    isId: z.boolean(),
  })
  .readonly();

/** A stored resource instance, and the text that is its id or its legacy id. */
export type IdentifiedResource = z.infer<typeof identifiedResourceSchema>;

/** Finds the resource instances of which a text is the id or the legacy id. @param texts ids in lower case, and other texts */
export function findResourcesByAnyId(
  texts: readonly string[],
): RowsQuery<readonly IdentifiedResource[]> {
  return manyRows(
    sql`select jsonb_build_object('text', r.resource_id, 'resourceId', r.resource_id, 'graphId', r.graph_id, 'isId', true)::text
from resource r
where r.resource_id = any (${uuidArray(texts.filter(isUuid))})
union all
select jsonb_build_object('text', r.legacy_id, 'resourceId', r.resource_id, 'graphId', r.graph_id, 'isId', false)::text
from resource r
where r.legacy_id = any (${textArray(texts)})`,
    identifiedResourceSchema,
  );
}
