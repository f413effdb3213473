import { inTurn, type Asking, type Questions, type Expected, type Question } from './question.ts';
import { mayKnowModel, maySee } from './rules.ts';
import { sentinelsOf } from './sentinels.ts';
import type { Caller, Model, World } from './world.ts';

const pageSize = 2;

/** All forms show the same. */
const forms: readonly Pick<Question, 'path' | 'headers'>[] = [
  { path: '/resources/' },
  { path: '/resources?limit=1000&indent=1' },
  { path: '/resources/?format=turtle' },
  { path: '/resources', headers: { accept: 'application/n-triples' } },
];

/** GET /resources/. */
const listQuestions: Asking = (world, turn) => [
  ...inTurn(forms, turn, 1).map((form) => whole(world, form)),
  ...inTurn([1, 2, 3], turn, 1).map((number) => byNumber(world, number)),
  ...inTurn(world.resources, turn, 1).map(({ id }) => behind(world, id)),
  ...world.models.map((model) =>
    ofModel(world, model, turn % 2 === 0 ? model.slug : model.graphId),
  ),
];

/** The ids of what a caller may see, in order. */
function visible(world: World, caller: Caller): readonly string[] {
  return world.resources
    .filter((resource) => maySee(world, caller, resource))
    .map(({ id }) => id)
    .toSorted();
}

/** A page of ids, and whether it says that there are more. */
function page(ids: readonly string[], hasMore: boolean): Expected {
  const next = ['rel="next"'];
  return { status: 200, sentinels: new Set(ids), ...(hasMore ? { says: next } : { lacks: next }) };
}

function whole(world: World, form: Pick<Question, 'path' | 'headers'>): Question {
  return { ...form, expected: (caller) => page(visible(world, caller), false) };
}

function byNumber(world: World, number: number): Question {
  return {
    path: `/resources/?limit=${pageSize}&page=${number}`,
    expected: (caller) => {
      const ids = visible(world, caller);
      const end = number * pageSize;
      return page(ids.slice(end - pageSize, end), ids.length > end);
    },
  };
}

/** The page behind an id, which need not be one that the caller may see. */
function behind(world: World, id: string): Question {
  return {
    path: `/resources/?limit=${pageSize}&cursor=${Buffer.from(id).toString('base64url')}`,
    expected: (caller) => {
      const ids = visible(world, caller).filter((one) => one > id);
      return page(ids.slice(0, pageSize), ids.length > pageSize);
    },
  };
}

/** A model of which the caller may read nothing and see nothing is not known, by its slug or id. */
function ofModel(world: World, { graphId }: Model, named: string): Question {
  return {
    path: `/resources/?graph=${named}`,
    expected: (caller) => {
      const ids = world.resources
        .filter((resource) => resource.graphId === graphId && maySee(world, caller, resource))
        .map(({ id }) => id);
      // The answer repeats what was asked for.
      const asked = sentinelsOf(named);
      return {
        status: mayKnowModel(world, caller, graphId) ? 200 : 400,
        sentinels: new Set([...ids, ...asked]),
        lacks: ['rel="next"'],
      };
    },
  };
}

export const questions: Questions = { 'list-resources': listQuestions };
