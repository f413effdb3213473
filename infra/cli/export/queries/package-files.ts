import * as z from 'zod';

import type { PagedStatement } from '../../../../lib/data-api/read-pages.ts';
import { int, sql } from '../../../../lib/data-api/sql.ts';
import type { Caller } from '../../../../lib/model/accounts/caller.ts';

const fileSchema = z
  .object({ fileId: z.guid(), storageKey: z.string(), sha256: z.string() })
  .readonly();

/** A file whose bytes are stored. */
export type FileOfPackage = z.output<typeof fileSchema>;

/**
 * Reads the files whose bytes are stored, in the order of their ids.
 * @param reader only those whose originals this caller may read; null for all
 */
export function pageStoredFiles(
  reader: { readonly caller: Caller } | null,
): PagedStatement & { readonly parse: (items: readonly string[]) => readonly FileOfPackage[] } {
  const readableCondition =
    reader === null
      ? sql`true`
      : sql`may_read_file(${int(reader.caller)}, f.file_id)
          and may_read_original(${int(reader.caller)}, f.file_id, f.has_place)`;
  return {
    items: (after, limit) => sql`select
          f.file_id::text as key,
          jsonb_build_object('fileId', f.file_id, 'storageKey', f.storage_key, 'sha256', f.sha256)::text as item
        from file f
        where f.file_id > coalesce((${after})::uuid, '00000000-0000-0000-0000-000000000000')
          and ${readableCondition}
        order by f.file_id
        limit ${limit}`,
    parse: (items) => items.map((item) => fileSchema.parse(JSON.parse(item))),
  };
}
