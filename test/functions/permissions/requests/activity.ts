import type { Access } from '../../../support/world/access.ts';
import {
  worldActivity,
  mayKnowActivity,
  activitySentinels,
  type WorldActivity,
} from '../activity.ts';
import {
  rotate,
  type ChooseRequests,
  type ExpectedAnswer,
  type WalkRequest,
  type RequestsByOperation,
} from '../walk-request.ts';
import { notVisibleAnswer } from './resource.ts';
import { sentinelsOf, unknownId } from '../../../support/world/sentinels.ts';
import type {
  DeletedResource,
  WorldModel,
  WorldResource,
  World,
} from '../../../support/world/world.ts';

/** The answer to callers without the right `history`; undefined for others. */
function refusal(access: Access): ExpectedAnswer | undefined {
  if (access.mayReadHistory) return undefined;
  return { status: access.isAnonymous ? 401 : 403, sentinels: new Set() };
}

function visibleSentinels(
  world: World,
  access: Access,
  items: readonly WorldActivity[],
): readonly string[] {
  return items
    .filter((item) => mayKnowActivity(world, access, item))
    .flatMap((item) => activitySentinels(world, item));
}

const expectMaskedItems = (
  text: string,
  count: number,
): Pick<ExpectedAnswer, 'includes' | 'excludes'> =>
  count > 0 ? { includes: [text] } : { excludes: [text] };

/** A page counts all items and masks those that the caller may not know. */
function itemsRequest(world: World, path: string, items: readonly WorldActivity[]): WalkRequest {
  return {
    path,
    expected: (access) => {
      const maskedCount = items.filter((item) => !mayKnowActivity(world, access, item)).length;
      return (
        refusal(access) ?? {
          status: 200,
          sentinels: new Set(visibleSentinels(world, access, items)),
          ...expectMaskedItems('https://www.w3.org/ns/activitystreams#Object', maskedCount),
        }
      );
    },
  };
}

/** GET /history/{page_number}. */
const pageRequests: ChooseRequests = (world) => [
  itemsRequest(world, '/history/1', worldActivity(world)),
];

/** GET /history/item/{ordinal}. */
const itemRequests: ChooseRequests = (world, turn) =>
  rotate(worldActivity(world), turn, 2).map((item) =>
    itemsRequest(world, `/history/item/${item.ordinal}`, [item]),
  );

/** GET /history/: the whole collection counts all items, and filtered lists leave out masked items. */
const streamRequests: ChooseRequests = (world, turn) => {
  const allItems = worldActivity(world);
  return [
    {
      path: '/history/',
      expected: (access) =>
        refusal(access) ?? {
          status: 200,
          sentinels: new Set(),
          includes: [`"totalItems":${allItems.length}`],
        },
    },
    ...rotate(['Create', 'Update', 'Delete'] as const, turn, 1).map((type) =>
      listRequest(world, `type=${type}`, (item) => item.type === type),
    ),
    ...rotate(allItems, turn, 1).map(({ ordinal }) =>
      listRequest(world, `cursor=${ordinal}`, (item) => item.ordinal > ordinal),
    ),
    ...world.models.map((model) =>
      modelRequest(world, model, turn % 2 === 0 ? model.slug : model.graphId),
    ),
  ];
};

function listRequest(
  world: World,
  query: string,
  matches: (item: WorldActivity) => boolean,
): WalkRequest {
  return {
    path: `/history/?${query}`,
    expected: (access) =>
      refusal(access) ?? {
        status: 200,
        sentinels: new Set(visibleSentinels(world, access, worldActivity(world).filter(matches))),
        excludes: ['https://www.w3.org/ns/activitystreams#Object', 'totalItems', 'rel="next"'],
      },
  };
}

/** Requests the items of a model. A model that the caller may not know gets a 400, as if it did not exist. */
function modelRequest(world: World, { graphId }: WorldModel, slugOrId: string): WalkRequest {
  const requestOfModel = listRequest(
    world,
    `graph=${slugOrId}`,
    (item) => item.graphId === graphId,
  );
  return {
    ...requestOfModel,
    expected: (access) => {
      const expectedAnswer = requestOfModel.expected(access);
      if (expectedAnswer.status !== 200) return expectedAnswer;
      // The answer repeats the parameter.
      const repeated = sentinelsOf(slugOrId);
      if (!access.mayKnowModel(graphId)) return { status: 400, sentinels: new Set(repeated) };
      return { ...expectedAnswer, sentinels: new Set([...expectedAnswer.sentinels, ...repeated]) };
    },
  };
}

/** GET /resources/{resource_instance_id}/activity. */
const resourceRequests: ChooseRequests = (world, turn) => [
  ...rotate(world.resources, turn, 2).map((resource) => resourceRequest(world, resource)),
  ...rotate(world.deleted, turn, 1).map((resource) => resourceRequest(world, resource)),
];

function resourceRequest(world: World, resource: WorldResource | DeletedResource): WalkRequest {
  const sameAs = `/resources/${unknownId}/activity`;
  const items = worldActivity(world).filter(({ resourceId }) => resourceId === resource.id);
  return {
    path: `/resources/${resource.id}/activity`,
    expected: (access) => {
      const hasRight = access.mayReadHistory;
      if (access.isAnonymous && !hasRight) return { status: 401, sentinels: new Set(), sameAs };
      const knownSentinels = hasRight ? visibleSentinels(world, access, items) : [];
      const isVisible = 'tiles' in resource && access.maySee(resource.id);
      if (!isVisible && knownSentinels.length === 0) return notVisibleAnswer(access, sameAs);
      return (
        refusal(access) ?? { status: 200, sentinels: new Set([resource.id, ...knownSentinels]) }
      );
    },
  };
}

export const requests: RequestsByOperation = {
  'get-history': streamRequests,
  'get-history-page': pageRequests,
  'get-history-item': itemRequests,
  'get-resource-activity': resourceRequests,
};
