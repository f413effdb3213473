import * as z from 'zod';

import { listSection, type DocumentSection } from '../../data-api/document-sections.ts';
import { sql } from '../../data-api/sql.ts';

const layerColumnSchema = z
  .object({
    name: z.string(),
    position: z.number(),
    datatype: z.string(),
    /** Whether a resource instance has at most one value. Several values would become one text. */
    isSingleValued: z.boolean(),
  })
  .readonly();

/** A column of a collection that the caller may read. */
export type LayerColumn = z.output<typeof layerColumnSchema>;

/** A query of the columns of the collection from the table `property_node`. It returns a position and a JSON string. */
export const layerColumnsQuery = sql`select
      n.property_position::bigint,
      jsonb_build_object(
        'name', n.property_name,
        'position', n.property_position,
        'datatype', n.datatype,
        'isSingleValued', has_one_tile(n.nodegroup_id)
      )::text
    from property_node n`;

/** The columns of the collection, in their order. */
export const layerColumnsSection: DocumentSection<readonly LayerColumn[]> = listSection(
  layerColumnSchema,
  layerColumnsQuery,
);
