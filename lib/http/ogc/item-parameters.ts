import * as z from 'zod';

import type { CoordinateSystem } from '../../model/geojson/coordinate-systems.ts';
import { parseCrsUri, crsUris } from '../../model/ogc/crs-uris.ts';
import { boxDescription, boxCoordinates, boxErrors } from '../geojson/bounding-box.ts';
import { decodeName, commaSeparatedList } from '../geojson/feature-parameters.ts';
import { geometryType, geometryTypeDescription } from '../geojson/geometry-type.ts';
import { format, indent, oneOf, formatNumber, time } from '../parameters/parameter-types.ts';
import { boxInDegrees } from './box-in-degrees.ts';
import { itemCursor } from './item-cursor.ts';

const isOpen = (end: string): boolean => end === '' || end === '..';

function millisecondsOf(end: string): number {
  const { success, data } = time.safeParse(end);
  return success && data !== undefined ? Date.parse(data) : Number.NaN;
}

/** Whether a text is an instant, or an interval that ends after it begins and is open at one end at most. */
function isDatetime(text: string): boolean {
  const ends = text.split('/');
  const [from = '', to] = ends;
  if (to === undefined) return !Number.isNaN(millisecondsOf(from));
  if (ends.length > 2 || (isOpen(from) && isOpen(to))) return false;
  const times = ends.filter((end) => !isOpen(end)).map(millisecondsOf);
  const [first = Number.NaN, last = first] = times;
  return first <= last;
}

/** `datetime` (OGC API Features part 1, section 7.15.4): an RFC 3339 time, or an interval that may be open at one end (`..` or nothing). */
const datetime = z
  .string()
  .refine(
    isDatetime,
    'must be a time such as 2026-01-31T09:00:00Z, or an interval such as 2026-01-31T09:00:00Z/.. of which one end may be open.',
  )
  .meta({ type: 'string', minLength: 1 })
  .optional();

const crsMeaning = `the URI of a coordinate reference system: ${crsUris.join(', ')}`;

const usualLimit = 1000;

const mostItems = 10_000;

const crs = z
  .string()
  .transform((uri, context): CoordinateSystem => {
    const system = parseCrsUri(uri);
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
    `must be a whole number from 1 to ${formatNumber(mostItems)}.`,
  )
  .optional()
  .transform((text) => (text === undefined ? usualLimit : Math.min(Number(text), mostItems)))
  .meta({ type: 'integer', minimum: 1, maximum: mostItems, otherwise: usualLimit });

export const itemParameters = z.object({
  crs: crs.describe(
    `In which coordinates are written; ${crsMeaning}. The first where it is left out.`,
  ),
  properties: commaSeparatedList(decodeName).describe(
    'Only these columns, besides the ids that are always there: names separated by commas; a comma in a name is written %2C, a percent sign %25.',
  ),
  indent,
  format: format('geojson, the only one.'),
});

export const itemsParameters = z
  .object({
    bbox: boxCoordinates.describe(
      `Only features that meet this box: the least and the greatest coordinates, four numbers, or six with heights, which are not looked at. ${boxDescription}`,
    ),
    'bbox-crs': crs.describe(
      `In which the box is written; ${crsMeaning}. The first where it is left out.`,
    ),
    datetime: datetime.describe(
      'An instant, or an interval such as 2020-01-01T00:00:00Z/.. (RFC 3339). No feature has a time, so every one matches.',
    ),
    type: geometryType.describe(geometryTypeDescription),
    limit: limit.describe(
      'How many features at most, 1 to 10000; more is taken for 10000. There may be fewer, and a next page all the same.',
    ),
    cursor: itemCursor.describe('Goes on behind a page: the value is in its link to the next.'),
    count: oneOf(['none', 'exact']).describe(
      'exact: numberMatched tells how many features there are on all pages, however many. With none it does where that is known without counting more than 10000.',
    ),
    ...itemParameters.shape,
  })
  .superRefine(({ bbox, 'bbox-crs': boxCrs }, context) => {
    if (bbox === undefined) return;
    for (const message of boxErrors(boxInDegrees(bbox, boxCrs))) {
      context.addIssue({ code: 'custom', path: ['bbox'], message });
    }
  });

export type ItemsParameters = z.output<typeof itemsParameters>;
