import * as z from 'zod';

import * as descriptions from '../description/descriptions.ts';
import { isUuid } from '../../model/ids.ts';
import { flagParameter } from '../parameters/types/booleans.ts';
import { uuidListParameter } from '../parameters/types/lists.ts';
import {
  indentParameter,
  limitParameter,
  pageParameter,
  wholeNumber,
} from '../parameters/types/numbers.ts';
import { formatParameter, oneOf, textParameter, uuidParameter } from '../parameters/types/texts.ts';
import { boundingBoxParameter, boxDescription } from './bounding-box.ts';
import { featureCursorParameter } from './feature-cursor.ts';
import { geometryTypeParameter, geometryTypeDescription } from './geometry-type.ts';

/** Items separated by commas, without duplicates. An empty list counts as absent. */
export function commaSeparatedList(parseItem: (item: string) => string) {
  return textParameter
    .transform((value) => {
      const items = (value ?? '').split(',').map((item) => parseItem(item.trim()));
      const uniqueItems = [...new Set(items.filter((item) => item !== ''))];
      return uniqueItems.length === 0 ? undefined : uniqueItems;
    })
    .meta({ type: 'array', items: { type: 'string' } });
}

/** Decodes a name in a list, where %2C means a comma and %25 a percent sign. */
export const decodeName = (item: string): string =>
  item.replaceAll(/%2c/gi, ',').replaceAll('%25', '%');

/**
 * The parameters that select features and their output, without paging and format.
 * @rule GeoJSON and OGC API Features: How many decimals do coordinates in GeoJSON get? All that are stored, unless
 * `precision` is sent.
 */
export const featureQueryParameters = {
  resourceid: uuidListParameter.describe(
    'Only features of these resource instances: ids separated by commas.',
  ),
  nodeid: uuidParameter.describe('Only features of this node.'),
  nodeids: uuidListParameter.describe('Only features of these nodes: ids separated by commas.'),
  tileid: uuidParameter.describe('Only features of this tile.'),
  feature: uuidParameter.describe(
    'Only the feature with this UUID, as in responses with feature_id=uuid. It needs tileid.',
  ),
  graph: commaSeparatedList((item) => (isUuid(item) ? item.toLowerCase() : item)).describe(
    'Only features of these resource models: ids or slugs separated by commas.',
  ),
  type: geometryTypeParameter.describe(geometryTypeDescription),
  bbox: boundingBoxParameter.describe(
    `Only features that intersect this box: west, south, east, north in degrees. ${boxDescription}`,
  ),
  mobileproject: uuidParameter.describe(
    'Only features within the bounds of this mobile project and of the resource models of its cards. The values of these cards become properties. It needs a token.',
  ),
  nodegroups: uuidListParameter.describe(
    'The values of these nodegroups become properties: ids separated by commas.',
  ),
  properties: commaSeparatedList(decodeName).describe(
    `Only these properties, besides those that are always included: ${descriptions.columnNames}`,
  ),
  field_name_length: wholeNumber(0, 10_000)
    .optional()
    .describe('The maximum length of property names; 0 for no limit.'),
  use_uuid_names: flagParameter.describe('Names properties by node id.'),
  include_primary_name: flagParameter.describe(
    'Adds the name of the resource instance as primary_name.',
  ),
  use_display_values: flagParameter.describe('Returns display values instead of stored values.'),
  include_geojson_link: flagParameter.describe(
    'Adds the property geojson: a link to this feature alone.',
  ),
  precision: wholeNumber(0, 15).optional().describe('Decimal places of the coordinates, 0 to 15.'),
  rfc7946: flagParameter.describe('Closes the rings of polygons and orients them as in RFC 7946.'),
  feature_id: oneOf(['number', 'uuid']).describe(
    'The ids of features: numbers from 1 (number), or stable UUIDs (uuid).',
  ),
};

/** @rule GeoJSON and OGC API Features: Which parameters does `/geojson` have? */
export const featureParameters = z
  .object({
    ...featureQueryParameters,
    limit: limitParameter(100_000).describe('Tiles per page.'),
    page: pageParameter.describe('The page number, from 1. It needs limit.'),
    cursor: featureCursorParameter.describe(
      `${descriptions.cursorInLink} Unlike page, it is equally fast for all pages.`,
    ),
    count: oneOf(['none', 'exact']).describe(
      'exact adds numberMatched, the number of features on all pages; default none.',
    ),
    indent: indentParameter,
    format: formatParameter(
      'geojson, a FeatureCollection; geojsonseq, one feature per line; or csv, a table.',
    ),
  })
  .refine(({ page, cursor }) => page === undefined || cursor === undefined, {
    path: ['page'],
    error: 'must not be sent together with cursor.',
    // Checked even if other parameters are invalid, so that all errors are listed at once.
    when: () => true,
  })
  .refine(({ feature, tileid }) => feature === undefined || tileid !== undefined, {
    path: ['feature'],
    error: 'must be sent together with tileid, the tile of the feature.',
    when: ({ issues }) =>
      !issues.some(({ path }) => ['feature', 'tileid'].includes(String(path?.[0]))),
  });

export type FeatureParameters = z.output<typeof featureParameters>;
