import type { Words } from '../words/words.ts';

const names = [
  'advanced-search',
  'term-filter',
  'map-filter',
  'resource-type-filter',
  'time-filter',
  'provisional-filter',
  'language',
] as const;

const findName = (name: string): (typeof names)[number] | undefined =>
  names.find((known) => known === name);

/** Whether a parameter is a condition of the reference platform. */
export const isFormerCondition = (name: string): boolean => findName(name) !== undefined;

/** Words for a condition of the reference platform; undefined for any other. */
export function formerConditionName(name: string, words: Words): string | undefined {
  const known = findName(name);
  return known && words.text(`former-search.${known}`);
}
