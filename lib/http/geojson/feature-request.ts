import * as z from 'zod';

import {
  defaultFeatureQuery,
  type FeatureQuery,
  type TileKey,
} from '../../model/geojson/feature-query.ts';
import { featureQueryParameters, type FeatureParameters } from './feature-parameters.ts';

/** The requested page. Pages are counted in tiles. */
export type FeaturePaging = {
  /** Tiles per page. */
  readonly limit: number;
  /** From 1. */
  readonly page: number;
  /** The tile after which the page begins; null if the page number decides. */
  readonly after: TileKey | null;
};

/** The parameters of a stored query. */
export const storedQueryParameters = z.object(featureQueryParameters);

/** Tiles per page if `cursor` is sent without `limit`. */
const defaultLimit = 1000;

/** Makes the query for features from parameters. @param languages the preferred one first, the default language last */
export function toFeatureQuery(
  parameters: z.output<typeof storedQueryParameters>,
  languages: readonly string[],
): FeatureQuery {
  const { nodeid, nodeids = [] } = parameters;
  const nodes = new Set([...nodeids, ...(nodeid === undefined ? [] : [nodeid])]);
  return {
    ...defaultFeatureQuery,
    resources: parameters.resourceid ?? null,
    nodes: nodes.size === 0 ? null : [...nodes],
    graphs: parameters.graph ?? null,
    tile: parameters.tileid ?? null,
    feature: parameters.feature ?? null,
    geometryType: parameters.type ?? null,
    boundingBox: parameters.bbox ?? null,
    mobileProject: parameters.mobileproject ?? null,
    nodegroups: parameters.nodegroups ?? [],
    properties: parameters.properties ?? null,
    useDisplayValues: parameters.use_display_values,
    includePrimaryName: parameters.include_primary_name,
    useUuidNames: parameters.use_uuid_names,
    // Existing clients send 0 for field names of any length.
    fieldNameLength: parameters.field_name_length || undefined,
    includeGeojsonLink: parameters.include_geojson_link,
    languages,
    precision: parameters.precision,
    featureId: parameters.feature_id ?? 'number',
    followsRfc7946: parameters.rfc7946,
  };
}

/**
 * Reads the requested page; null for all features at once. `page` is ignored without `limit`.
 * @rule GeoJSON and OGC API Features: What does `limit` count, and how do pages follow each other?
 */
export function toFeaturePaging({ limit, page, cursor }: FeatureParameters): FeaturePaging | null {
  if (cursor !== undefined) {
    return { limit: limit ?? defaultLimit, page: cursor.pagesBefore + 1, after: cursor.after };
  }
  return limit === undefined ? null : { limit, page: page ?? 1, after: null };
}
