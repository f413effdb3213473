import { valueKey } from '../../../../lib/model/change/compare-values.ts';
import type { FileProblem } from '../import-report.ts';
import type { RecordLocation } from './account-records.ts';

/**
 * Takes accounts or groups once that the files repeat word for word.
 * @param nameOf the name of one
 * @returns those that remain, and a warning for each other
 */
export function removeRepeatedRecords<Item extends RecordLocation>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): { readonly distinct: readonly Item[]; readonly problems: readonly FileProblem[] } {
  const seen = new Set<string>();
  const distinct: Item[] = [];
  const problems: FileProblem[] = [];
  for (const item of items) {
    const { file, pointer, ...entry } = item;
    const key = valueKey(entry);
    if (seen.has(key)) {
      const message = 'The record stands before, word for word: it is taken once.';
      const problem = { severity: 'warning', code: 'repeated_record', message } as const;
      problems.push({ ...problem, file, pointer, record: nameOf(item) });
    } else distinct.push(item);
    seen.add(key);
  }
  return { distinct, problems };
}
