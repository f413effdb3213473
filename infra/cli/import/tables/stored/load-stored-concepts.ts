import { datatypeOf } from '../../../../../lib/model/datatypes/registry.ts';
import { asList } from '../../../../../lib/model/datatypes/values/json-values.ts';
import type { CompiledGraph } from '../../../../../lib/model/graphs/compiled-graph.ts';
import type { ConceptLookup } from '../../csv/concept-lookup.ts';
import type { StoredTileValues } from '../../resources/queries/stored-records.ts';

/** Loads the concepts of stored values, so that values of tables can be compared with them. */
export async function loadStoredConcepts(
  tiles: readonly StoredTileValues[],
  { nodes }: CompiledGraph,
  concepts: ConceptLookup,
): Promise<void> {
  for (const node of nodes) {
    const { nodeId, nodegroupId, datatype } = node;
    if (nodegroupId === null || datatypeOf(datatype).holds !== 'concept values') continue;
    const ids = tiles
      .flatMap(({ data }) => asList(data[nodeId] ?? []))
      .filter((id) => typeof id === 'string');
    if (ids.length > 0) await concepts.loadOtherConcepts(ids, { ...node, nodegroupId });
  }
}
