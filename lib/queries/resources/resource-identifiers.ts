import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { int, sql, uuid } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ResourceId } from '../../model/ids.ts';
import { mayReadSomethingCondition } from '../may-read-anything-condition.ts';

const identifiersSchema = z
  .object({
    mayReadSomething: z.boolean(),
    mayView: z.boolean(),
    identifiers: z
      .array(
        z.object({
          id: z.number(),
          identifier: z.string(),
          identifier_type: z.string(),
          resourceid_id: z.string(),
          source: z.string(),
        }),
      )
      .nullable()
      .transform((identifiers) => identifiers ?? []),
  })
  .readonly();

/** Finds the identifiers of a resource instance, in the order in which they were added. They are empty if the caller may not see it. */
export function findResourceIdentifiers(
  caller: Caller,
  resourceId: ResourceId,
): RowsQuery<z.output<typeof identifiersSchema>> {
  return oneRow(
    sql`select jsonb_build_object(
  'mayReadSomething', ${mayReadSomethingCondition(caller, sql`coalesce(p.can_view, false)`)},
  'mayView', coalesce(p.can_view, false),
  'identifiers', (
    select jsonb_agg(
      jsonb_build_object(
        'id', i.resource_identifier_id,
        'identifier', i.identifier,
        'identifier_type', i.identifier_type,
        'resourceid_id', i.resource_id,
        'source', i.source
      )
      order by i.resource_identifier_id
    )
    from resource_identifier i
    where i.resource_id = ${uuid(resourceId)}
      and p.can_view
  )
)::text
from (select) one_row
left join resource_permission(${int(caller)}, ${uuid(resourceId)}) p on true`,
    identifiersSchema,
  );
}
