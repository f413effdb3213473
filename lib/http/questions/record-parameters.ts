import { isUuid, parseResourceId } from '../../model/ids.ts';
import type { Place, RecordCondition } from '../../model/questions/question.ts';
import { readCondition } from '../../model/questions/value-syntax.ts';
import type { WrittenQuestion } from '../../model/questions/written-question.ts';
import { boundingBoxParameter } from '../geojson/bounding-box.ts';
import type { SentCondition } from './sent-conditions.ts';

/** Reports what is wrong with a parameter. */
export type Report = (parameter: string, message: string) => undefined;

/** The largest distance: half of the way around the earth. */
const maxMetres = 20_037_508;

const record = (condition: RecordCondition): WrittenQuestion => ({ kind: 'record', condition });

/** Separates the sign `!` from a value. */
export function readSign(value: string): { readonly isNegated: boolean; readonly text: string } {
  const isNegated = value.startsWith('!');
  return { isNegated, text: (isNegated ? value.slice(1) : value).trim() };
}

/**
 * Reads a condition that is about no node: `period`, `near`, `within`, `bbox`, `ids` or `changed`.
 * @rule Searching by values: How are period, place, ids and changes written in parameters?
 * @returns undefined if it was reported
 */
export function readRecordCondition(
  { parameter, value }: SentCondition,
  report: Report,
): WrittenQuestion | undefined {
  const { isNegated, text } = readSign(value);
  const condition = readers[parameter]?.(text, (message) => report(parameter, message));
  return condition && isNegated ? { kind: 'not', part: condition } : condition;
}

type Reader = (text: string, report: (message: string) => undefined) => WrittenQuestion | undefined;

const readers: Readonly<Record<string, Reader>> = {
  period: (text) => {
    const condition = readCondition(text);
    return condition && { kind: 'period', parameter: 'period', test: condition.test };
  },
  near: (text, report) => {
    const numbers = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
    const [longitude = NaN, latitude = NaN, metres = NaN] = numbers;
    const isValid =
      numbers.length === 3 &&
      Math.abs(longitude) <= 180 &&
      Math.abs(latitude) <= 90 &&
      metres >= 0 &&
      metres <= maxMetres;
    return isValid
      ? place({
          area: {
            kind: 'geometries',
            geometries: [JSON.stringify({ type: 'Point', coordinates: [longitude, latitude] })],
          },
          metres,
        })
      : report(
          'must be a longitude, a latitude and a distance in metres, such as -1.826,51.179,2000.',
        );
  },
  within: (text, report) =>
    isUuid(text)
      ? place({ area: { kind: 'resource', resourceId: parseResourceId(text) }, metres: 0 })
      : report('must be the id of a resource instance with an area.'),
  bbox: (text, report) => {
    const parsed = boundingBoxParameter.safeParse(text);
    if (!parsed.success || parsed.data === undefined) {
      return report(parsed.error?.issues[0]?.message ?? 'must be a box.');
    }
    const { west, south, east, north } = parsed.data;
    const polygon = (from: number, to: number): string =>
      JSON.stringify({
        type: 'Polygon',
        coordinates: [
          [
            [from, south],
            [to, south],
            [to, north],
            [from, north],
            [from, south],
          ],
        ],
      });
    const geometries =
      west > east ? [polygon(west, 180), polygon(-180, east)] : [polygon(west, east)];
    return place({ area: { kind: 'geometries', geometries }, metres: 0 });
  },
  ids: (text, report) => {
    const ids = text.split(',').map((id) => id.trim());
    return ids.every(isUuid)
      ? record({ kind: 'ids', ids: ids.map(parseResourceId) })
      : report('must be ids of resource instances with commas between them.');
  },
  changed: (text, report) => {
    const test = readCondition(text)?.test;
    if (test?.kind === 'range') {
      const [from, to] = [readTime(test.from, 'first'), readTime(test.to, 'last')];
      if (from !== undefined && to !== undefined) return record({ kind: 'changed', from, to });
    }
    if (test?.kind === 'values' && test.values.length === 1) {
      const [from, to] = (['first', 'last'] as const).map((side) =>
        readTime(test.values[0]?.text ?? '', side),
      );
      if (from !== undefined && to !== undefined) return record({ kind: 'changed', from, to });
    }
    return report('must be a day, a time, or a range of them, such as 2026-11-01...');
  },
};

const place = (where: Place): WrittenQuestion =>
  record({ kind: 'place', place: where, isOutside: false });

/** A limit of a range of times: a day stands for its first or last moment. @returns undefined if it is none; null for no limit */
function readTime(text: string | null, side: 'first' | 'last'): string | null | undefined {
  if (text === null) return null;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const time = new Date(
    isDay ? `${text}T${side === 'first' ? '00:00:00' : '23:59:59.999'}Z` : text,
  );
  const isTime =
    isDay || /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/.test(text);
  return isTime && !Number.isNaN(time.getTime()) ? time.toISOString() : undefined;
}
