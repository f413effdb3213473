import { valueKey } from '../../../../lib/model/change/compare-values.ts';
import { importWarning, type FileProblem } from '../import-problems.ts';
import type { RecordLocation } from './account-records.ts';

/**
 * Removes accounts or groups that equal an earlier one.
 * @param getName returns the name of an account or group, for the warning about it
 */
export function removeRepeatedRecords<Item extends RecordLocation>(
  items: readonly Item[],
  getName: (item: Item) => string,
): { readonly distinct: readonly Item[]; readonly problems: readonly FileProblem[] } {
  const keys = new Set<string>();
  const distinct: Item[] = [];
  const problems: FileProblem[] = [];
  for (const item of items) {
    const { file, pointer, ...entry } = item;
    const key = valueKey(entry);
    if (keys.has(key)) {
      const message = 'The record equals an earlier one. It is imported once.';
      const location = { pointer, record: getName(item) };
      problems.push({ ...importWarning('repeated_record', message, location), file });
    } else distinct.push(item);
    keys.add(key);
  }
  return { distinct, problems };
}
