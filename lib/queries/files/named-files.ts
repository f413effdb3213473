import * as z from 'zod';

import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';

export const namedFileSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('readable'), fileId: z.string() }).readonly(),
  z.object({ kind: z.literal('unreadable'), fileId: z.string() }).readonly(),
  z
    .object({
      kind: z.literal('pending'),
      fileId: z.string(),
      name: z.string(),
      contentType: z.string(),
      byteCount: z.number(),
    })
    .readonly(),
]);

/**
 * A file that a request names and the service knows: one that the caller may read or not, or one that the caller has announced and that no tile
 * names yet. Files that others have announced are unreadable.
 */
export type NamedFile = z.output<typeof namedFileSchema>;

/** An announced file. */
export type PendingFile = Extract<NamedFile, { readonly kind: 'pending' }>;

/**
 * Selects the files among the ids of a request.
 * @param request the name of a table of one row with a list of `ids`
 */
export function namedFilesQuery(caller: Caller, request: Statement): Statement {
  return sql`select row_number() over (order by f.file_id), f.description::text
    from ${request} r
    cross join lateral (
      select
        p.file_id,
        case
          when p.account_id = ${int(caller)} then jsonb_build_object(
            'kind', 'pending',
            'fileId', p.file_id,
            'name', p.name,
            'contentType', p.content_type,
            'byteCount', p.byte_count
          )
          else jsonb_build_object('kind', 'unreadable', 'fileId', p.file_id)
        end as description
      from pending_file p
      where p.file_id = any (r.ids)
      union all
      select
        k.file_id,
        jsonb_build_object(
          'kind', case when may_read_file(${int(caller)}, k.file_id) then 'readable' else 'unreadable' end,
          'fileId', k.file_id
        )
      from (
        select f.file_id
        from file f
        where f.file_id = any (r.ids)
        union
        select u.file_id
        from file_use u
        where u.file_id = any (r.ids)
      ) k
    ) f`;
}
