import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  createFixedCapacities,
  assignByElimination,
} from '../../../../lib/json-ld/match/choice/eliminate.ts';
import type { WorkLimit } from '../../../../lib/json-ld/match/choice/work-limit.ts';
import type { ValueGroup } from '../../../../lib/json-ld/match/document/value-groups.ts';

/** The indexes of the places that each value can take, and how many values each place can take. */
type Case = {
  readonly values: readonly (readonly number[])[];
  readonly counts: readonly number[];
};

const context = {
  keyOfValues: (values: ValueGroup['values']) => values.map(({ pointer }) => pointer).join(' '),
  workLimit: { countOrThrow: () => undefined } satisfies WorkLimit,
};

function groupsOf(texts: readonly string[]): readonly ValueGroup[] {
  return texts.map((text) => ({
    uri: undefined,
    values: [{ kind: 'literal', value: text, pointer: text }],
    pointer: text,
  }));
}

function eliminateCase({ values, counts }: Case, isRequired?: (place: number) => boolean) {
  const groups = groupsOf(values.map((_, index) => String(index)));
  const found = assignByElimination(
    new Map(groups.map((group, index) => [group, values[index] ?? []])),
    createFixedCapacities((place: number) => counts[place] ?? 0),
    context,
    isRequired,
  );
  return {
    chosen: groups.map((group) => found.chosen.get(group)),
    undecided: groups.map((group) => found.undecided.get(group)),
    excluded: found.excluded.length,
  };
}

/** All assignments of the values to places that do not exceed the counts. */
function allAssignments({ values, counts }: Case): readonly (readonly number[])[] {
  const assignments = values.reduce<readonly (readonly number[])[]>(
    (shorterWays, places) => shorterWays.flatMap((way) => places.map((place) => [...way, place])),
    [[]],
  );
  return assignments.filter((assignment) =>
    counts.every((count, place) => assignment.filter((chosen) => chosen === place).length <= count),
  );
}

const anyCase: fc.Arbitrary<Case> = fc.integer({ min: 1, max: 4 }).chain((places) =>
  fc.record({
    values: fc.array(fc.uniqueArray(fc.nat(places - 1), { minLength: 1 }), { maxLength: 5 }),
    counts: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: places, maxLength: places }),
  }),
);

describe('eliminate', () => {
  it('never rules out a place that a complete assignment of all values could use', () => {
    fc.assert(
      fc.property(anyCase, (randomCase) => {
        const assignments = allAssignments(randomCase);
        fc.pre(assignments.length > 0);
        const { chosen, undecided, excluded } = eliminateCase(randomCase);
        expect(excluded).toBe(0);
        for (const [index, place] of chosen.entries()) {
          const possiblePlaces = new Set(assignments.map((assignment) => assignment[index]));
          const remainingPlaces = new Set(place === undefined ? undecided[index] : [place]);
          expect(possiblePlaces.difference(remainingPlaces)).toEqual(new Set());
        }
      }),
      { numRuns: 500 },
    );
  });

  it('excludes the values for which no place is left', () => {
    expect(eliminateCase({ values: [[0], [0], [0]], counts: [2] })).toMatchObject({
      chosen: [0, 0, undefined],
      excluded: 1,
    });
  });

  it('assigns a required place the only value that can take it', () => {
    const { chosen } = eliminateCase({ values: [[0, 1]], counts: [1, 1] }, (place) => place === 1);
    expect(chosen).toEqual([1]);
  });

  it('assigns equal values together if they fill all of their places', () => {
    const countPlaced = (texts: readonly string[]): number => {
      const groups = groupsOf(texts);
      const choices = new Map(groups.map((group) => [group, [0, 1]]));
      return assignByElimination(
        choices,
        createFixedCapacities(() => 1),
        context,
      ).chosen.size;
    };
    expect(countPlaced(['a', 'a'])).toBe(2);
    expect(countPlaced(['a', 'b'])).toBe(0);
    expect(countPlaced(['a'])).toBe(0);
  });

  it('needs fewer than four steps of work per value in a chain of a thousand dependent choices', () => {
    let steps = 0;
    const workLimit: WorkLimit = { countOrThrow: (count: number) => void (steps += count) };
    const size = 1000;
    const groups = groupsOf(Array.from({ length: size }, (_, index) => String(index)));
    const choices = new Map(groups.map((group, index) => [group, [index, index + 1]]));
    const [first] = groups;
    if (first !== undefined) choices.set(first, [1]);
    const { chosen } = assignByElimination(
      choices,
      createFixedCapacities(() => 1),
      { ...context, workLimit },
    );
    expect(chosen.size).toBe(size);
    expect(steps).toBeLessThan(4 * size);
  });
});
