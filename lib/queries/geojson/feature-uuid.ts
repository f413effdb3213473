import { sql } from '../../data-api/sql.ts';
import type { FeatureQuery } from '../../model/geojson/feature-query.ts';
import { embeddedUuidRegex } from '../uuid-regex.ts';

/** The UUID of a feature `f`: its own, or one derived from its tile, node and key. */
export const featureUuid = sql`case
      when f.feature_key ~* ('^' || ${embeddedUuidRegex} || '#1$') then lower(left(f.feature_key, 36))
      else md5(f.tile_id::text || f.node_id::text || f.feature_key)::uuid::text
    end`;

/** Whether the UUIDs of features are needed: as their ids, or in links to them. */
export function needsUuid({
  featureId,
  includeGeojsonLink,
}: Pick<FeatureQuery, 'featureId' | 'includeGeojsonLink'>): boolean {
  return featureId === 'uuid' || includeGeojsonLink;
}
