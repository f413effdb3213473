import { pickText } from '../../model/pick-language.ts';
import type { ReadableNodes } from '../../queries/nodes/nodes.ts';
import { fillColumns, nodeColumns, type GraphRow } from '../graphs/graph-columns.ts';
import { localizeText } from '../graphs/localize-graph.ts';
import { createUnreadableCheck, removeUnreadable } from '../graphs/remove-unreadable.ts';

/**
 * The rows of nodes as existing clients know them. Configurations lose what they say of what the caller may not read; the names
 * of a node and of its model are one text.
 * @param languages tags, most wanted first; end with the project's default language
 */
export function nodeListDocument(
  { nodes, unreadableIds }: ReadableNodes,
  languages: readonly string[],
): readonly GraphRow[] {
  const namesUnreadable = createUnreadableCheck(new Set(unreadableIds));
  return nodes.map(({ resourcemodelname, ...columns }) => {
    const row = removeUnreadable(columns, namesUnreadable);
    return {
      ...fillColumns(row, nodeColumns, languages.at(-1) ?? ''),
      name: localizeText(row['name'], languages),
      resourcemodelname: pickText(resourcemodelname, languages),
    };
  });
}
