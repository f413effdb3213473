import type { DataApi } from '../../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../../lib/data-api/query.ts';
import type { CompiledGraph } from '../../../../../lib/model/graphs/compiled-graph.ts';
import { listNodegroupParents } from '../queries/nodegroup-parents.ts';
import { systemSettingsGraphId } from '../../package/detect-content.ts';
import type { NodegroupSummary } from './nodegroup-facts.ts';

/** Reads the nodegroups of this service. @param foreseen the graphs that a dry run does not store, which replace their stored versions */
export async function readNodegroupSummaries(
  dataApi: DataApi,
  foreseen: readonly CompiledGraph[],
): Promise<readonly NodegroupSummary[]> {
  const stored = await runQuery(dataApi.read, listNodegroupParents());
  const foreseenNodegroups = foreseen.flatMap(({ graphId, nodegroups }) =>
    nodegroups.map(({ nodegroupId, parentNodegroupId }) => ({
      id: nodegroupId,
      parentId: parentNodegroupId,
      isOfSystemSettings: graphId === systemSettingsGraphId,
    })),
  );
  const byId = new Map<string, NodegroupSummary>(
    [...stored, ...foreseenNodegroups].map((nodegroup) => [nodegroup.id, nodegroup]),
  );
  return [...byId.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
}
