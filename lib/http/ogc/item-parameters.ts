import * as z from 'zod';

import type { CoordinateSystem } from '../../model/geojson/coordinate-systems.ts';
import { coordinateSystem, crsUris } from '../../model/ogc/crs-uris.ts';
import { boxMeaning, boxNumbers, boxProblems } from '../geojson/bounding-box.ts';
import { listOf, decodedName } from '../geojson/feature-parameters.ts';
import { geometryType, geometryTypeMeaning } from '../geojson/geometry-type.ts';
import { indent, oneOf, readable } from '../parameters/parameter-types.ts';
import { boxIn } from './box-in-crs.ts';
import { datetime } from './datetime.ts';
import { itemCursor } from './item-cursor.ts';

const crsMeaning = `the URI of a coordinate reference system: ${crsUris.join(', ')}`;

/** What the parameters of one feature mean. */
export const itemDescriptions = {
  crs: `In which coordinates are written; ${crsMeaning}. The first where it is left out.`,
  properties:
    'Only these columns, besides the ids that are always there: names separated by commas; a comma in a name is written %2C, a percent sign %25.',
  indent: 'Spaces of indentation, 0 to 10.',
  format: 'geojson, the only one.',
} as const;

/** What the parameters of features mean. */
export const itemsDescriptions = {
  bbox: `Only features that meet this box: the least and the greatest coordinates, four numbers, or six with heights, which are not looked at. ${boxMeaning}`,
  'bbox-crs': `In which the box is written; ${crsMeaning}. The first where it is left out.`,
  datetime:
    'An instant, or an interval such as 2020-01-01T00:00:00Z/.. (RFC 3339). No feature has a time, so every one matches.',
  type: geometryTypeMeaning,
  limit:
    'How many features at most, 1 to 10000; more is taken for 10000. There may be fewer, and a next page all the same.',
  cursor: 'Goes on behind a page: the value is in its link to the next.',
  count:
    'exact: numberMatched tells how many features there are on all pages, however many. With none it does where that is known without counting more than 10000.',
  ...itemDescriptions,
} as const;

/** Features to a page where nobody says. */
const usualLimit = 1000;

/** Features to a page at most. */
const mostItems = 10_000;

const crs = z
  .string()
  .transform((uri, context): CoordinateSystem => {
    const system = coordinateSystem(uri);
    if (system !== undefined) return system;
    context.addIssue({ code: 'custom', message: `must be one of ${crsUris.join(', ')}.` });
    return z.NEVER;
  })
  .optional()
  .transform((system = 'CRS84') => system)
  .meta({ enum: crsUris, format: 'uri', otherwise: crsUris[0] });

const limit = z
  .string()
  .refine(
    (text) => /^0*[1-9]\d*$/.test(text),
    `must be a whole number from 1 to ${readable(mostItems)}.`,
  )
  .optional()
  .transform((text) => (text === undefined ? usualLimit : Math.min(Number(text), mostItems)))
  .meta({ type: 'integer', minimum: 1, maximum: mostItems, otherwise: usualLimit });

/** The rules of the parameters of one feature, but of `format`, which the chain looks at. */
export const itemParameters = z.object({ crs, properties: listOf(decodedName), indent });

/** The rules of the parameters of features. */
export const itemsParameters = itemParameters
  .extend({
    bbox: boxNumbers,
    'bbox-crs': crs,
    datetime,
    type: geometryType,
    limit,
    cursor: itemCursor,
    count: oneOf(['none', 'exact']),
  })
  .superRefine(({ bbox, 'bbox-crs': boxCrs }, context) => {
    if (bbox === undefined) return;
    for (const message of boxProblems(boxIn(bbox, boxCrs))) {
      context.addIssue({ code: 'custom', path: ['bbox'], message });
    }
  });

/** The parameters of features, read. */
export type ItemsParameters = z.output<typeof itemsParameters>;
