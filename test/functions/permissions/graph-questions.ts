import { inNode } from './node-questions.ts';
import { inTurn, type Asking, type Questions, type Expected, type Question } from './question.ts';
import { notVisible } from './resource-questions.ts';
import { mayKnowModel, mayRead } from './rules.ts';
import { sentinelsOf, unknownId } from './sentinels.ts';
import type { Caller, Model, World } from './world.ts';

/** GET /graphs. */
const graphListQuestions: Asking = (world, turn) => [
  {
    path: turn % 2 === 0 ? '/graphs' : '/graphs/?indent=2',
    expected: (caller) => ({
      status: 200,
      sentinels: new Set(
        world.models
          .filter(({ graphId }) => mayKnowModel(world, caller, graphId))
          .flatMap(({ graphId }) => sentinelsOf(graphId)),
      ),
    }),
  },
];

/** GET /api/arches/graphs. */
const graphsByIdQuestions: Asking = (world) => [
  {
    path: '/api/arches/graphs?format=arches-json&hide_empty_nodes=false&compact=false',
    expected: (caller) => ({
      status: 200,
      sentinels: new Set(
        world.models
          .filter(({ graphId }) => mayKnowModel(world, caller, graphId))
          .flatMap(({ graphId }) => sentinelsOf(graphId)),
      ),
    }),
  },
];

/** Nothing is in another form that is not in the first. */
const forms = [
  '',
  '?cards=false&indent=1',
  '?exclude=cards,widgets',
  '?format=json',
  '?format=arches-json',
];

/** GET /graphs/{graph_id_or_slug}. */
const graphQuestions: Asking = (world, turn) => [
  ...world.models.map((model) =>
    question(world, model, turn % 2 === 0 ? model.graphId : model.slug, ''),
  ),
  ...inTurn(forms, turn, 1).flatMap((form) =>
    inTurn(world.models, turn, 1).map((model) => question(world, model, model.graphId, form)),
  ),
];

function question(world: World, model: Model, named: string, form: string): Question {
  return {
    path: `/graphs/${named}${form}`,
    expected: (caller) => expected(world, caller, model, form),
  };
}

/** What a caller is told of a model. */
export function expected(world: World, caller: Caller, model: Model, form: string): Expected {
  if (!mayKnowModel(world, caller, model.graphId)) {
    return notVisible(world, caller, `/graphs/${unknownId}${form}`);
  }
  const readable = model.nodegroups.filter((one) => mayRead(world, caller, one));
  const ids = new Set(readable.map(({ id }) => id));
  const templates = Object.values(model.templates).filter(({ nodegroupId }) =>
    ids.has(nodegroupId),
  );
  const nodes = readable.flatMap((one) =>
    one.nodes.flatMap((node) => inNode(world, caller, one, node)),
  );
  const edges = readable.flatMap(({ id, parentId, nodes: members }) =>
    members.filter((node) => node.id !== id || parentId === null || ids.has(parentId)),
  );
  return {
    status: 200,
    sentinels: new Set([
      ...sentinelsOf([model.graphId, model.rootId, model.rootClass]),
      ...nodes,
      ...sentinelsOf(edges.map(({ ontologyProperty }) => ontologyProperty)),
      ...templates.map(({ words }) => words),
    ]),
  };
}

export const questions: Questions = {
  'list-graphs': graphListQuestions,
  'list-graphs-by-id': graphsByIdQuestions,
  'get-graph': graphQuestions,
};
