import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../../../lib/data-api/query.ts';
import type { PagedStatement } from '../../../../lib/data-api/read-pages.ts';
import { int, sql } from '../../../../lib/data-api/sql.ts';
import type { Caller } from '../../../../lib/model/accounts/caller.ts';

/** Reads whether a caller may read the thesaurus. */
export function mayReadThesaurus(caller: Caller): RowsQuery<boolean> {
  return oneRow(sql`select to_json(may_read_thesaurus(${int(caller)}))::text`, z.boolean());
}

/**
 * Reads the relations that do not come from tiles, if the caller may see both resource instances. They are rows of
 * `resource_relation` as JSON, in the order of their ids.
 */
export function pageReadableRelations(caller: Caller): PagedStatement {
  return {
    items: (after, limit) => sql`select r.relation_id::text as key, to_jsonb(r)::text as item
        from resource_relation r
        where r.tile_id is null
          and r.relation_id > coalesce((${after})::uuid, '00000000-0000-0000-0000-000000000000')
          and exists (
            select
            from visible_resource(${int(caller)}) v
            where v.resource_id = r.from_resource_id
          )
          and exists (
            select
            from visible_resource(${int(caller)}) v
            where v.resource_id = r.to_resource_id
          )
        order by r.relation_id
        limit ${limit}`,
  };
}
