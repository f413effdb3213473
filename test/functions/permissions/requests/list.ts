import type { Access } from '../../../support/world/access.ts';
import {
  rotate,
  type ChooseRequests,
  type RequestsByOperation,
  type ExpectedAnswer,
  type WalkRequest,
} from '../walk-request.ts';
import { sentinelsOf } from '../../../support/world/sentinels.ts';
import type { WorldModel, World } from '../../../support/world/world.ts';

const pageSize = 2;

/** All forms show the same ids. */
const forms: readonly Pick<WalkRequest, 'path' | 'headers'>[] = [
  { path: '/resources/' },
  { path: '/resources?limit=1000&indent=1' },
  { path: '/resources/?format=turtle' },
  { path: '/resources', headers: { accept: 'application/n-triples' } },
];

/** GET /resources/. */
const listRequests: ChooseRequests = (world, turn) => [
  ...rotate(forms, turn, 1).map((form) => wholeListRequest(world, form)),
  ...rotate([1, 2, 3], turn, 1).map((number) => numberedPageRequest(world, number)),
  ...rotate(world.resources, turn, 1).map(({ id }) => cursorRequest(world, id)),
  ...world.models.map((model) =>
    modelRequest(world, model, turn % 2 === 0 ? model.slug : model.graphId),
  ),
];

/** The sorted ids of the resource instances that a caller may see. */
function visibleIds(world: World, access: Access): readonly string[] {
  return world.resources
    .filter((resource) => access.maySee(resource.id))
    .map(({ id }) => id)
    .toSorted();
}

function expectedPage(ids: readonly string[], hasMore: boolean): ExpectedAnswer {
  const linkToNextPage = ['rel="next"'];
  return {
    status: 200,
    sentinels: new Set(ids),
    ...(hasMore ? { includes: linkToNextPage } : { excludes: linkToNextPage }),
  };
}

function wholeListRequest(world: World, form: Pick<WalkRequest, 'path' | 'headers'>): WalkRequest {
  return { ...form, expected: (access) => expectedPage(visibleIds(world, access), false) };
}

function numberedPageRequest(world: World, number: number): WalkRequest {
  return {
    path: `/resources/?limit=${pageSize}&page=${number}`,
    expected: (access) => {
      const ids = visibleIds(world, access);
      const end = number * pageSize;
      return expectedPage(ids.slice(end - pageSize, end), ids.length > end);
    },
  };
}

/** Requests the page after an id, also if the caller may not see the resource instance with that id. */
function cursorRequest(world: World, id: string): WalkRequest {
  return {
    path: `/resources/?limit=${pageSize}&cursor=${Buffer.from(id).toString('base64url')}`,
    expected: (access) => {
      const ids = visibleIds(world, access).filter((one) => one > id);
      return expectedPage(ids.slice(0, pageSize), ids.length > pageSize);
    },
  };
}

/** Requests the resource instances of a model. A model that the caller may not know gets a 400, as if it did not exist. */
function modelRequest(world: World, { graphId }: WorldModel, slugOrId: string): WalkRequest {
  return {
    path: `/resources/?graph=${slugOrId}`,
    expected: (access) => {
      const ids = world.resources
        .filter((resource) => resource.graphId === graphId && access.maySee(resource.id))
        .map(({ id }) => id);
      // The answer repeats the parameter.
      const repeated = sentinelsOf(slugOrId);
      return {
        status: access.mayKnowModel(graphId) ? 200 : 400,
        sentinels: new Set([...ids, ...repeated]),
        excludes: ['rel="next"'],
      };
    },
  };
}

/** GET /search is the same for programs. */
const searchRequests: ChooseRequests = (world, turn) =>
  listRequests(world, turn).map((one) => ({
    ...one,
    path: one.path.replace(/^\/resources\/?/, '/search'),
  }));

/** POST /search takes the same parameters. */
const postedRequests: ChooseRequests = (world, turn) =>
  searchRequests(world, turn).map((one) => ({ ...one, method: 'POST' }));

export const requests: RequestsByOperation = {
  'get-search': searchRequests,
  'list-resources': listRequests,
  'search-resources': postedRequests,
};
