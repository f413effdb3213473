import * as z from 'zod';

import type { PagedStatement } from '../../../../lib/data-api/read-pages.ts';
import { sql } from '../../../../lib/data-api/sql.ts';

const recordedObjectSchema = z
  .object({
    storageKey: z.string(),
    byteCount: z.number(),
    /** In hexadecimal digits; null for a derivative. */
    sha256: z.string().nullable(),
  })
  .readonly();

const recordedFileSchema = z
  .object({ fileId: z.guid(), name: z.string(), objects: z.array(recordedObjectSchema).readonly() })
  .readonly();

/** An object that the store should have. */
export type RecordedObject = z.output<typeof recordedObjectSchema>;

/** A stored file, with its bytes and those of its derivatives. */
export type RecordedFile = z.output<typeof recordedFileSchema>;

/** Reads the records of all stored files, in the order of their ids. */
export const pageRecordedFiles: PagedStatement & {
  readonly parse: (items: readonly string[]) => readonly RecordedFile[];
} = {
  items: (after, limit) => sql`select
          f.file_id::text as key,
          jsonb_build_object(
            'fileId', f.file_id,
            'name', f.name,
            'objects', jsonb_build_array(
              jsonb_build_object('storageKey', f.storage_key, 'byteCount', f.byte_count, 'sha256', f.sha256)
            ) || coalesce(
              (
                select jsonb_agg(
                  jsonb_build_object('storageKey', d.storage_key, 'byteCount', d.byte_count, 'sha256', null)
                  order by d.kind
                )
                from file_derivative d
                where d.file_id = f.file_id
              ),
              '[]'
            )
          )::text as item
        from file f
        where f.file_id > coalesce((${after})::uuid, '00000000-0000-0000-0000-000000000000')
        order by f.file_id
        limit ${limit}`,
  parse: (items) => items.map((item) => recordedFileSchema.parse(JSON.parse(item))),
};
