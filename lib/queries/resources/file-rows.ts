import * as z from 'zod';

import { sql } from '../../data-api/sql.ts';
import { derivativesQuery, derivativesSchema } from '../files/derivatives.ts';

/** A file whose bytes are stored. */
export const heldFileSchema = z
  .object({
    fileId: z.string(),
    byteCount: z.number(),
    /** Null for a file that is no picture, and until they are made. */
    derivatives: derivativesSchema.nullable(),
  })
  .readonly();

export type HeldFile = z.output<typeof heldFileSchema>;

/** The common table expression `file_row`: the stored files in the values of the tiles of the document. */
export const fileRowTable = sql`file_row (position, text) as materialized (
    select
      row_number() over (order by f.file_id),
      jsonb_build_object(
        'fileId', f.file_id,
        'byteCount', f.byte_count,
        'derivatives', (${derivativesQuery})
      )::text
    from file f
    where f.file_id in (
      select u.file_id
      from included_tile t
      join file_use u on u.tile_id = t.tile_id
      where u.kind = 'value'
    )
  )`;
