import * as z from 'zod';

import { sql } from '../../data-api/sql.ts';

export const storedFileSizeSchema = z
  .object({ fileId: z.string(), byteCount: z.number() })
  .readonly();

/** A file whose bytes are stored, and their number. */
export type StoredFileSize = z.output<typeof storedFileSizeSchema>;

/** The common table expression `file_row`: the stored files in the values of the tiles of the document. */
export const fileRowTable = sql`file_row (position, text) as materialized (
    select
      row_number() over (order by f.file_id),
      jsonb_build_object('fileId', f.file_id, 'byteCount', f.byte_count)::text
    from file f
    where f.file_id in (
      select u.file_id
      from included_tile t
      join file_use u on u.tile_id = t.tile_id
      where u.kind = 'value'
    )
  )`;
