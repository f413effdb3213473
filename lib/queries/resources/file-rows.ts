import * as z from 'zod';

import { sql } from '../../data-api/sql.ts';
import { derivativesQuery, derivativesSchema } from '../files/derivatives.ts';

/** A file whose bytes are stored, or were removed for good. */
export const heldFileSchema = z
  .object({
    fileId: z.string(),
    /** Null if they were removed for good. */
    byteCount: z.number().nullable(),
    /** Null for a file that is no picture, and until they are made. */
    derivatives: derivativesSchema.nullable(),
  })
  .readonly();

export type HeldFile = z.output<typeof heldFileSchema>;

/** The common table expression `file_row`: the stored and the removed files in the values of the tiles of the document. */
export const fileRowTable = sql`file_row (position, text) as materialized (
    select
      row_number() over (order by n.file_id),
      jsonb_build_object(
        'fileId', n.file_id,
        'byteCount', f.byte_count,
        'derivatives', (${derivativesQuery})
      )::text
    from (
      select distinct u.file_id
      from included_tile t
      join file_use u on u.tile_id = t.tile_id
      where u.kind = 'value'
    ) n
    left join file f on f.file_id = n.file_id
    where f.file_id is not null
      or exists (select from file_removal r where r.file_id = n.file_id)
  )`;
