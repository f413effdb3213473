import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { skipsWithoutServer } from '../../support/on-server.ts';
import { holdBefore, holdFirst } from '../writing/slow-statements.ts';
import { openHouses, type House, type Houses } from './named-houses.ts';

let houses: Houses;

beforeAll(async () => {
  houses = await openHouses();
});

beforeEach(async () => houses.clear());

afterAll(async () => houses?.service.close());

const nothing = { marks: [], stale: [] };
const left = async () => ({ marks: await houses.marks(), stale: await houses.stale() });
const kinds = Array.from({ length: 20 }, (_, index) => index);

describe.skipIf(skipsWithoutServer())(
  'a name that is written while what it contains changes',
  () => {
    it('leaves a mark of its own where the other was faster', async () => {
      await houses.importHouses({ 1: { title: 'Yard' }, 2: { title: 'Mill' } });
      // Its texts are computed, and it is not stored yet.
      const held = holdBefore(houses.service.stack.database, 'incoming_resource');
      const slow = houses.put(2, { title: 'Mill', within: [1] });
      await held.isReached;
      await houses.put(1, { title: 'Court' });
      expect(await houses.marks()).toEqual([]);
      held.letGo();
      await slow;
      expect(await houses.nameOf(2)).toBe('Mill, Yard');
      expect(await houses.marks()).toEqual(['name 01002']);
      await houses.settle();
      expect(await houses.nameOf(2)).toBe('Mill, Court');
      expect(await left()).toEqual(nothing);
    });

    it('is marked by the other where that was slower, also by a whole import', async () => {
      await houses.importConcepts({ 1: { 'en-US': 'mill' } });
      const held = holdFirst(houses.service.stack.database, 'incoming_resource');
      const slow = houses.put(1, { title: 'Old', type: 1 });
      await held.isReached;
      const faster = houses.importConcepts({ 1: { 'en-US': 'windmill' } });
      await faster;
      held.letGo();
      await slow;
      await houses.settle();
      expect(await houses.nameOf(1)).toBe('Old (windmill)');
      expect(await left()).toEqual(nothing);
    });
  },
);

describe.skipIf(skipsWithoutServer())('a mark', () => {
  it('stays where its cause changes once more while it is settled', async () => {
    await houses.importConcepts({ 1: { 'en-US': 'mill' } });
    await houses.importHouses({ 1: { title: 'Old', type: 1 } });
    await houses.importConcepts({ 1: { 'en-US': 'windmill' } });
    const held = holdFirst(houses.service.stack.database, 'incoming_mark');
    const settling = houses.settle();
    await held.isReached;
    const renamed = houses.importConcepts({ 1: { 'en-US': 'watermill' } });
    held.letGo();
    await Promise.all([settling, renamed]);
    await houses.settle();
    expect(await houses.nameOf(1)).toBe('Old (watermill)');
    expect(await left()).toEqual(nothing);
  });

  it('is not settled over what a writer has written meanwhile', async () => {
    await houses.importConcepts({ 1: { 'en-US': 'mill' } });
    await houses.importHouses({ 1: { title: 'Old', type: 1 } });
    await houses.importConcepts({ 1: { 'en-US': 'windmill' } });
    const held = holdFirst(houses.service.stack.database, 'incoming_resource');
    const writing = houses.put(1, { title: 'New', type: 1 });
    await held.isReached;
    const settling = houses.settle();
    held.letGo();
    await Promise.all([writing, settling]);
    await houses.settle();
    expect(await houses.nameOf(1)).toBe('New (windmill)');
    expect(await left()).toEqual(nothing);
  });
});

describe('writers, importers and those who settle, all at once', () => {
  it('have every name right in the end, and lose nothing', async () => {
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
