import { isObject } from '../../model/datatypes/values/json-values.ts';
import { fillColumns, graphColumns, type GraphColumns, type GraphRow } from './graph-columns.ts';
import { contextText } from './graph-file.ts';

const unlisted: ReadonlySet<string> = new Set([
  'config',
  'is_editable',
  'jsonldcontext',
  'resource_2_resource_constraints',
]);

/** The columns of a model in a list of models, but for its JSON-LD context, which is a text here. */
export const graphListColumns: GraphColumns = Object.fromEntries(
  Object.entries(graphColumns).filter(([name]) => !unlisted.has(name)),
);

/** How many rows of a kind a model has, as far as the caller may read them. */
export const countedKinds = ['nodes', 'edges', 'nodegroups', 'cards'] as const;

/**
 * Models as clients of the platform list them: {models}, by id.
 * @param items the JSON text of the row of each, with its counts
 * @param language of texts that a model was read with as plain texts
 */
export function graphListDocument(items: readonly string[], language: string): GraphRow {
  const models = items.map((item): readonly [string, GraphRow] => {
    const row: unknown = JSON.parse(item);
    const found = isObject(row) ? row : {};
    const listed = {
      ...fillColumns(found, graphListColumns, language),
      jsonldcontext: contextText(found['jsonldcontext']),
      ...Object.fromEntries(countedKinds.map((kind) => [kind, found[kind]])),
    };
    return [String(found['graphid']), listed];
  });
  return { models: Object.fromEntries(models) };
}
