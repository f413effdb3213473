import * as z from 'zod';

import { asList, isObject } from '../../model/datatypes/values/json-values.ts';
import { filterLimits } from '../../model/filters/limits.ts';
import { readGeometry } from '../../model/filters/geometry.ts';
import { isUuid } from '../../model/ids.ts';
import type {
  SentModels,
  SentPlace,
  SentProvisional,
  SentTerm,
  SentTime,
} from '../../model/former-search/search-request.ts';
import { isDate } from '../../model/questions/dates.ts';
import { refuse } from './json-parameter.ts';

const maxTerms = 100;
/** The widest buffer in metres. */
const maxMetres = 100_000;
const feetPerMetre = 3.28084;

const inverted = z
  .unknown()
  .optional()
  .transform((value) => value === true || value === 'true');
const termSchema = z.object({
  type: z.string().default('string'),
  value: z.union([z.string(), z.number()]).nullish(),
  nodegroupid: z.string().nullish(),
  inverted,
});
const modelSchema = z.object({ graphid: z.string().nullish(), inverted });
const provisionalSchema = z.object({ provisionaltype: z.string(), inverted });
const dateText = z
  .string()
  .nullish()
  .transform((text) => (text ?? '').trim() || null);
const timeSchema = z.object({
  fromDate: dateText,
  toDate: dateText,
  dateNodeId: dateText,
  inverted,
});

function parseItems<Item>(name: string, value: unknown, schema: z.ZodType<Item>): readonly Item[] {
  const { success, data, error } = z.array(schema).safeParse(asList(value));
  if (success) return data;
  const [issue] = error.issues;
  return refuse(name, `item ${Number(issue?.path[0] ?? 0) + 1}: ${issue?.message ?? ''}.`);
}

/** Reads `term-filter`. @throws InvalidInput */
export function readTerms(value: unknown): readonly SentTerm[] {
  const terms = parseItems('term-filter', value, termSchema);
  if (terms.length > maxTerms) refuse('term-filter', `has more than ${maxTerms} terms.`);
  return terms.flatMap(({ type, value: text, nodegroupid, inverted: isInverted }) => {
    const trimmed = String(text ?? '').trim();
    const kind = type === 'concept' || type === 'term' ? type : 'string';
    const nodegroupId = typeof nodegroupid === 'string' && isUuid(nodegroupid) ? nodegroupid : null;
    return trimmed === '' ? [] : [{ kind, value: trimmed, nodegroupId, isInverted } as const];
  });
}

/** Reads `resource-type-filter`. The last entry says whether it is inverted. @throws InvalidInput */
export function readModels(value: unknown): SentModels | null {
  const models = parseItems('resource-type-filter', value, modelSchema);
  const graphIds = models.flatMap(({ graphid }) => ((graphid ?? '') ? [String(graphid)] : []));
  if (graphIds.length === 0) return null;
  return {
    graphIds: graphIds.filter(isUuid).map((id) => id.toLowerCase()),
    isInverted: models.at(-1)?.inverted === true,
  };
}

/** Reads `provisional-filter`. @throws InvalidInput */
export function readProvisional(value: unknown): SentProvisional | null {
  const [filter] = parseItems('provisional-filter', value, provisionalSchema);
  if (filter === undefined) return null;
  return { isProposed: filter.provisionaltype === 'Provisional', isInverted: filter.inverted };
}

/** Reads `time-filter`. Without both dates it is none; dates in the wrong order are swapped. @throws InvalidInput */
export function readTime(value: unknown): SentTime | null {
  const [filter] = parseItems('time-filter', value, timeSchema);
  if (filter === undefined || (filter.fromDate === null && filter.toDate === null)) return null;
  const { fromDate, toDate, dateNodeId: nodeId, inverted: isInverted } = filter;
  for (const date of [fromDate, toDate]) {
    if (date === null || isDate(date)) continue;
    refuse('time-filter', `${JSON.stringify(date)} must be a date, such as 1850-03-01 or -0500.`);
  }
  return { from: fromDate, to: toDate, nodeId: nodeId?.toLowerCase() ?? null, isInverted };
}

/** Reads `map-filter`: its first feature. @throws InvalidInput */
export function readPlace(value: unknown): SentPlace | null {
  if (!isObject(value)) return null;
  const [feature] = asList(value['features']);
  if (!isObject(feature) || !isObject(feature['geometry'])) return null;
  const properties = isObject(feature['properties']) ? feature['properties'] : {};
  let positions = 0;
  const geometry = readGeometry(
    feature['geometry'],
    (message) => refuse('map-filter', message),
    () => {
      positions += 1;
      if (positions <= filterLimits.positions) return;
      refuse('map-filter', `has more than ${filterLimits.positions} positions. Simplify it.`);
    },
  );
  return {
    geometry,
    metres: readBuffer(properties['buffer']),
    isInverted: properties['inverted'] === true || properties['inverted'] === 'true',
  };
}

function readBuffer(value: unknown): number {
  const { width, unit } = isObject(value) ? value : {};
  const number = Number(width ?? 0);
  if (!(number > 0)) return 0;
  if (unit !== undefined && unit !== null && unit !== '' && unit !== 'm' && unit !== 'ft') {
    refuse('map-filter', 'the unit of a buffer must be m or ft.');
  }
  return Math.min(maxMetres, unit === 'ft' ? number / feetPerMetre : number);
}
