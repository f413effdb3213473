import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type House } from './house-model.ts';
import { openHouses, type Houses } from './named-houses.ts';

let houses: Houses;

beforeAll(async () => {
  houses = await openHouses();
});

beforeEach(async () => houses.clear());

afterAll(async () => houses?.service.close());

const nothing = { marks: [], stale: [] };
const left = async () => ({ marks: await houses.marks(), stale: await houses.stale() });
const kinds = Array.from({ length: 20 }, (_, index) => index);

describe('simultaneous writes, imports and updates of names', () => {
  it('are all stored, with every name correct in the end', async () => {
    const concepts = (round: number) =>
      Object.fromEntries([1, 2, 3].map((one) => [one, { 'en-US': `type ${one} of ${round}` }]));
    const plan = (number: number, round: number): House => ({
      title: `H${number} of ${round}`,
      type: 1 + (number % 3),
      within: [(number + 1 + (round % 3)) % kinds.length],
      beside: (number + 7) % kinds.length,
    });
    await houses.importConcepts(concepts(0));
    await houses.importHouses(Object.fromEntries(kinds.map((number) => [number, plan(number, 0)])));
    const rounds = [1, 2, 3, 4];
    const refused: number[] = [];
    const inTurn = async (work: (round: number) => Promise<unknown>): Promise<void> => {
      for (const round of rounds) await work(round);
    };
    await Promise.all([
      ...kinds.map((number) =>
        inTurn(async (round) => {
          const { status } = await houses.put(number, plan(number, round));
          if (status >= 300) refused.push(status);
        }),
      ),
      inTurn((round) => houses.importConcepts(concepts(round))),
      inTurn(() => houses.settle()),
      inTurn(() => houses.settle()),
    ]);
    await houses.settle();
    await houses.settle();
    expect(refused).toEqual([]);
    expect(await left()).toEqual(nothing);
    for (const number of kinds) {
      expect(await houses.nameOf(number)).toMatch(
        new RegExp(`^H${number} of 4 \\(type ${1 + (number % 3)} of 4\\), H`),
      );
    }
  });
});
