import { pickText, type PreferredLanguages } from '../../model/pick-language.ts';
import type { ReadableNodes } from '../../queries/nodes/nodes.ts';
import { fillColumns, nodeColumns, type GraphRow } from '../graphs/graph-columns.ts';
import { localizeText } from '../graphs/localize-graph.ts';
import { createUnreadableCheck, removeUnreadable } from '../graphs/remove-unreadable.ts';

/**
 * Creates the list of nodes with the columns of Arches, without unreadable ids in configurations. Names of nodes and
 * models are in one language.
 * @param defaultLanguage the language of texts that state none
 */
export function nodeListDocument(
  { nodes, unreadableIds }: ReadableNodes,
  languages: PreferredLanguages,
  defaultLanguage: string,
): readonly GraphRow[] {
  const mentionsUnreadable = createUnreadableCheck(new Set(unreadableIds));
  return nodes.map(({ resourcemodelname, ...columns }) => {
    const row = removeUnreadable(columns, mentionsUnreadable);
    return {
      ...fillColumns(row, nodeColumns, defaultLanguage),
      name: localizeText(row['name'], languages),
      resourcemodelname: pickText(resourcemodelname, languages),
    };
  });
}
