import type { Access } from '../../../support/world/access.ts';
import {
  rotate,
  type RequestsOf,
  type RequestsByOperation,
  type ExpectedAnswer,
  type WalkRequest,
} from '../walk-request.ts';
import { sentinelsOf } from '../../../support/world/sentinels.ts';
import type { WorldModel, World } from '../../../support/world/world.ts';

const pageSize = 2;

/** All forms show the same. */
const forms: readonly Pick<WalkRequest, 'path' | 'headers'>[] = [
  { path: '/resources/' },
  { path: '/resources?limit=1000&indent=1' },
  { path: '/resources/?format=turtle' },
  { path: '/resources', headers: { accept: 'application/n-triples' } },
];

/** GET /resources/. */
const listRequests: RequestsOf = (world, turn) => [
  ...rotate(forms, turn, 1).map((form) => whole(world, form)),
  ...rotate([1, 2, 3], turn, 1).map((number) => byNumber(world, number)),
  ...rotate(world.resources, turn, 1).map(({ id }) => behind(world, id)),
  ...world.models.map((model) =>
    ofModel(world, model, turn % 2 === 0 ? model.slug : model.graphId),
  ),
];

/** The sorted ids of the resource instances that a caller may see. */
function visible(world: World, access: Access): readonly string[] {
  return world.resources
    .filter((resource) => access.maySee(resource.id))
    .map(({ id }) => id)
    .toSorted();
}

function page(ids: readonly string[], hasMore: boolean): ExpectedAnswer {
  const next = ['rel="next"'];
  return {
    status: 200,
    sentinels: new Set(ids),
    ...(hasMore ? { includes: next } : { excludes: next }),
  };
}

function whole(world: World, form: Pick<WalkRequest, 'path' | 'headers'>): WalkRequest {
  return { ...form, expected: (access) => page(visible(world, access), false) };
}

function byNumber(world: World, number: number): WalkRequest {
  return {
    path: `/resources/?limit=${pageSize}&page=${number}`,
    expected: (access) => {
      const ids = visible(world, access);
      const end = number * pageSize;
      return page(ids.slice(end - pageSize, end), ids.length > end);
    },
  };
}

/** The page after an id, which the caller need not see. */
function behind(world: World, id: string): WalkRequest {
  return {
    path: `/resources/?limit=${pageSize}&cursor=${Buffer.from(id).toString('base64url')}`,
    expected: (access) => {
      const ids = visible(world, access).filter((one) => one > id);
      return page(ids.slice(0, pageSize), ids.length > pageSize);
    },
  };
}

/** A model that the caller may not know does not exist, neither by slug nor by id. */
function ofModel(world: World, { graphId }: WorldModel, named: string): WalkRequest {
  return {
    path: `/resources/?graph=${named}`,
    expected: (access) => {
      const ids = world.resources
        .filter((resource) => resource.graphId === graphId && access.maySee(resource.id))
        .map(({ id }) => id);
      // The answer repeats the parameter.
      const repeated = sentinelsOf(named);
      return {
        status: access.mayKnowModel(graphId) ? 200 : 400,
        sentinels: new Set([...ids, ...repeated]),
        excludes: ['rel="next"'],
      };
    },
  };
}

export const requests: RequestsByOperation = { 'list-resources': listRequests };
