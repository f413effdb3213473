import * as z from 'zod';

import {
  defaultFeatureQuery,
  type FeatureQuery,
  type TileKey,
} from '../../model/geojson/feature-query.ts';
import { mergeParameters, parseParameters } from '../parameters/parameters.ts';
import { unknownParameterErrors } from '../parameters/unknown-parameters.ts';
import { featureQueryParameters, type FeatureParameters } from './feature-parameters.ts';

/** Which page of the tiles is requested. */
export type FeaturePaging = {
  /** Tiles to a page. */
  readonly limit: number;
  /** Its number, from 1. */
  readonly page: number;
  /** The tile behind which it begins; null where its number says that. */
  readonly after: TileKey | null;
};

const queryParameters = z.object(featureQueryParameters);

/** Tiles to a page for who sends a cursor without a limit. */
const usualLimit = 1000;

/**
 * What features are selected by the parameters of a request.
 * @param languages the preferred one first, with the default language last
 */
export function toFeatureQuery(
  parameters: z.output<typeof queryParameters>,
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
    // 0 is what existing clients send for no limit.
    fieldNameLength: parameters.field_name_length || undefined,
    includeGeojsonLink: parameters.include_geojson_link,
    languages,
    precision: parameters.precision,
    featureId: parameters.feature_id ?? 'number',
    followsRfc7946: parameters.rfc7946,
  };
}

/** Which page a request asks for; null for all features at once. A page without a limit is not looked at. */
export function toFeaturePaging({ limit, page, cursor }: FeatureParameters): FeaturePaging | null {
  if (cursor !== undefined) {
    return { limit: limit ?? usualLimit, page: cursor.pagesBefore + 1, after: cursor.after };
  }
  return limit === undefined ? null : { limit, page: page ?? 1, after: null };
}

/**
 * What features are selected by a text that is kept, such as that of an export: the query of a GET /geojson, without what chooses a
 * page or a format. Unlike there, a name that is none is an error: nobody would look at what it left out.
 * @param text such as `nodegroups=…&precision=6`
 * @param language in which values in words are given
 * @throws InvalidInput listing everything that is wrong
 */
export function parseFeatureQuery(text: string, language: string): FeatureQuery {
  const sent = new URLSearchParams(text);
  const query = new Map([...sent.keys()].map((name) => [name, sent.getAll(name)]));
  const merged = mergeParameters(query, new Map(), []);
  const unknown = unknownParameterErrors(query, featureQueryParameters);
  return toFeatureQuery(parseParameters(merged, queryParameters, [], unknown), [language]);
}
