import { isObject } from '../../model/datatypes/values/json-values.ts';
import { fillColumns, graphColumns, type GraphColumns, type GraphRow } from './graph-columns.ts';
import { contextText } from './graph-file.ts';

const unlistedColumns: ReadonlySet<string> = new Set([
  'config',
  'is_editable',
  'jsonldcontext',
  'resource_2_resource_constraints',
]);

/** The columns of a model in a list. Its JSON-LD context is added separately, as a string. */
export const graphListColumns: GraphColumns = Object.fromEntries(
  Object.entries(graphColumns).filter(([name]) => !unlistedColumns.has(name)),
);

/** The kinds of rows for which the list states the number of readable rows. */
export const countedKinds = ['nodes', 'edges', 'nodegroups', 'cards'] as const;

/**
 * Creates the document {models} of Arches, with models by id.
 * @param items the rows as JSON strings, with their counts
 * @param language the language of plain texts
 */
export function graphListDocument(items: readonly string[], language: string): GraphRow {
  const models = items.map((item): readonly [string, GraphRow] => {
    const row: unknown = JSON.parse(item);
    const source = isObject(row) ? row : {};
    const listEntry = {
      ...fillColumns(source, graphListColumns, language),
      jsonldcontext: contextText(source['jsonldcontext']),
      ...Object.fromEntries(countedKinds.map((kind) => [kind, source[kind]])),
    };
    return [String(source['graphid']), listEntry];
  });
  return { models: Object.fromEntries(models) };
}
