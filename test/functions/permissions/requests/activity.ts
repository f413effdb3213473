import type { Access } from '../../../support/world/access.ts';
import {
  worldActivity,
  mayKnowActivity,
  activitySentinels,
  type WorldActivity,
} from '../activity.ts';
import {
  rotate,
  type RequestsOf,
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

function shown(world: World, access: Access, items: readonly WorldActivity[]): readonly string[] {
  return items
    .filter((item) => mayKnowActivity(world, access, item))
    .flatMap((item) => activitySentinels(world, item));
}

const masks = (text: string, count: number): Pick<ExpectedAnswer, 'includes' | 'excludes'> =>
  count > 0 ? { includes: [text] } : { excludes: [text] };

/** A page counts all items and masks those that the caller may not know. */
function page(world: World, path: string, items: readonly WorldActivity[]): WalkRequest {
  return {
    path,
    expected: (access) => {
      const masked = items.filter((item) => !mayKnowActivity(world, access, item)).length;
      return (
        refusal(access) ?? {
          status: 200,
          sentinels: new Set(shown(world, access, items)),
          ...masks('https://www.w3.org/ns/activitystreams#Object', masked),
        }
      );
    },
  };
}

/** GET /history/{page_number}. */
const pageRequests: RequestsOf = (world) => [page(world, '/history/1', worldActivity(world))];

/** GET /history/item/{ordinal}. */
const itemRequests: RequestsOf = (world, turn) =>
  rotate(worldActivity(world), turn, 2).map((item) =>
    page(world, `/history/item/${item.ordinal}`, [item]),
  );

/** GET /history/: the collection counts everything; lists leave out what is closed. */
const streamRequests: RequestsOf = (world, turn) => {
  const all = worldActivity(world);
  return [
    {
      path: '/history/',
      expected: (access) =>
        refusal(access) ?? {
          status: 200,
          sentinels: new Set(),
          includes: [`"totalItems":${all.length}`],
        },
    },
    ...rotate(['Create', 'Update', 'Delete'] as const, turn, 1).map((type) =>
      list(world, `type=${type}`, (item) => item.type === type),
    ),
    ...rotate(all, turn, 1).map(({ ordinal }) =>
      list(world, `cursor=${ordinal}`, (item) => item.ordinal > ordinal),
    ),
    ...world.models.map((model) =>
      ofModel(world, model, turn % 2 === 0 ? model.slug : model.graphId),
    ),
  ];
};

function list(world: World, query: string, matches: (item: WorldActivity) => boolean): WalkRequest {
  return {
    path: `/history/?${query}`,
    expected: (access) =>
      refusal(access) ?? {
        status: 200,
        sentinels: new Set(shown(world, access, worldActivity(world).filter(matches))),
        excludes: ['https://www.w3.org/ns/activitystreams#Object', 'totalItems', 'rel="next"'],
      },
  };
}

/** A model that the caller may not know does not exist, neither by slug nor by id. */
function ofModel(world: World, { graphId }: WorldModel, named: string): WalkRequest {
  const of = list(world, `graph=${named}`, (item) => item.graphId === graphId);
  return {
    ...of,
    expected: (access) => {
      const expected = of.expected(access);
      if (expected.status !== 200) return expected;
      // The answer repeats the parameter.
      const repeated = sentinelsOf(named);
      if (!access.mayKnowModel(graphId)) return { status: 400, sentinels: new Set(repeated) };
      return { ...expected, sentinels: new Set([...expected.sentinels, ...repeated]) };
    },
  };
}

/** GET /resources/{resource_instance_id}/activity. */
const resourceRequests: RequestsOf = (world, turn) => [
  ...rotate(world.resources, turn, 2).map((resource) => ofResource(world, resource)),
  ...rotate(world.deleted, turn, 1).map((resource) => ofResource(world, resource)),
];

function ofResource(world: World, resource: WorldResource | DeletedResource): WalkRequest {
  const sameAs = `/resources/${unknownId}/activity`;
  const items = worldActivity(world).filter(({ resourceId }) => resourceId === resource.id);
  return {
    path: `/resources/${resource.id}/activity`,
    expected: (access) => {
      const hasRight = access.mayReadHistory;
      if (access.isAnonymous && !hasRight) return { status: 401, sentinels: new Set(), sameAs };
      const known = hasRight ? shown(world, access, items) : [];
      const isSeen = 'tiles' in resource && access.maySee(resource.id);
      if (!isSeen && known.length === 0) return notVisibleAnswer(access, sameAs);
      return refusal(access) ?? { status: 200, sentinels: new Set([resource.id, ...known]) };
    },
  };
}

export const requests: RequestsByOperation = {
  'get-history': streamRequests,
  'get-history-page': pageRequests,
  'get-history-item': itemRequests,
  'get-resource-activity': resourceRequests,
};
