import * as z from 'zod';

import { markPrepared } from '../../data-api/prepared-statements.ts';
import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { bigint, int, sql, type Statement } from '../../data-api/sql.ts';
import {
  defaultFeatureQuery,
  type FeatureQuery,
  type TileKey,
} from '../../model/geojson/feature-query.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { PreparedVariants } from '../prepared-variants.ts';
import {
  geometryTypeCondition,
  isPreparedSelection,
  isReadInOrder,
  keyAfterCondition,
  keyUpToCondition,
  selectFeatures,
  selectionTables,
} from './selected-features.ts';

/** A query that returns the number of selected features on all pages, up to one more than `limit`. */
export function featureCountQuery(query: FeatureQuery, limit: number): Statement {
  const features = selectFeatures(query, sql`f.gid`, sql`true`, sql`limit ${int(limit)} + 1`);
  return sql`select count(*)
      from (
        ${features}
      ) m`;
}

/** The number of selected features, and their stored bytes. */
export type FeatureTotals = { readonly features: number; readonly bytes: number };

const featureTotalsSchema = z.object({ features: z.number(), bytes: z.number() });

/** The features after one tile and up to another; null for the first or the last one. */
type CountedRange = { readonly after: TileKey | null; readonly until: TileKey | null };

/**
 * Counts features: all that match, or those of a range.
 * @param limit the maximum number of features to count; null for all
 */
export function countFeatures(
  caller: Caller,
  query: FeatureQuery,
  { after, until }: CountedRange = { after: null, until: null },
  limit: number | null = null,
): RowsQuery<FeatureTotals> {
  const features: Statement = selectFeatures(
    query,
    sql`f.bytes`,
    sql`${keyAfterCondition(query, after)}
    and ${keyUpToCondition(query, until)}`,
    // Without this condition an index alone is enough; no index contains the types of geometries.
    sql`${query.geometryType === null ? sql`` : sql`and ${geometryTypeCondition(query)}`}
  limit ${bigint(limit === null ? null : String(limit))}`,
  );
  const statement = sql`with ${selectionTables(caller, query)}
select jsonb_build_object('features', count(*), 'bytes', coalesce(sum(f.bytes), 0))::text
from (
  ${features}
) f`;
  const isPrepared = isPreparedSelection(query) && isReadInOrder(query);
  return oneRow(isPrepared ? markPrepared(statement) : statement, featureTotalsSchema);
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller) => {
    const pointsOnly = { geometryType: 'Point' } as const;
    const selections = [{}, { nodes: [] }, pointsOnly, { ...pointsOnly, nodes: [] }, { layer: '' }];
    return selections.map((selection) =>
      countFeatures(caller, { ...defaultFeatureQuery, ...selection }),
    );
  },
};
