import * as z from 'zod';

import { documentQuery, listSection, optionalSection } from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { int, sql } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { PreparedVariants } from '../prepared-variants.ts';
import { layerPropertyName } from '../geojson/property-sources.ts';
import { pageReaderQuery, pageReaderSchema, type PageReader } from '../users/page-reader.ts';

const layerColumnsSchema = z
  .object({
    slug: z.string(),
    hasNames: z.boolean(),
    columns: z.array(z.object({ name: z.string(), datatype: z.string() }).readonly()).readonly(),
  })
  .readonly();

/** A layer that the caller may read, with the names and datatypes of its readable columns. */
export type NamedLayer = z.output<typeof layerColumnsSchema>;

/** The layers that a caller may read. */
export type NamedLayers = {
  readonly layers: readonly NamedLayer[];
  /** Only for an HTML page. */
  readonly pageReader: PageReader | undefined;
};

/**
 * Lists the layers that the caller may read, with their columns. Those of spatial views are last: of two with one id, they are described.
 * @param purpose a page also shows the name of the account
 */
export function listQueryableNames(
  caller: Caller,
  purpose: 'document' | 'page',
): DocumentQuery<NamedLayers> {
  return documentQuery(
    {
      isPrepared: true,
      withClause: sql`with readable as materialized (
  select r.nodegroup_id
  from readable_nodegroup(${int(caller)}) r
)`,
      sections: {
        pageReader: optionalSection(
          pageReaderSchema,
          purpose === 'page' ? pageReaderQuery(caller) : undefined,
        ),
        layer: listSection(
          layerColumnsSchema,
          sql`select
      row_number() over (order by v.is_of_model desc, v.slug, v.layer_id desc),
      jsonb_build_object(
        'slug', v.slug,
        'hasNames', v.is_of_model,
        'columns', (
          select coalesce(
            jsonb_agg(jsonb_build_object('name', ${layerPropertyName}, 'datatype', n.datatype) order by c.position),
            '[]'
          )
          from geometry_layer_column c
          join node n on n.node_id = c.node_id
          join readable r on r.nodegroup_id = n.nodegroup_id
          where c.layer_id = v.layer_id
            and n.holds is distinct from 'nothing'
        )
      )::text
    from (
      select distinct l.layer_id, l.is_of_model, l.slug
      from geometry_layer l
      join node g on g.node_id = l.geometry_node_id
      join readable r on r.nodegroup_id = g.nodegroup_id
      where g.holds = 'geometry'
    ) v`,
        ),
      },
    },
    (section) => ({ layers: section('layer'), pageReader: section('pageReader') }),
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller) => [
    listQueryableNames(caller, 'document'),
    listQueryableNames(caller, 'page'),
  ],
};
