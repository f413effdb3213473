import * as z from 'zod';

import * as descriptions from '../description/descriptions.ts';
import type { CoordinateSystem } from '../../model/geojson/coordinate-systems.ts';
import { parseCrsUri, crsUris } from '../../model/ogc/crs-uris.ts';
import { boxDescription, boxCoordinatesParameter, boxErrors } from '../geojson/bounding-box.ts';
import { decodeName, commaSeparatedList } from '../geojson/feature-parameters.ts';
import { geometryTypeParameter, geometryTypeDescription } from '../geojson/geometry-type.ts';
import { indentParameter, formatNumber } from '../parameters/types/numbers.ts';
import { formatParameter, oneOf } from '../parameters/types/texts.ts';
import { timeParameter } from '../parameters/types/times.ts';
import { filterLanguages } from '../questions/filter-parameters.ts';
import { convertBoxToDegrees } from './convert-box-to-degrees.ts';
import { itemCursorParameter } from './item-cursor.ts';

/** Some clients send a day with a `T` after it. */
const withoutLoneT = (end: string): string => end.replace(/^(\d{4}-\d\d-\d\d)T$/, '$1');

const isOpenEnd = (end: string): boolean => end === '' || end === '..';

function millisecondsOf(end: string): number {
  const { success, data } = timeParameter.safeParse(end);
  return success && data !== undefined ? Date.parse(data) : Number.NaN;
}

/** Whether a value is a time, or an interval with at most one open end. An interval must not end before it begins. */
function isDatetime(datetime: string): boolean {
  const ends = datetime.split('/').map(withoutLoneT);
  const [from = '', to] = ends;
  if (to === undefined) return !Number.isNaN(millisecondsOf(from));
  if (ends.length > 2 || (isOpenEnd(from) && isOpenEnd(to))) return false;
  const times = ends.filter((end) => !isOpenEnd(end)).map(millisecondsOf);
  const [beginTime = Number.NaN, endTime = beginTime] = times;
  return beginTime <= endTime;
}

/** `datetime` (OGC API Features part 1, section 7.15.4): a time (RFC 3339), or an interval whose open end is `..` or empty. */
const datetimeParameter = z
  .string()
  .refine(
    isDatetime,
    'must be a time such as 2026-01-31T09:00:00Z, or an interval such as 2026-01-31T09:00:00Z/.. with at most one open end.',
  )
  .meta({ type: 'string', minLength: 1 })
  .optional();

const describeCrs = (subject: string): string =>
  `The coordinate reference system of the ${subject}, by its URI: ${crsUris.join(', ')}. Default: the first.`;

/** The default of `limit` in GeoJSON. An HTML page has fewer features. */
export const defaultLimit = 1000;

const maxLimit = 10_000;

const crsParameter = z
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

const itemLimitParameter = z
  .string()
  .refine(
    (text) => /^0*[1-9]\d*$/.test(text),
    `must be a whole number from 1 to ${formatNumber(maxLimit)}.`,
  )
  .optional()
  .transform((text) => (text === undefined ? undefined : Math.min(Number(text), maxLimit)))
  .meta({ type: 'integer', minimum: 1, maximum: maxLimit, otherwise: defaultLimit });

export const itemParameters = z.object({
  crs: crsParameter.describe(describeCrs('response')),
  properties: commaSeparatedList(decodeName).describe(
    `Only these columns, besides the ids, which are always included: ${descriptions.columnNames}`,
  ),
  indent: indentParameter,
  format: formatParameter('geojson; csv, a table; or html for people.'),
});

export const itemListParameters = z
  .object({
    bbox: boxCoordinatesParameter.describe(
      `Only features that intersect this box: four numbers (the minimum and the maximum coordinates), or six with heights, which are ignored. ${boxDescription}`,
    ),
    'bbox-crs': crsParameter.describe(describeCrs('box')),
    datetime: datetimeParameter.describe(
      'A time, or an interval such as 2020-01-01T00:00:00Z/.. (RFC 3339). Features have no time, so all of them match.',
    ),
    type: geometryTypeParameter.describe(geometryTypeDescription),
    limit: itemLimitParameter.describe(
      `The maximum number of features, 1 to ${maxLimit}; larger numbers count as ${maxLimit}. A page may have fewer even if there is a next page.`,
    ),
    cursor: itemCursorParameter.describe(
      'Continues after a page. The value is in its link to the next page.',
    ),
    filter: z
      .string()
      .refine((text) => text.trim() !== '', 'must not be empty. Leave it out for all features.')
      .optional()
      .describe(
        'Only features for which this condition in CQL2 is true, such as name LIKE \'Ston%\' AND "place_type" IS NOT NULL. /queryables of the collection lists the properties. Properties are parameters, too: name=Stonehenge.',
      ),
    'filter-lang': oneOf(filterLanguages).describe(
      'The language of filter. Default: cql2-text, or cql2-json if the filter begins with a brace.',
    ),
    'filter-crs': crsParameter.describe(describeCrs('geometries in filter')),
    count: oneOf(['none', 'exact']).describe(
      'exact: numberMatched has the number of features on all pages. none: numberMatched is present only if it costs little.',
    ),
    ...itemParameters.shape,
  })
  .superRefine(({ bbox, 'bbox-crs': boxCrs }, context) => {
    if (bbox === undefined) return;
    for (const message of boxErrors(convertBoxToDegrees(bbox, boxCrs))) {
      context.addIssue({ code: 'custom', path: ['bbox'], message });
    }
  });

export type ItemListParameters = z.output<typeof itemListParameters>;
