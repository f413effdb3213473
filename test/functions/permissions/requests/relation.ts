import type { Access } from '../../../support/world/access.ts';
import { sentinelsOf, unknownId } from '../../../support/world/sentinels.ts';
import {
  findById,
  findModel,
  listNodegroups,
  listReadableTiles,
  type World,
  type WorldResource,
} from '../../../support/world/world.ts';
import { browserAccept } from '../../pages/data-pages.ts';
import {
  rotate,
  type ChooseRequests,
  type ExpectedAnswer,
  type RequestsByOperation,
  type WalkRequest,
} from '../walk-request.ts';
import { readableNames, readableUsers } from './page.ts';
import { notVisibleAnswer } from './resource.ts';

/** A relation of a resource instance, and what an answer shows of it besides the other end. */
type Relation = {
  readonly direction: 'outgoing' | 'incoming';
  readonly kind: 'tile' | 'beside';
  readonly other: WorldResource;
  readonly sentinels: readonly string[];
};

const selections = ['', '&direction=outgoing', '&direction=incoming', '&kind=tile', '&kind=beside'];

/** GET /resources/{resource_instance_id}/relations. */
const relationRequests: ChooseRequests = (world, turn) =>
  rotate(world.resources, turn, 3).map((resource, index): WalkRequest => {
    const [selection = ''] = rotate(selections, turn + index, 1);
    const path = (id: string): string => `/resources/${id}/relations?limit=500${selection}`;
    return {
      path: path(resource.id),
      expected: (access) => {
        if (!access.maySee(resource.id)) return notVisibleAnswer(access, path(unknownId));
        const relations = readableRelations(world, access, resource).filter(
          ({ direction, kind }) =>
            selection === '' ||
            selection.endsWith(`=${direction}`) ||
            selection.endsWith(`=${kind}`),
        );
        return expectedList(world, access, relations, resource.id);
      },
    };
  });

/** The page of the relations of a resource instance. */
const pageRequests: ChooseRequests = (world, turn) =>
  rotate(world.resources, turn, 1).map((resource): WalkRequest => ({
    path: `/resources/${resource.id}/relations`,
    headers: { accept: browserAccept },
    expected: (access) => {
      if (!access.maySee(resource.id)) {
        const status = access.isAnonymous && !access.mayReadSomething() ? 303 : 404;
        return { status, sentinels: new Set(), mayShow: new Set([resource.id]) };
      }
      const relations = readableRelations(world, access, resource);
      const { sentinels, mayShow = [] } = expectedList(world, access, relations, resource.id);
      const others = relations.map(({ other }) => other.id);
      return {
        status: 200,
        sentinels: new Set([resource.id, ...others]),
        mayShow: new Set([...sentinels, ...mayShow, ...readableNames(world, access, resource)]),
      };
    },
  }));

function expectedList(
  world: World,
  access: Access,
  relations: readonly Relation[],
  ownId: string,
): ExpectedAnswer {
  return {
    status: 200,
    sentinels: new Set([
      // In the links to its pages.
      ownId,
      ...relations.flatMap(({ other, sentinels }) => [
        other.id,
        ...sentinelsOf(other.graphId),
        ...sentinels,
      ]),
    ]),
    mayShow: new Set(relations.flatMap(({ other }) => listedTexts(world, access, other))),
  };
}

/** The names of a resource instance and its model in a list. */
function listedTexts(world: World, access: Access, resource: WorldResource): readonly string[] {
  const { graphId, slug } = findModel(world, resource);
  return [...readableNames(world, access, resource), ...sentinelsOf([graphId, slug])];
}

function readableRelations(
  world: World,
  access: Access,
  resource: WorldResource,
): readonly Relation[] {
  const findVisible = (id: string): readonly WorldResource[] =>
    world.resources.filter((other) => other.id === id && access.maySee(id));
  const outgoing = referencesIn(world, access, resource).flatMap(({ target, sentinels }) =>
    findVisible(target).map((other): Relation => ({
      direction: 'outgoing',
      kind: 'tile',
      other,
      sentinels,
    })),
  );
  const incoming = world.resources
    .filter(({ id }) => access.maySee(id))
    .flatMap((other) =>
      referencesIn(world, access, other)
        .filter(({ target }) => target === resource.id)
        .map(({ sentinels }): Relation => ({
          direction: 'incoming',
          kind: 'tile',
          other,
          sentinels,
        })),
    );
  const beside = world.relations.flatMap(({ from, to, note }) => [
    ...(from === resource.id ? findVisible(to) : []).map((other): Relation => ({
      direction: 'outgoing',
      kind: 'beside',
      other,
      sentinels: [note],
    })),
    ...(to === resource.id ? findVisible(from) : []).map((other): Relation => ({
      direction: 'incoming',
      kind: 'beside',
      other,
      sentinels: [note],
    })),
  ]);
  return [...outgoing, ...incoming, ...beside];
}

/** The readable references of a resource instance, with the tile and the node of each. */
function referencesIn(world: World, access: Access, resource: WorldResource) {
  const nodes = listNodegroups(world).flatMap((nodegroup) => nodegroup.nodes);
  return listReadableTiles(access, resource).flatMap(({ id, values }) =>
    Object.entries(values).flatMap(([nodeId, { refersTo }]) =>
      refersTo.map((target) => ({
        target,
        sentinels: sentinelsOf([id, nodeId, findById(nodes, nodeId).name]),
      })),
    ),
  );
}

/** GET /rdm/concepts/{concept_instance_id}/resources. */
const conceptUserRequests: ChooseRequests = (world, turn) =>
  rotate(world.thesaurus.concepts, turn, 2).map(({ id }, index): WalkRequest => {
    const [format = ''] = rotate(['', '&format=results'], turn + index, 1);
    const path = (conceptId: string): string =>
      `/rdm/concepts/${conceptId}/resources?limit=500${format}`;
    return {
      path: path(id),
      expected: (access) => {
        if (!access.mayReadThesaurus) {
          const status = access.isAnonymous ? 401 : 404;
          return { status, sentinels: new Set(), sameAs: path(unknownId) };
        }
        const users = readableUsers(world, access, id);
        return {
          status: 200,
          // Its own id is in the links to its pages.
          sentinels: new Set([id, ...users.map((user) => user.id)]),
          mayShow: new Set(users.flatMap((user) => listedTexts(world, access, user))),
        };
      },
    };
  });

export const requests: RequestsByOperation = {
  'list-relations': (world, turn) => [
    ...relationRequests(world, turn),
    ...pageRequests(world, turn),
  ],
  'list-concept-resources': conceptUserRequests,
};
