import { isUuid, parseResourceId } from '../../model/ids.ts';
import { readChanged } from '../../model/questions/changed-times.ts';
import { placeNear, placeNearGridSquare, placeOfBox } from '../../model/questions/places.ts';
import type { Place, RecordCondition } from '../../model/questions/question.ts';
import { readCondition } from '../../model/questions/value-syntax.ts';
import type { WrittenQuestion } from '../../model/questions/written-question.ts';
import { boundingBoxParameter } from '../geojson/bounding-box.ts';
import type { ConditionSettings } from './question-reader.ts';
import type { SentCondition } from './sent-conditions.ts';

/** Reports what is wrong with a parameter. */
export type Report = (parameter: string, message: string) => undefined;

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
  settings: ConditionSettings,
): WrittenQuestion | undefined {
  const { isNegated, text } = readSign(value);
  const condition = readers[parameter]?.(text, (message) => report(parameter, message), settings);
  return condition && isNegated ? { kind: 'not', part: condition } : condition;
}

type Reader = (
  text: string,
  report: (message: string) => undefined,
  settings: ConditionSettings,
) => WrittenQuestion | undefined;

const readers: Readonly<Record<string, Reader>> = {
  period: (text) => {
    const condition = readCondition(text);
    return condition && { kind: 'period', parameter: 'period', test: condition.test };
  },
  near: (text, report, { areGridReferencesRead }: ConditionSettings) => {
    const parts = text.split(',');
    const near =
      placeNear(parts) ?? (areGridReferencesRead ? placeNearGridSquare(parts) : undefined);
    if (near !== undefined) return place(near);
    const advice = areGridReferencesRead
      ? ', or a reference of the British National Grid or the Military Grid Reference System and a distance, such as SU 123 422,2000'
      : '';
    return report(
      `must be a longitude, a latitude and a distance in metres, such as -1.826,51.179,2000${advice}.`,
    );
  },
  within: (text, report) =>
    isUuid(text)
      ? place({
          area: { kind: 'resource', resourceId: parseResourceId(text) },
          metres: 0,
          relation: 'intersects',
        })
      : report('must be the id of a resource instance with an area.'),
  bbox: (text, report) => {
    const parsed = boundingBoxParameter.safeParse(text);
    if (!parsed.success || parsed.data === undefined) {
      return report(parsed.error?.issues[0]?.message ?? 'must be a box.');
    }
    return place(placeOfBox(parsed.data));
  },
  ids: (text, report) => {
    const ids = text.split(',').map((id) => id.trim());
    return ids.every(isUuid)
      ? record({ kind: 'ids', ids: ids.map(parseResourceId) })
      : report('must be ids of resource instances with commas between them.');
  },
  changed: (text, report) => {
    const times = readChanged(text);
    return times === undefined
      ? report('must be a day, a time, or a range of them, such as 2026-11-01...')
      : record({ kind: 'changed', ...times });
  },
};

const place = (where: Place): WrittenQuestion =>
  record({ kind: 'place', place: where, nodes: null, isOutside: false });
