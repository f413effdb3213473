import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { runStatement } from '../../support/sample.ts';
import { house, tilesOf, title, type House } from './house-model.ts';
import { openHouses, type Houses } from './named-houses.ts';
import { listSentForms } from '../../support/sent-statements.ts';

let houses: Houses;

beforeAll(async () => {
  houses = await openHouses();
  // Each function reads the keys of tokens only at its first request.
  const { sendRequest } = houses.writers.administrator;
  await sendRequest('PUT', `/resources/house/${house(1)}?format=service-json`, {});
  await sendRequest('DELETE', `/resources/${house(1)}`);
});

beforeEach(async () => houses.clear());

afterEach(() => houses.service.stack.server.faults.clear());

afterAll(async () => houses?.service.close());

/** The status of a request, and the number of its Data API calls. */
async function statusAndCalls(work: () => Promise<Response>): Promise<readonly [number, number]> {
  let status = 0;
  const callCount = await houses.service.countCalls(async () => {
    ({ status } = await work());
  });
  return [status, callCount];
}

const readPendingWork = async () => ({
  marks: await houses.readMarks(),
  stale: await houses.listStaleHouses(),
});
const noPendingWork = { marks: [], stale: [] };

/** Houses with numbers from 10, which all stand in house 1. */
const housesInFirst = (count: number): Readonly<Record<number, House>> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      10 + index,
      { title: `H${index}`, within: [1] } as const,
    ]),
  );

describe('a request that changes a name that few others contain', () => {
  beforeEach(async () => {
    await houses.importHouses({
      1: { title: 'Yard' },
      2: { title: 'Mill', within: [1], beside: 4 },
      3: { title: 'Wheel', within: [2], beside: 1 },
      4: { title: 'Pond' },
    });
  });

  it('updates the names that depend on it, directly or indirectly, with one more Data API call', async () => {
    expect(await statusAndCalls(() => houses.put(1, { title: 'Court' }))).toEqual([200, 3]);
    expect(await houses.readName(2)).toBe('Mill, Court');
    expect(await houses.readName(3)).toBe('Wheel, Mill, Court');
    expect(await houses.readDescription(3)).toBe('beside Court');
    expect(await houses.readDescription(2)).toBe('beside Pond');
    expect(await readPendingWork()).toEqual(noPendingWork);
  });

  it('updates all dependent names in every operation that writes', async () => {
    const { administrator } = houses.writers;
    const postTile = async (text: string) => {
      const [tile] = tilesOf(1, { title: text });
      return administrator.sendRequest('POST', `/api/tiles/${String(tile?.['tileid'])}`, {
        ...tile,
        resourceinstance_id: house(1),
      });
    };
    const postNodeValue = async (text: string) => {
      const [tile] = tilesOf(1, { title: text });
      const form = new URLSearchParams({
        tileid: String(tile?.['tileid']),
        nodeid: title,
        resourceinstanceid: house(1),
        data: text,
      });
      return administrator.sendRequest('POST', '/api/node_value', form.toString(), {
        'content-type': 'application/x-www-form-urlencoded',
      });
    };
    await postTile('Yard');
    expect(await statusAndCalls(() => postTile('Court'))).toEqual([200, 3]);
    expect(await houses.readName(3)).toBe('Wheel, Mill, Court');
    await postNodeValue('Court');
    expect(await statusAndCalls(() => postNodeValue('Garth'))).toEqual([200, 3]);
    expect(await houses.readName(3)).toBe('Wheel, Mill, Garth');
    expect(await statusAndCalls(() => houses.delete(1))).toEqual([200, 3]);
    expect(await houses.readName(2)).toBe('Mill');
    expect(await houses.readName(3)).toBe('Wheel, Mill');
    expect(await houses.readDescription(3)).toBeUndefined();
    expect(await readPendingWork()).toEqual(noPendingWork);
    await houses.put(5, { title: 'Loft', within: [6] });
    expect(await statusAndCalls(() => houses.put(6, { title: 'Barn' }))).toEqual([201, 3]);
    expect(await houses.readName(5)).toBe('Loft, Barn');
    expect(await readPendingWork()).toEqual(noPendingWork);
  });

  it('makes two calls if no other text changes', async () => {
    expect(
      await statusAndCalls(() => houses.put(3, { title: 'Cog', within: [2], beside: 1 })),
    ).toEqual([200, 2]);
    expect(await statusAndCalls(() => houses.put(4, { title: 'Pond', beside: 3 }))).toEqual([
      200, 2,
    ]);
    expect(await readPendingWork()).toEqual(noPendingWork);
  });

  it('updates all dependent names even if the request needs a transaction', async () => {
    const text = `Court ${'of many words '.repeat(150_000)}`;
    expect((await houses.put(1, { title: text })).status).toBe(200);
    expect(await houses.readName(2)).toMatch(/^Mill, Court of many words/);
    expect(await houses.readDescription(3)).toMatch(/^beside Court of many words/);
  });

  it('stores the write and a mark if the dependent names cannot be updated', async () => {
    houses.service.stack.server.faults.add({
      when: 'before',
      kind: 'internal',
      match: listSentForms('incoming_mark'),
    });
    expect(await statusAndCalls(() => houses.put(1, { title: 'Court' }))).toEqual([200, 3]);
    expect(await houses.readName(1)).toBe('Court');
    expect(await houses.readName(2)).toBe('Mill, Yard');
    expect(await houses.readMarks()).toEqual(['resource 01001']);
    await houses.refreshNames();
    expect(await houses.readName(3)).toBe('Wheel, Mill, Court');
    expect(await readPendingWork()).toEqual(noPendingWork);
  });

  it('does not delete a mark of another change', async () => {
    await runStatement(
      houses.service,
      `insert into name_mark (kind, cause_id, token) values ('resource', '${house(1)}', gen_random_uuid())`,
    );
    await houses.put(3, { title: 'Cog', within: [2], beside: 1 });
    expect(await houses.readMarks()).toEqual(['resource 01001']);
  });
});

describe('a name that many others contain', () => {
  it.each([
    { followers: 200, callCount: 3, marks: [] },
    { followers: 201, callCount: 2, marks: ['resource 01001'] },
  ])(
    'is changed with $callCount calls and the marks $marks if $followers names contain it',
    async ({ followers, callCount, marks }) => {
      await houses.importHouses({ 1: { title: 'Yard' }, ...housesInFirst(followers) });
      expect(await statusAndCalls(() => houses.put(1, { title: 'Court' }))).toEqual([
        200,
        callCount,
      ]);
      expect(await houses.readMarks()).toEqual(marks);
      await houses.refreshNames();
      expect(await houses.readName(9 + followers)).toBe(`H${followers - 1}, Court`);
      expect(await readPendingWork()).toEqual(noPendingWork);
    },
  );

  it('is updated in other names only by the refresh if many names contain it indirectly', async () => {
    await houses.importHouses({
      1: { title: 'Yard', within: [2] },
      2: { title: 'Town' },
      ...housesInFirst(201),
    });
    expect(await statusAndCalls(() => houses.put(2, { title: 'City' }))).toEqual([200, 2]);
    expect(await houses.readMarks()).toEqual(['resource 01002']);
    await houses.refreshNames();
    expect(await houses.readName(10)).toBe('H0, Yard, City');
    expect(await readPendingWork()).toEqual(noPendingWork);
  });
});
