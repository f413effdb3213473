import { isObject } from '../../../../../lib/model/datatypes/values/json-values.ts';

// What cql2 0.6.0 does other than the standard says.

/**
 * Why the library cannot judge a filter: it reads no empty list in text, no number beyond 64 bits, and no word of the grammar as a name in
 * its own text.
 */
export function isBeyondJudge(json: unknown): boolean {
  if (Array.isArray(json)) return json.length === 0 || json.some(isBeyondJudge);
  if (!isObject(json)) return typeof json === 'number' && !Number.isFinite(json);
  if (json['op'] !== undefined && isEmptyList(json['args'])) return false;
  return Object.values(json).some(isBeyondJudge);
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Whether the library writes the filter in text that it cannot read itself: `div(a, b)`, and words of the grammar as bare names. */
export function isWrittenWrong(text: string): boolean {
  return /\bdiv\(|(?<!")\b(?:and)\b(?!")/.test(text);
}

/**
 * A filter without the differences that the library makes no difference of: `a AND (b AND c)` is one AND, times have no zeros at their end,
 * and
 * `('a')` in text can be a list or its value, except after IN. The last digits of numbers in JSON are lost.
 */
export function simplify(json: unknown): unknown {
  if (Array.isArray(json)) {
    const items = json.map(simplify);
    return items.length === 1 ? items[0] : items;
  }
  if (typeof json === 'number') return Number(json.toPrecision(14));
  if (!isObject(json)) {
    return typeof json === 'string' && /^\d{4}-\d\d-\d\dT[\d:]+\.\d+Z$/.test(json)
      ? json.replace(/\.?0*Z$/, 'Z')
      : json;
  }
  const { op, args } = json;
  if (typeof op !== 'string' || !Array.isArray(args)) {
    return 'coordinates' in json || 'geometries' in json || 'bbox' in json
      ? json
      : Object.fromEntries(
          Object.entries(json).map(([key, value]) => [
            key,
            Array.isArray(value) ? value.map(simplify) : simplify(value),
          ]),
        );
  }
  if (op === 'in') {
    const [value, items] = args;
    return { op, args: [simplify(value), Array.isArray(items) ? items.map(simplify) : items] };
  }
  const operands = args.map(simplify);
  return { op, args: op === 'and' || op === 'or' ? operands.flatMap(flattened(op)) : operands };
}

const flattened =
  (op: string) =>
  (operand: unknown): readonly unknown[] =>
    isObject(operand) && operand['op'] === op && Array.isArray(operand['args'])
      ? operand['args']
      : [operand];
