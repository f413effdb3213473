import type { Access } from '../../../support/world/access.ts';
import { nodeSentinels } from './node.ts';
import {
  rotate,
  type ChooseRequests,
  type RequestsByOperation,
  type ExpectedAnswer,
  type WalkRequest,
} from '../walk-request.ts';
import { notVisibleAnswer } from './resource.ts';
import { sentinelsOf, unknownId } from '../../../support/world/sentinels.ts';
import type { WorldModel, World } from '../../../support/world/world.ts';

/** GET /graphs. */
const graphListRequests: ChooseRequests = (world, turn) => [
  {
    path: turn % 2 === 0 ? '/graphs' : '/graphs/?indent=2',
    expected: (access) => ({
      status: 200,
      sentinels: new Set(
        world.models
          .filter(({ graphId }) => access.mayKnowModel(graphId))
          .flatMap(({ graphId }) => sentinelsOf(graphId)),
      ),
    }),
  },
];

/** GET /api/arches/graphs. */
const graphsByIdRequests: ChooseRequests = (world) => [
  {
    path: '/api/arches/graphs?format=arches-json&hide_empty_nodes=false&compact=false',
    expected: (access) => ({
      status: 200,
      sentinels: new Set(
        world.models
          .filter(({ graphId }) => access.mayKnowModel(graphId))
          .flatMap(({ graphId }) => sentinelsOf(graphId)),
      ),
    }),
  },
];

/** The first form shows everything that the other forms show. */
const forms = [
  '',
  '?cards=false&indent=1',
  '?exclude=cards,widgets',
  '?format=json',
  '?format=arches-json',
];

/** GET /graphs/{graph_id_or_slug}. */
const graphRequests: ChooseRequests = (world, turn) => [
  ...world.models.map((model) =>
    buildRequest(world, model, turn % 2 === 0 ? model.graphId : model.slug, ''),
  ),
  ...rotate(forms, turn, 1).flatMap((form) =>
    rotate(world.models, turn, 1).map((model) => buildRequest(world, model, model.graphId, form)),
  ),
];

function buildRequest(
  world: World,
  model: WorldModel,
  slugOrId: string,
  form: string,
): WalkRequest {
  return {
    path: `/graphs/${slugOrId}${form}`,
    expected: (access) => expectedModel(world, access, model, form),
  };
}

/** The answer about a model. */
export function expectedModel(
  world: World,
  access: Access,
  model: WorldModel,
  form: string,
): ExpectedAnswer {
  if (!access.mayKnowModel(model.graphId)) {
    return notVisibleAnswer(access, `/graphs/${unknownId}${form}`);
  }
  const readableNodegroups = model.nodegroups.filter((one) => access.mayRead(one.id));
  const readableIds = new Set(readableNodegroups.map(({ id }) => id));
  const templates = Object.values(model.templates).filter(({ nodegroupId }) =>
    readableIds.has(nodegroupId),
  );
  const sentinelsOfNodes = readableNodegroups.flatMap((nodegroup) =>
    nodegroup.nodes.flatMap((node) => nodeSentinels(world, access, nodegroup, node)),
  );
  const nodesWithEdge = readableNodegroups.flatMap(({ id, parentId, nodes: nodesOfNodegroup }) =>
    nodesOfNodegroup.filter(
      (node) => node.id !== id || parentId === null || readableIds.has(parentId),
    ),
  );
  return {
    status: 200,
    sentinels: new Set([
      ...sentinelsOf([model.graphId, model.rootId, model.rootClass]),
      ...sentinelsOfNodes,
      ...sentinelsOf(nodesWithEdge.map(({ ontologyProperty }) => ontologyProperty)),
      ...templates.map(({ words }) => words),
    ]),
  };
}

export const requests: RequestsByOperation = {
  'list-graphs': graphListRequests,
  'list-graphs-by-id': graphsByIdRequests,
  'get-graph': graphRequests,
};
