import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { assign } from '../../../../lib/json-ld/match/choice/assignment.ts';
import type { Chooser } from '../../../../lib/json-ld/match/choice/choices.ts';
import { stepsFor, TooAmbiguousError } from '../../../../lib/json-ld/match/choice/steps.ts';

type Case = {
  /** The costs of the places that each item could take, by place. */
  readonly items: readonly (readonly (number | null)[])[];
  readonly rooms: readonly { readonly capacity: number; readonly emptyCost: number }[];
};

const choosersOf = ({ items }: Case): readonly Chooser<number, number>[] =>
  items.map((costs, item) => ({
    item,
    choices: costs.flatMap((cost, place) => (cost === null ? [] : [{ place, cost: BigInt(cost) }])),
  }));

function assigned(some: Case, steps = stepsFor(1000)) {
  const nowhere = { capacity: 0, emptyCost: 0 };
  return assign(
    choosersOf(some),
    (place) => {
      const { capacity, emptyCost } = some.rooms[place] ?? nowhere;
      return { capacity, emptyCost: BigInt(emptyCost) };
    },
    () => false,
    steps,
  );
}

/** Every way to assign all items, and what it costs. */
function everyWay({ items, rooms }: Case): readonly { places: readonly number[]; cost: number }[] {
  const ways = items.reduce<readonly (readonly number[])[]>(
    (some, costs) =>
      some.flatMap((way) =>
        costs.flatMap((cost, place) => (cost === null ? [] : [[...way, place]])),
      ),
    [[]],
  );
  return ways
    .filter((way) =>
      rooms.every(({ capacity }, place) => way.filter((one) => one === place).length <= capacity),
    )
    .map((places) => ({
      places,
      cost:
        places.reduce((sum, place, item) => sum + (items[item]?.[place] ?? 0), 0) +
        rooms.reduce(
          (sum, room, place) =>
            sum + (isMet(items, place) && !places.includes(place) ? room.emptyCost : 0),
          0,
        ),
    }));
}

/** Whether any item could take a place; one that none could is not asked of the assignment. */
const isMet = (items: Case['items'], place: number): boolean =>
  items.some((costs) => (costs[place] ?? null) !== null);

const anyCase: fc.Arbitrary<Case> = fc.integer({ min: 1, max: 4 }).chain((places) =>
  fc.record({
    items: fc.array(
      fc.array(fc.option(fc.integer({ min: 0, max: 2 })), { minLength: places, maxLength: places }),
      { maxLength: 5 },
    ),
    rooms: fc.array(
      fc.record({
        capacity: fc.integer({ min: 0, max: 3 }),
        emptyCost: fc.integer({ min: 0, max: 1 }),
      }),
      { minLength: places, maxLength: places },
    ),
  }),
);

describe('an assignment', () => {
  it('costs as little as the best of all ways, and is open where there is another as good', () => {
    fc.assert(
      fc.property(anyCase, (some) => {
        const ways = everyWay(some);
        const least = Math.min(...ways.map(({ cost }) => cost));
        const best = ways.filter(({ cost }) => cost === least);
        const { chosen, open, cost } = assigned(some);
        expect(chosen.size === some.items.length).toBe(best.length > 0);
        fc.pre(best.length > 0);
        expect(cost).toBe(BigInt(least));
        const items = [...some.items.keys()];
        expect(best.map((way) => way.places)).toContainEqual(items.map((item) => chosen.get(item)));
        const isOpen = (item: number): boolean =>
          new Set(best.map((way) => way.places[item])).size > 1;
        expect(items.filter((item) => open.has(item))).toEqual(items.filter(isOpen));
      }),
      { numRuns: 500 },
    );
  });

  it('leaves out what there is no room for', () => {
    const found = assigned({
      items: [[0], [0], [0]],
      rooms: [{ capacity: 2, emptyCost: 0 }],
    });
    expect(found.chosen.size).toBe(2);
  });

  it('takes work in proportion to what is independent', () => {
    const work = (size: number): number => {
      const steps = stepsFor(size * 10);
      const places = Array.from({ length: size }, (_, place) => place);
      const choosers = places.flatMap((place) =>
        [0, 1].map((part) => ({ item: place * 2 + part, choices: [{ place, cost: 0n }] })),
      );
      assign(
        choosers,
        () => ({ capacity: 2, emptyCost: 0n }),
        () => false,
        steps,
      );
      return steps.taken();
    };
    expect(work(2000) / work(1000)).toBeCloseTo(2, 1);
  });

  it('ends with an error where it would take too much work', () => {
    const size = 200;
    const choosers = Array.from({ length: size }, (_, item) => ({
      item,
      choices: Array.from({ length: size }, (_unused, place) => ({
        place,
        cost: BigInt((item * 7919 + place * 104_729) % 1009),
      })),
    }));
    const run = () =>
      assign(
        choosers,
        () => ({ capacity: 1, emptyCost: 0n }),
        () => false,
        stepsFor(size),
      );
    expect(run).toThrow(TooAmbiguousError);
  });
});
