import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { takeSample } from '../../support/random/take-sample.ts';
import { type House } from './house-model.ts';
import { openHouses, type Houses } from './named-houses.ts';

let houses: Houses;

beforeAll(async () => {
  houses = await openHouses();
});

beforeEach(async () => houses.clear());

afterAll(async () => houses?.service.close());

const noPendingWork = { marks: [], stale: [] };
const readPendingWork = async () => ({
  marks: await houses.readMarks(),
  stale: await houses.listStaleHouses(),
});
const houseNumbers = Array.from({ length: 12 }, (_, index) => index);

describe('simultaneous writes, imports and updates of names', () => {
  it('are all stored, and every name is correct after a last refresh', async () => {
    const conceptsOf = (round: number) =>
      Object.fromEntries(
        [1, 2, 3].map((concept) => [concept, { 'en-US': `type ${concept} of ${round}` }]),
      );
    const planHouse = (number: number, round: number): House => ({
      title: `H${number} of ${round}`,
      type: 1 + (number % 3),
      within: [(number + 1 + (round % 3)) % houseNumbers.length],
      beside: (number + 7) % houseNumbers.length,
    });
    await houses.importConcepts(conceptsOf(0));
    await houses.importHouses(
      Object.fromEntries(houseNumbers.map((number) => [number, planHouse(number, 0)])),
    );
    const rounds = takeSample([1, 2, 3, 4], 2);
    const failedStatuses: number[] = [];
    const runEachRound = async (work: (round: number) => Promise<unknown>): Promise<void> => {
      for (const round of rounds) await work(round);
    };
    await Promise.all([
      ...houseNumbers.map((number) =>
        runEachRound(async (round) => {
          const { status } = await houses.put(number, planHouse(number, round));
          if (status >= 300) failedStatuses.push(status);
        }),
      ),
      runEachRound((round) => houses.importConcepts(conceptsOf(round))),
      // Twice, so that two updates of names run at the same time, too.
      runEachRound(() => houses.refreshNames()),
      runEachRound(() => houses.refreshNames()),
    ]);
    expect(await houses.refreshNames()).toMatchObject({ isComplete: true });
    expect(failedStatuses).toEqual([]);
    expect(await readPendingWork()).toEqual(noPendingWork);
    for (const number of houseNumbers) {
      expect(await houses.readName(number)).toMatch(
        new RegExp(
          `^H${number} of ${rounds.at(-1)} \\(type ${1 + (number % 3)} of ${rounds.at(-1)}\\), H`,
        ),
      );
    }
  });
});
