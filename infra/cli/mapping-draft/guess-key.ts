import type { TableSample } from './sample-table.ts';

const keyWords =
  /(^|[^a-z])(id|ref|reference|no|nr|number|num|code|key|uid|uuid|primary)([^a-z]|$)|ref$|id$/i;

/**
 * Finds the columns that may identify a record: each row has a value of its own. Those that are called so come first.
 * @param sample of a table
 */
export function guessKeys({ table, texts }: TableSample): readonly string[] {
  const unique = table.headings.filter((_, index) => {
    const values = texts[index] ?? [];
    return values.length > 0 && !values.includes('') && new Set(values).size === values.length;
  });
  return unique.toSorted((one, other) => Number(keyWords.test(other)) - Number(keyWords.test(one)));
}
