import * as z from 'zod';

import { sql, type Statement } from '../../data-api/sql.ts';

/** A copy of a picture: its key in the store, and its pixels. */
export const derivativeSchema = z
  .object({ storageKey: z.string(), width: z.number(), height: z.number() })
  .readonly();

export type Derivative = z.output<typeof derivativeSchema>;

/** The copies of a picture for lists, and for pages and viewers. */
export const derivativesSchema = z
  .object({ thumbnail: derivativeSchema, page: derivativeSchema })
  .readonly();

export type Derivatives = z.output<typeof derivativesSchema>;

/** A derivative `d` as an expression of type jsonb, see `derivativeSchema`. */
export const derivativeExpression: Statement = sql`jsonb_build_object('storageKey', d.storage_key, 'width', d.width, 'height', d.height)`;

/** A query that returns the derivatives of a file `f`, see `derivativesSchema`; no row without both. */
export const derivativesQuery: Statement = sql`select jsonb_object_agg(d.kind, ${derivativeExpression})
        from file_derivative d
        where d.file_id = f.file_id
        having count(*) = 2`;
