import * as z from 'zod';

import { isUuid } from '../../model/ids.ts';
import {
  flag,
  format,
  indent,
  limit,
  oneOf,
  pageNumber,
  text,
  uuidParameter,
  uuidList,
  wholeNumber,
} from '../parameters/parameter-types.ts';
import { boundingBox, boxDescription } from './bounding-box.ts';
import { featureCursor } from './feature-cursor.ts';
import { geometryType, geometryTypeDescription } from './geometry-type.ts';

/** Items separated by commas, without duplicates. An empty list counts as absent. */
export function commaSeparatedList(read: (item: string) => string) {
  return text
    .transform((value) => {
      const items = (value ?? '').split(',').map((item) => read(item.trim()));
      const list = [...new Set(items.filter((item) => item !== ''))];
      return list.length === 0 ? undefined : list;
    })
    .meta({ type: 'array', items: { type: 'string' } });
}

/** Decodes a name in a list: a comma is written %2C, a percent sign %25. */
export const decodeName = (item: string): string =>
  item.replaceAll(/%2c/gi, ',').replaceAll('%25', '%');

/** The parameters that select features and their output, without paging and format. */
export const featureQueryParameters = {
  resourceid: uuidList.describe(
    'Only features of these resource instances: ids separated by commas.',
  ),
  nodeid: uuidParameter.describe('Only features of this node.'),
  nodeids: uuidList.describe('Only features of these nodes: ids separated by commas.'),
  tileid: uuidParameter.describe('Only features of this tile.'),
  feature: uuidParameter.describe(
    'Only the feature of this UUID, as feature_id=uuid gives it. It needs tileid.',
  ),
  graph: commaSeparatedList((item) => (isUuid(item) ? item.toLowerCase() : item)).describe(
    'Only features of these resource models: ids or slugs separated by commas.',
  ),
  type: geometryType.describe(geometryTypeDescription),
  bbox: boundingBox.describe(
    `Only features that meet this box: west, south, east, north in degrees. ${boxDescription}`,
  ),
  mobileproject: uuidParameter.describe(
    'Only features within the bounds of this mobile project, of the models of its cards; the values of these cards become properties. It needs a token.',
  ),
  nodegroups: uuidList.describe(
    'The values of these nodegroups become properties: ids separated by commas.',
  ),
  properties: commaSeparatedList(decodeName).describe(
    'Only these properties, besides those that are always there: names separated by commas; a comma in a name is written %2C, a percent sign %25.',
  ),
  field_name_length: wholeNumber(0, 10_000)
    .optional()
    .describe('The most characters of a property name; 0 for no limit.'),
  use_uuid_names: flag.describe('Names properties by node id.'),
  include_primary_name: flag.describe('Adds the name of the resource instance as primary_name.'),
  use_display_values: flag.describe('Gives values in words rather than as they are stored.'),
  include_geojson_link: flag.describe('Adds a link to the feature, and no other, as geojson.'),
  precision: wholeNumber(0, 15).optional().describe('Decimal places of the coordinates, 0 to 15.'),
  rfc7946: flag.describe('Closes the rings of polygons, and winds them as RFC 7946 says.'),
  feature_id: oneOf(['number', 'uuid']).describe(
    'Numbers features from 1 (number), or gives each a UUID that stays (uuid).',
  ),
};

export const featureParameters = z
  .object({
    ...featureQueryParameters,
    limit: limit(100_000).describe('How many tiles make a page.'),
    page: pageNumber.describe('The page, from 1; it is used together with limit.'),
    cursor: featureCursor.describe(
      'Goes on behind a page: the value is in its Link header. It costs the same at any depth. It takes the place of page.',
    ),
    count: oneOf(['none', 'exact']).describe(
      'Whether numberMatched tells how many features there are on all pages: none or exact.',
    ),
    indent,
    format: format('geojson, a FeatureCollection; or geojsonseq, one feature a line.'),
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
