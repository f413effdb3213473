import type { Access } from '../../../support/world/access.ts';
import {
  rotate,
  type ChooseRequests,
  type RequestsByOperation,
  type WalkRequest,
} from '../walk-request.ts';
import { notVisibleAnswer } from './resource.ts';
import { sentinelsOf, unknownId } from '../../../support/world/sentinels.ts';
import {
  listNodegroups,
  takesConcepts,
  type WorldNode,
  type WorldNodegroup,
  type World,
} from '../../../support/world/world.ts';

type PlacedNode = { readonly nodegroup: WorldNodegroup; readonly node: WorldNode };

type Filter = {
  readonly query: string;
  readonly matches: (placed: PlacedNode, access: Access) => boolean;
};

/** GET /api/nodes. */
const nodeListRequests: ChooseRequests = (world, turn) =>
  rotate(filters(world), turn, 2).map(({ query, matches }) => ({
    path: `/api/nodes${query}`,
    expected: (access) => ({
      status: 200,
      sentinels: new Set(
        nodesOf(world)
          .filter((placed) => access.mayRead(placed.nodegroup.id))
          .filter((placed) => matches(placed, access))
          .flatMap((placed) => rowSentinels(world, access, placed)),
      ),
    }),
  }));

/** GET /api/nodes/{node_id}. */
const nodeRequests: ChooseRequests = (world, turn) =>
  rotate(nodesOf(world), turn, 2).map((placed): WalkRequest => ({
    path: `/api/nodes/${placed.node.id}`,
    expected: (access) =>
      access.mayRead(placed.nodegroup.id)
        ? { status: 200, sentinels: new Set(rowSentinels(world, access, placed)) }
        : notVisibleAnswer(access, `/api/nodes/${unknownId}`),
  }));

function nodesOf(world: World): readonly PlacedNode[] {
  return listNodegroups(world).flatMap((nodegroup) =>
    nodegroup.nodes.map((node) => ({ nodegroup, node })),
  );
}

function filters(world: World): readonly Filter[] {
  const modelFilters = world.models.map(({ graphId }): Filter => ({
    query: `?graph_id=${graphId}&perms=read_nodegroup`,
    matches: ({ nodegroup }) => nodegroup.graphId === graphId,
  }));
  const nodegroupFilters = listNodegroups(world).map(({ id }): Filter => ({
    query: `?nodegroup_id=${id}`,
    matches: ({ nodegroup }) => nodegroup.id === id,
  }));
  return [
    { query: '', matches: () => true },
    {
      query: '/?datatype=resource-instance&indent=1',
      matches: ({ node }) => node.datatype === 'resource-instance',
    },
    {
      query: '?perms=write_nodegroup',
      matches: ({ nodegroup }, access) => access.mayWrite(nodegroup.id),
    },
    ...modelFilters,
    ...nodegroupFilters,
  ];
}

/** The row of a node also shows the edge above it. */
function rowSentinels(
  world: World,
  access: Access,
  { nodegroup, node }: PlacedNode,
): readonly string[] {
  return [...nodeSentinels(world, access, nodegroup, node), ...sentinelsOf(node.ontologyProperty)];
}

/** The sentinels of a node that a caller may read. The first node of a nodegroup names the others and the models in its configuration. */
export function nodeSentinels(
  world: World,
  access: Access,
  nodegroup: WorldNodegroup,
  { id, name, fieldName, datatype, config, ontologyClass }: WorldNode,
): readonly string[] {
  return [
    ...sentinelsOf([nodegroup.graphId, nodegroup.id, id, name, fieldName, config, ontologyClass]),
    ...(id === nodegroup.id ? configurationSentinels(world, access, nodegroup) : []),
    ...(takesConcepts({ datatype }) ? [world.thesaurus.collection.id] : []),
  ];
}

function configurationSentinels(
  world: World,
  access: Access,
  { graphId }: WorldNodegroup,
): readonly string[] {
  const nodeIdsOfModel = listNodegroups(world)
    .filter((one) => one.graphId === graphId && access.mayRead(one.id))
    .flatMap(({ nodes }) => nodes.map(({ id }) => id));
  const models = world.models.filter((model) => access.mayKnowModel(model.graphId));
  return [...nodeIdsOfModel, ...sentinelsOf(models.map((model) => model.graphId))];
}

export const requests: RequestsByOperation = {
  'list-nodes': nodeListRequests,
  'get-node': nodeRequests,
};
