import { valueKey } from '../../../../lib/model/change/compare-values.ts';
import { importWarning, type FileProblem } from '../import-problems.ts';
import type { RecordLocation } from './account-records.ts';

/**
 * Removes accounts or groups that the files repeat word for word.
 * @param nameOf returns the name of an account or group, for its warning
 */
export function removeRepeatedRecords<Item extends RecordLocation>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): { readonly distinct: readonly Item[]; readonly problems: readonly FileProblem[] } {
  const keys = new Set<string>();
  const distinct: Item[] = [];
  const problems: FileProblem[] = [];
  for (const item of items) {
    const { file, pointer, ...entry } = item;
    const key = valueKey(entry);
    if (keys.has(key)) {
      const message = 'The same record comes before, word for word: it is imported once.';
      const at = { pointer, record: nameOf(item) };
      problems.push({ ...importWarning('repeated_record', message, at), file });
    } else distinct.push(item);
    keys.add(key);
  }
  return { distinct, problems };
}
