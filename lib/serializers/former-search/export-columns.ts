import { labelWithCards } from '../../model/graphs/node-widget.ts';
import { pickText } from '../../model/pick-language.ts';
import { firstFreeName } from '../../model/tables/unique-name.ts';
import type { Question } from '../../model/questions/question.ts';
import type { ExportedNode } from '../../queries/former-search/exported-nodes.ts';

/** A node with the name of its column. */
export type ExportColumn = { readonly name: string; readonly node: ExportedNode };

/** The column that identifies the resource instance. */
export const idColumn = 'resourceid';

/**
 * Names the columns of an export of the reference platform after their nodes.
 * @rule Searching by values: What are the columns of the reference platform's exports called?
 */
export function nameColumns(
  nodes: readonly ExportedNode[],
  languages: readonly string[],
): readonly ExportColumn[] {
  return nameUniquely(
    nodes.map((node) => ({ node, label: pickText(node.name, languages) ?? node.nodeId })),
  );
}

/**
 * Names the columns of a table by the labels of their nodes.
 * @rule Searching by values: What are the columns of a table called?
 */
export function labelColumns(
  nodes: readonly ExportedNode[],
  languages: readonly string[],
): readonly ExportColumn[] {
  const nodesByGraph = Map.groupBy(nodes, ({ graphId }) => graphId);
  return nameUniquely(
    [...nodesByGraph.values()].flatMap((ofGraph) => labelWithCards(ofGraph, languages)),
  );
}

type LabelledColumn = { readonly node: ExportedNode; readonly label: string };

/** Within a model, a name that is taken gets the first free number; nodes of several models with one name share a column. */
function nameUniquely(columns: readonly LabelledColumn[]): readonly ExportColumn[] {
  const takenByGraph = new Map<string, Set<string>>();
  return columns.map(({ node, label }) => {
    const taken = takenByGraph.get(node.graphId) ?? new Set([idColumn]);
    takenByGraph.set(node.graphId, taken);
    const name = firstFreeName(label, (candidate) => taken.has(candidate));
    taken.add(name);
    return { name, node };
  });
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
