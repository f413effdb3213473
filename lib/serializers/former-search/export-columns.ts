import { pickText } from '../../model/pick-language.ts';
import type { Question } from '../../model/questions/question.ts';
import type { ExportedNode } from '../../queries/former-search/exported-nodes.ts';

/** A node with the name of its column. */
export type ExportColumn = { readonly name: string; readonly node: ExportedNode };

/** The column that identifies the resource instance. */
export const idColumn = 'resourceid';

/**
 * Names the columns of an export after their nodes. Within a model, a name that is taken gets the first free number; nodes of several models
 * with one name share a column.
 * @rule Searching by values: What are the columns of the reference platform's exports called?
 */
export function nameColumns(
  nodes: readonly ExportedNode[],
  languages: readonly string[],
): readonly ExportColumn[] {
  const takenByGraph = new Map<string, Set<string>>();
  return nodes.map((node) => {
    const taken = takenByGraph.get(node.graphId) ?? new Set([idColumn]);
    takenByGraph.set(node.graphId, taken);
    const name = firstFree(pickText(node.name, languages) ?? node.nodeId, taken);
    taken.add(name);
    return { name, node };
  });
}

function firstFree(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name} (${number})`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** The names of the columns of the models that a question searches, each once. */
export function namesOfColumns(
  columns: readonly ExportColumn[],
  question: Question,
): readonly string[] {
  const ofAllModels = question.some(({ graphIds }) => graphIds === null);
  const graphIds = new Set(question.flatMap((part) => part.graphIds ?? []));
  return [
    ...new Set(
      columns
        .filter(({ node }) => ofAllModels || graphIds.has(node.graphId))
        .map(({ name }) => name),
    ),
  ];
}
