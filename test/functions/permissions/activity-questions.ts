import { activityOf, mayKnow, shownOf, type Activity } from './activity.ts';
import { inTurn, type Asking, type Expected, type Question, type Questions } from './question.ts';
import { notVisible } from './resource-questions.ts';
import { mayKnowModel, mayReadHistory, maySee } from './rules.ts';
import { sentinelsOf, unknownId } from './sentinels.ts';
import type { Caller, GoneResource, Model, Resource, World } from './world.ts';

/** What those without the right are answered, whatever they ask for; undefined for all others. */
function refusal(world: World, caller: Caller): Expected | undefined {
  if (mayReadHistory(world, caller)) return undefined;
  return { status: caller === null ? 401 : 403, sentinels: new Set() };
}

/** What items show of what the caller may know. */
function shown(world: World, caller: Caller, items: readonly Activity[]): readonly string[] {
  return items
    .filter((item) => mayKnow(world, caller, item))
    .flatMap((item) => shownOf(world, item));
}

const masks = (text: string, count: number): Pick<Expected, 'says' | 'lacks'> =>
  count > 0 ? { says: [text] } : { lacks: [text] };

/** Of items that all count: those that are masked, too. */
function page(world: World, path: string, items: readonly Activity[]): Question {
  return {
    path,
    expected: (caller) => {
      const masked = items.filter((item) => !mayKnow(world, caller, item)).length;
      return (
        refusal(world, caller) ?? {
          status: 200,
          sentinels: new Set(shown(world, caller, items)),
          ...masks('https://www.w3.org/ns/activitystreams#Object', masked),
        }
      );
    },
  };
}

/** GET /history/{page_number}. */
const pageQuestions: Asking = (world) => [page(world, '/history/1', activityOf(world))];

/** GET /history/item/{ordinal}. */
const itemQuestions: Asking = (world, turn) =>
  inTurn(activityOf(world), turn, 2).map((item) =>
    page(world, `/history/item/${item.ordinal}`, [item]),
  );

/** GET /history/: the collection, which counts everything, and lists, which leave out what is closed. */
const streamQuestions: Asking = (world, turn) => {
  const all = activityOf(world);
  return [
    {
      path: '/history/',
      expected: (caller) =>
        refusal(world, caller) ?? {
          status: 200,
          sentinels: new Set(),
          says: [`"totalItems":${all.length}`],
        },
    },
    ...inTurn(['Create', 'Update', 'Delete'] as const, turn, 1).map((type) =>
      list(world, `type=${type}`, (item) => item.type === type),
    ),
    ...inTurn(all, turn, 1).map(({ ordinal }) =>
      list(world, `cursor=${ordinal}`, (item) => item.ordinal > ordinal),
    ),
    ...world.models.map((model) =>
      ofModel(world, model, turn % 2 === 0 ? model.slug : model.graphId),
    ),
  ];
};

function list(world: World, query: string, matches: (item: Activity) => boolean): Question {
  return {
    path: `/history/?${query}`,
    expected: (caller) =>
      refusal(world, caller) ?? {
        status: 200,
        sentinels: new Set(shown(world, caller, activityOf(world).filter(matches))),
        lacks: ['https://www.w3.org/ns/activitystreams#Object', 'totalItems', 'rel="next"'],
      },
  };
}

/** A model of which the caller may read nothing and see nothing is not known, by its slug or id. */
function ofModel(world: World, { graphId }: Model, named: string): Question {
  const of = list(world, `graph=${named}`, (item) => item.graphId === graphId);
  return {
    ...of,
    expected: (caller) => {
      const expected = of.expected(caller);
      if (expected.status !== 200) return expected;
      // The answer repeats what was asked for.
      const asked = sentinelsOf(named);
      if (!mayKnowModel(world, caller, graphId)) return { status: 400, sentinels: new Set(asked) };
      return { ...expected, sentinels: new Set([...expected.sentinels, ...asked]) };
    },
  };
}

/** GET /resources/{resource_instance_id}/activity. */
const resourceQuestions: Asking = (world, turn) => [
  ...inTurn(world.resources, turn, 2).map((resource) => ofResource(world, resource)),
  ...inTurn(world.gone, turn, 1).map((resource) => ofResource(world, resource)),
];

function ofResource(world: World, resource: Resource | GoneResource): Question {
  const like = `/resources/${unknownId}/activity`;
  const items = activityOf(world).filter(({ resourceId }) => resourceId === resource.id);
  return {
    path: `/resources/${resource.id}/activity`,
    expected: (caller) => {
      const hasRight = mayReadHistory(world, caller);
      if (caller === null && !hasRight) return { status: 401, sentinels: new Set(), like };
      const told = hasRight ? shown(world, caller, items) : [];
      const isSeen = 'tiles' in resource && maySee(world, caller, resource);
      if (!isSeen && told.length === 0) return notVisible(world, caller, like);
      return refusal(world, caller) ?? { status: 200, sentinels: new Set([resource.id, ...told]) };
    },
  };
}

export const questions: Questions = {
  'get-history': streamQuestions,
  'get-history-page': pageQuestions,
  'get-history-item': itemQuestions,
  'get-resource-activity': resourceQuestions,
};
