import type { DataApi } from '../../../../lib/data-api/client.ts';
import type { CompiledGraph } from '../../../../lib/model/graphs/compiled-graph.ts';
import { findModelsByName } from '../../../../lib/model/graphs/node-names.ts';
import { CommandError } from '../../command-error.ts';
import { graphNotFoundError } from '../../unknown-name-errors.ts';

/**
 * Finds the model of a table by its slug, name or id.
 * @throws CommandError if there is none, or several
 */
export async function findTableGraph(
  name: string,
  graphs: Iterable<CompiledGraph>,
  dataApi: DataApi,
): Promise<CompiledGraph> {
  const [graph, another] = findModelsByName(graphs, name);
  if (graph === undefined) throw await graphNotFoundError(dataApi, name);
  if (another === undefined) return graph;
  const message = `Several models are called ${name}. Write the id of one.`;
  throw new CommandError('ambiguous_graph', message);
}
