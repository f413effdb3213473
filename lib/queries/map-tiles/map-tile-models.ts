import { documentQuery, listSection, requiredSection } from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { sql } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { defaultFeatureQuery } from '../../model/geojson/feature-query.ts';
import { selectionTables } from '../geojson/selected-features.ts';
import { listedModelMembers, listedModelSchema, type ListedModel } from '../graphs/listed-model.ts';
import type { PreparedVariants } from '../prepared-variants.ts';
import { extentSchema, joinedExtent, visibleExtentTables, type Extent } from './visible-extents.ts';

export type MapTileModels = {
  /** The models of which the caller may read a geometry node, by id. */
  readonly models: readonly ListedModel[];
  /** The extent of all features that the caller may see; null without any. */
  readonly extent: Extent | null;
};

/** Lists what the tiles of everything show to a caller. */
export function listMapTileModels(caller: Caller): DocumentQuery<MapTileModels> {
  return documentQuery(
    {
      isPrepared: true,
      withClause: sql`with recursive ${selectionTables(caller, defaultFeatureQuery)},
${visibleExtentTables(caller)}`,
      sections: {
        model: listSection(
          listedModelSchema,
          sql`select
      row_number() over (order by g.graph_id),
      jsonb_build_object(${listedModelMembers})::text
    from graph g
    where g.graph_id in (select n.graph_id from geometry_node n)`,
        ),
        extent: requiredSection(
          extentSchema.nullable(),
          sql`select coalesce(${joinedExtent}, 'null')::text
    from visible_extent e`,
        ),
      },
    },
    (section) => ({ models: section('model'), extent: section('extent') }),
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller) => [listMapTileModels(caller)],
};
