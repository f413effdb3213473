import type { CompiledGraph } from '../../../../lib/model/graphs/compiled-graph.ts';
import type { CsvNodegroup } from './csv-values.ts';

/** Indexes the nodegroups of a model by their ids, as building tiles needs them. */
export function indexNodegroups({
  nodes,
  nodegroups,
}: CompiledGraph): ReadonlyMap<string, CsvNodegroup> {
  const names = new Map<string, string>(nodes.map((node) => [node.nodeId, node.propertyName]));
  return new Map(
    nodegroups.map(({ nodegroupId, parentNodegroupId, cardinality, depth }) => [
      nodegroupId,
      {
        nodegroupId,
        parentNodegroupId,
        cardinality,
        depth,
        name: names.get(nodegroupId) ?? nodegroupId,
      },
    ]),
  );
}
