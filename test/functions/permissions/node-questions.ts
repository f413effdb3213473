import { inTurn, type Asking, type Questions, type Question } from './question.ts';
import { notVisible } from './resource-questions.ts';
import { mayKnowModel, mayRead, mayWrite } from './rules.ts';
import { sentinelsOf, unknownId } from './sentinels.ts';
import { nodegroupsOf, type Caller, type Node, type Nodegroup, type World } from './world.ts';

type Placed = { readonly nodegroup: Nodegroup; readonly node: Node };

/** Which nodes are asked for. */
type Filter = {
  readonly query: string;
  readonly takes: (placed: Placed, world: World, caller: Caller) => boolean;
};

/** GET /api/nodes. */
const nodeListQuestions: Asking = (world, turn) =>
  inTurn(filters(world), turn, 2).map(({ query, takes }) => ({
    path: `/api/nodes${query}`,
    expected: (caller) => ({
      status: 200,
      sentinels: new Set(
        nodesOf(world)
          .filter((placed) => mayRead(world, caller, placed.nodegroup))
          .filter((placed) => takes(placed, world, caller))
          .flatMap((placed) => inRow(world, caller, placed)),
      ),
    }),
  }));

/** GET /api/nodes/{node_id}. */
const nodeQuestions: Asking = (world, turn) =>
  inTurn(nodesOf(world), turn, 2).map((placed): Question => ({
    path: `/api/nodes/${placed.node.id}`,
    expected: (caller) =>
      mayRead(world, caller, placed.nodegroup)
        ? { status: 200, sentinels: new Set(inRow(world, caller, placed)) }
        : notVisible(world, caller, `/api/nodes/${unknownId}`),
  }));

function nodesOf(world: World): readonly Placed[] {
  return nodegroupsOf(world).flatMap((nodegroup) =>
    nodegroup.nodes.map((node) => ({ nodegroup, node })),
  );
}

function filters(world: World): readonly Filter[] {
  const ofModels = world.models.map(({ graphId }): Filter => ({
    query: `?graph_id=${graphId}&perms=read_nodegroup`,
    takes: ({ nodegroup }) => nodegroup.graphId === graphId,
  }));
  const ofNodegroups = nodegroupsOf(world).map(({ id }): Filter => ({
    query: `?nodegroup_id=${id}`,
    takes: ({ nodegroup }) => nodegroup.id === id,
  }));
  return [
    { query: '', takes: () => true },
    {
      query: '/?datatype=resource-instance&indent=1',
      takes: ({ node }) => node.datatype === 'resource-instance',
    },
    {
      query: '?perms=write_nodegroup',
      takes: ({ nodegroup }, among, caller) => mayWrite(among, caller, nodegroup),
    },
    ...ofModels,
    ...ofNodegroups,
  ];
}

/** The row of a node tells of the edge above it, too. */
function inRow(world: World, caller: Caller, { nodegroup, node }: Placed): readonly string[] {
  return [...inNode(world, caller, nodegroup, node), ...sentinelsOf(node.ontologyProperty)];
}

/** What is told of a node that a caller may read: the one that stands for its nodegroup names the others, and the models. */
export function inNode(
  world: World,
  caller: Caller,
  nodegroup: Nodegroup,
  { id, name, fieldName, config, ontologyClass }: Node,
): readonly string[] {
  return [
    ...sentinelsOf([nodegroup.graphId, nodegroup.id, id, name, fieldName, config, ontologyClass]),
    ...(id === nodegroup.id ? namedByConfiguration(world, caller, nodegroup) : []),
  ];
}

function namedByConfiguration(
  world: World,
  caller: Caller,
  { graphId }: Nodegroup,
): readonly string[] {
  const neighbours = nodegroupsOf(world)
    .filter((one) => one.graphId === graphId && mayRead(world, caller, one))
    .flatMap(({ nodes }) => nodes.map(({ id }) => id));
  const models = world.models.filter((model) => mayKnowModel(world, caller, model.graphId));
  return [...neighbours, ...sentinelsOf(models.map((model) => model.graphId))];
}

export const questions: Questions = { 'list-nodes': nodeListQuestions, 'get-node': nodeQuestions };
