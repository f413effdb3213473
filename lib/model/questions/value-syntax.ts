import type { DateRelation } from './question.ts';

/** A value of a condition as it is written: a text, which is compared whole if it is in quotation marks. */
export type WrittenValue = { readonly text: string; readonly isQuoted: boolean };

/** What a value must be, as it is written. */
export type WrittenTest =
  | { readonly kind: 'any' }
  | { readonly kind: 'values'; readonly values: readonly WrittenValue[] }
  | {
      readonly kind: 'range';
      /** Null for no limit. */
      readonly from: string | null;
      readonly to: string | null;
      readonly includesLimits: boolean;
    }
  /** A text is like a pattern, or a value of another datatype one of these values. */
  | {
      readonly kind: 'patterns';
      readonly patterns: readonly string[];
      readonly foldsCase: boolean;
      readonly foldsAccents: boolean;
      /** The patterns as values; undefined if one has a wildcard. */
      readonly values: readonly string[] | undefined;
    }
  /** The days of a date lie so to those of another one. */
  | {
      readonly kind: 'dates';
      readonly dates: readonly string[];
      readonly relation: DateRelation;
    };

/** A condition as it is written in a parameter. */
export type WrittenCondition = { readonly isNegated: boolean; readonly test: WrittenTest };

/**
 * Reads a condition: `a,b` is any of the values (a comma within one is written %2C), `a..b` a range with its limits, `>a` and `<a` a range
 * without, `*` any value; `!` before these means that no value is so. A value in quotation marks is compared whole.
 * @rule Searching by values: How is a condition written in a parameter?
 * @returns undefined for an empty text, which is no condition
 */
export function readCondition(parameter: string): WrittenCondition | undefined {
  const text = parameter.trim();
  if (text === '') return undefined;
  const isNegated = text.startsWith('!');
  const test = readTest((isNegated ? text.slice(1) : text).trim());
  return test && { isNegated, test };
}

function readTest(text: string): WrittenTest | undefined {
  if (text === '') return undefined;
  if (text === '*') return { kind: 'any' };
  if (text.startsWith('>')) {
    return { kind: 'range', from: text.slice(1).trim(), to: null, includesLimits: false };
  }
  if (text.startsWith('<')) {
    return { kind: 'range', from: null, to: text.slice(1).trim(), includesLimits: false };
  }
  const middle = text.startsWith('"') ? -1 : text.indexOf('..');
  if (middle >= 0) {
    const [from, to] = [text.slice(0, middle).trim(), text.slice(middle + 2).trim()];
    return { kind: 'range', from: from || null, to: to || null, includesLimits: true };
  }
  return { kind: 'values', values: splitValues(text) };
}

/** Splits a list at its commas, except for those in quotation marks. */
function splitValues(text: string): readonly WrittenValue[] {
  return [...text.matchAll(/"(?<quoted>[^"]*)"|(?<plain>[^",]+)/g)].flatMap(({ groups = {} }) => {
    const quoted = groups['quoted'];
    const written = (quoted ?? groups['plain'] ?? '').replaceAll(/%2c/gi, ',').trim();
    return written === '' ? [] : [{ text: written, isQuoted: quoted !== undefined }];
  });
}

/**
 * Writes a text as the value of a condition that compares it whole.
 * @returns undefined for a text that cannot be written: with quotation marks, or with `%2C`
 */
export const quoteText = (text: string): string | undefined =>
  /"|%2c/i.test(text) || text.trim() === '' ? undefined : `"${text}"`;
