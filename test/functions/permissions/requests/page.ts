import type { Access } from '../../../support/world/access.ts';
import { sentinelsOf } from '../../../support/world/sentinels.ts';
import { listReadableSentinels } from '../../../support/world/texts.ts';
import {
  listNodegroups,
  listReadableTiles,
  takesConcepts,
  worldLanguages,
  type World,
  type WorldModel,
  type WorldResource,
} from '../../../support/world/world.ts';
import { browserAccept } from '../../pages/data-pages.ts';
import { mayKnowActivity, worldActivity } from '../activity.ts';
import { linkedSentinels } from '../linked-shape.ts';
import {
  rotate,
  type ChooseRequests,
  type ExpectedAnswer,
  type RequestsByOperation,
  type WalkRequest,
} from '../walk-request.ts';
import { expectedModel } from './graph.ts';
import { requests as ogcRequests } from './ogc.ts';
import { documentSentinels, visibleTiles } from './resource.ts';

const headers = { accept: browserAccept };

/** Pages repeat the path of the request in the link to the sign-in. */
function refusedPage(access: Access, id: string): ExpectedAnswer {
  const status = access.isAnonymous && !access.mayReadSomething() ? 303 : 404;
  return { status, sentinels: new Set(), mayShow: new Set([id]) };
}

/** The page of GET /resources/{resource_instance_id}. */
const recordRequests: ChooseRequests = (world, turn) =>
  rotate(world.resources, turn, 2).map((resource): WalkRequest => ({
    path: `/resources/${resource.id}`,
    headers,
    expected: (access) =>
      access.maySee(resource.id)
        ? expectedRecord(world, access, resource)
        : refusedPage(access, resource.id),
  }));

function expectedRecord(world: World, access: Access, resource: WorldResource): ExpectedAnswer {
  const tiles = visibleTiles(world, access, resource, false);
  const referrers = readableReferrers(world, access, resource);
  const model = world.models.find(({ graphId }) => graphId === resource.graphId);
  return {
    status: 200,
    sentinels: new Set([
      resource.id,
      ...referrers.map(({ id }) => id),
      ...tiles.flatMap(({ values }) =>
        Object.values(values)
          .filter(({ refersTo, features }) => refersTo.length + features.length === 0)
          .flatMap(({ displayed }) => displayed['en-US']),
      ),
    ]),
    mayShow: new Set([
      ...documentSentinels(world, access, resource, { hasTexts: true, hasHidden: false }),
      ...linkedSentinels({ world, access, resource }, tiles),
      ...referrers.flatMap((referrer) => readableNames(world, access, referrer)),
      ...(model === undefined ? [] : expectedModel(world, access, model, '').sentinels),
    ]),
  };
}

/** The other resource instances with a readable reference or another relation to one. */
function readableReferrers(
  world: World,
  access: Access,
  resource: WorldResource,
): readonly WorldResource[] {
  return world.resources.filter(
    (other) =>
      other.id !== resource.id &&
      access.maySee(other.id) &&
      (world.relations.some(({ from, to }) => from === other.id && to === resource.id) ||
        listReadableTiles(access, other).some(({ values }) =>
          Object.values(values).some(({ refersTo }) => refersTo.includes(resource.id)),
        )),
  );
}

/** The names of a resource instance in every language, as far as the caller may read them. */
export function readableNames(
  world: World,
  access: Access,
  resource: WorldResource,
): readonly string[] {
  return worldLanguages.flatMap((language) =>
    listReadableSentinels(world, access, resource, 'name', language),
  );
}

/** The page of GET /, with the latest changes. It reads only the session. */
const landingRequests: ChooseRequests = (world) => [
  {
    path: '/',
    headers,
    ignoresToken: true,
    usesSession: true,
    expected: (access) => expectedLandingPage(world, access),
  },
];

/** The most resource instances among the latest changes, and the activities that are read for them. */
const [maxChanges, maxActivities] = [10, 200];

function expectedLandingPage(world: World, access: Access): ExpectedAnswer {
  const visible = world.resources.filter(({ id }) => access.maySee(id));
  const models = new Set(visible.map(({ graphId }) => graphId));
  const latest = worldActivity(world).toReversed().slice(0, maxActivities);
  const latestOfEach = [...Map.groupBy(latest, ({ resourceId }) => resourceId).values()];
  const changed = latestOfEach
    .flatMap(([item]) => (item && mayKnowActivity(world, access, item) ? [item.resourceId] : []))
    .flatMap((id) => visible.filter((resource) => resource.id === id))
    .slice(0, access.mayReadHistory ? maxChanges : 0);
  return {
    status: 200,
    sentinels: new Set([
      ...sentinelsOf([...models].filter((graphId) => access.mayKnowModel(graphId))),
      ...changed.map(({ id }) => id),
    ]),
    mayShow: new Set(changed.flatMap((resource) => readableNames(world, access, resource))),
  };
}

/** The page of GET /resources/, of all models and of one. */
const listRequests: ChooseRequests = (world, turn) => [
  {
    path: '/resources/',
    headers,
    expected: (access) => expectedList(world, access, () => true),
  },
  ...rotate(world.models, turn, 1).map(({ graphId }): WalkRequest => ({
    path: `/resources/?graph=${graphId}`,
    headers,
    expected: (access) =>
      access.mayKnowModel(graphId)
        ? expectedList(world, access, (resource) => resource.graphId === graphId)
        : { status: 400, sentinels: new Set(), mayShow: new Set([graphId]) },
  })),
];

function expectedList(
  world: World,
  access: Access,
  isIncluded: (resource: WorldResource) => boolean,
): ExpectedAnswer {
  const listed = world.resources.filter(
    (resource) => isIncluded(resource) && access.maySee(resource.id),
  );
  return {
    status: 200,
    sentinels: new Set(listed.map(({ id }) => id)),
    mayShow: new Set([
      ...listed.flatMap((resource) => readableNames(world, access, resource)),
      ...knownModels(world, access).flatMap(({ graphId }) => sentinelsOf(graphId)),
    ]),
  };
}

const knownModels = (world: World, access: Access): readonly WorldModel[] =>
  world.models.filter(({ graphId }) => access.mayKnowModel(graphId));

/** The page of GET /graphs. */
const graphListRequests: ChooseRequests = (world) => [
  {
    path: '/graphs',
    headers,
    expected: (access) => ({
      status: 200,
      sentinels: new Set(knownModels(world, access).flatMap(({ graphId }) => sentinelsOf(graphId))),
    }),
  },
];

/** The page of GET /graphs/{graph_id_or_slug}. */
const graphRequests: ChooseRequests = (world, turn) =>
  rotate(world.models, turn, 1).map((model): WalkRequest => ({
    path: `/graphs/${model.graphId}`,
    headers,
    expected: (access) =>
      access.mayKnowModel(model.graphId)
        ? {
            status: 200,
            sentinels: new Set(sentinelsOf(model.graphId)),
            mayShow: expectedModel(world, access, model, '').sentinels,
          }
        : refusedPage(access, model.graphId),
  }));

/** The page of GET /rdm/concepts. */
const thesaurusListRequests: ChooseRequests = (world, turn) => {
  const { schemeId, collection } = world.thesaurus;
  const requestFor = (path: string, ids: readonly string[]): WalkRequest => ({
    path,
    headers,
    expected: (access) =>
      access.mayReadThesaurus
        ? {
            status: 200,
            sentinels: new Set(ids),
            mayShow: new Set(sentinelsOf(world.thesaurus)),
          }
        : { status: access.isAnonymous ? 303 : 404, sentinels: new Set() },
  });
  return rotate(
    [
      requestFor('/rdm/concepts', [schemeId, collection.id]),
      requestFor('/rdm/concepts?nodetype=Collection', [collection.id]),
    ],
    turn,
    1,
  );
};

/** The page of GET /rdm/concepts/{concept_instance_id}. */
const conceptRequests: ChooseRequests = (world, turn) => {
  const { schemeId, concepts, collection } = world.thesaurus;
  const ids = [...concepts.map(({ id }) => id), collection.id, schemeId];
  return rotate(ids, turn, 3).map((id): WalkRequest => ({
    path: `/rdm/concepts/${id}`,
    headers,
    expected: (access) =>
      access.mayReadThesaurus
        ? expectedConcept(world, access, id)
        : {
            status: access.isAnonymous ? 303 : 404,
            sentinels: new Set(),
            mayShow: new Set([id]),
          },
  }));
};

function expectedConcept(world: World, access: Access, conceptId: string): ExpectedAnswer {
  const users = readableUsers(world, access, conceptId);
  const nodegroups = listNodegroups(world).filter(({ id }) => access.mayRead(id));
  const offeringNodes =
    conceptId === world.thesaurus.schemeId
      ? []
      : nodegroups.flatMap(({ graphId, nodes }) =>
          nodes.filter(takesConcepts).flatMap(({ name }) => sentinelsOf([graphId, name])),
        );
  return {
    status: 200,
    sentinels: new Set([conceptId, ...users.map(({ id }) => id), ...offeringNodes]),
    mayShow: new Set([
      ...sentinelsOf(world.thesaurus),
      ...users.flatMap((user) => readableNames(world, access, user)),
    ]),
  };
}

/** The resource instances with a readable value of a concept. */
export function readableUsers(
  world: World,
  access: Access,
  conceptId: string,
): readonly WorldResource[] {
  const labels = world.thesaurus.concepts.find(({ id }) => id === conceptId)?.labels;
  const valueIds = new Set(Object.values(labels ?? {}).map(({ id }) => id));
  return world.resources.filter(
    (resource) =>
      access.maySee(resource.id) &&
      listReadableTiles(access, resource).some(({ values }) =>
        Object.values(values).some(({ stored }) =>
          sentinelsOf(stored).some((sentinel) => valueIds.has(sentinel)),
        ),
      ),
  );
}

/** The same requests for pages. Pages of errors contain the id of the request, so no two are the same. */
function asPageRequests(chooseRequests: ChooseRequests): ChooseRequests {
  return (world, turn) =>
    chooseRequests(world, turn).map(({ path, expected }) => ({
      path,
      headers,
      expected: (access) => {
        const answer = expected(access);
        const { status, sentinels, mayShow = [], mayShowOnPage = [] } = answer;
        const { includes = [], excludes = [] } = answer;
        return {
          status,
          sentinels,
          mayShow: new Set([...mayShow, ...mayShowOnPage]),
          includes: includes.map(toPageText),
          excludes: excludes.map(toPageText),
        };
      },
    }));
}

/** How a page shows the id of a collection, or the number of features. */
function toPageText(json: string): string {
  return json
    .replace(/^"id":"([\w-]+)"$/, '<code>$1</code>')
    .replace(/^"id":"([\w-]+)$/, '<code>$1')
    .replace(/^"numberMatched":(\d+),$/, ', $1 in total');
}

const ogcPageRequests: RequestsByOperation = Object.fromEntries(
  Object.entries(ogcRequests).map(([id, chooseRequests]) => [id, asPageRequests(chooseRequests)]),
);

export const requests: RequestsByOperation = {
  'get-landing-page': landingRequests,
  ...ogcPageRequests,
  'list-graphs': graphListRequests,
  'list-concepts': thesaurusListRequests,
  'get-resource': recordRequests,
  'list-resources': listRequests,
  'get-graph': graphRequests,
  'get-concept': conceptRequests,
};
