import * as z from 'zod';

import { listSection } from '../../data-api/document-sections.ts';
import { sql, type Statement } from '../../data-api/sql.ts';

/** A resource model in a list on a page. */
export const listedModelSchema = z
  .object({
    graphId: z.string(),
    slug: z.string().nullable(),
    name: z.union([z.string(), z.record(z.string(), z.string().nullable())]),
  })
  .readonly();

export type ListedModel = z.output<typeof listedModelSchema>;

/** The members of a listed model `g`, for jsonb_build_object. */
export const listedModelMembers: Statement = sql`'graphId', g.graph_id, 'slug', g.slug, 'name', g.name`;

/** The section of all readable models, by id. The surrounding statement must define `readable_model`. */
export const listedModelSection = listSection(
  listedModelSchema,
  sql`select
      row_number() over (order by g.graph_id),
      jsonb_build_object(${listedModelMembers})::text
    from readable_model m
    join graph g on g.graph_id = m.graph_id`,
);
