import { pickText } from '../../model/pick-language.ts';
import type { FoundNodes } from '../../queries/nodes/nodes.ts';
import { completed, nodeColumns, type Row } from '../graphs/columns.ts';
import { inLanguageOf } from '../graphs/in-one-language.ts';
import { namesAnyOf, withoutUnreadable } from '../graphs/without-unreadable.ts';

/**
 * The rows of nodes as existing clients know them. Configurations lose what they say of what the caller may not read; the names
 * of a node and of its model are one text.
 * @param languages tags, most wanted first; end with the project's default language
 */
export function nodeRows(
  { nodes, unreadableIds }: FoundNodes,
  languages: readonly string[],
): readonly Row[] {
  const namesUnreadable = namesAnyOf(new Set(unreadableIds));
  return nodes.map(({ resourcemodelname, ...columns }) => {
    const row = withoutUnreadable(columns, namesUnreadable);
    return {
      ...completed(row, nodeColumns, languages.at(-1) ?? ''),
      name: inLanguageOf(row['name'], languages),
      resourcemodelname: pickText(resourcemodelname, languages),
    };
  });
}
