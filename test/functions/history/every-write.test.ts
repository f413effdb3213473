import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { baseUrl } from '../../support/service.ts';
import { everyWrite, neighbour, oldMill, placeMills, type Write } from '../writing/every-write.ts';
import { openMillService, type MillService } from '../writing/mill-service.ts';
import { ordinalOf, page } from './streams.ts';

let mills: MillService;

beforeAll(async () => {
  mills = await openMillService();
});

beforeEach(async () => placeMills(mills.service));

afterAll(async () => mills?.service.close());

/** Reads the type and the resource instance of each item of the stream. */
async function readStream(): Promise<readonly string[]> {
  const answer = await mills.sendRequest({ method: 'GET', path: '/history/1' });
  const { orderedItems, partOf } = page.parse(await answer.json());
  expect(orderedItems.map(ordinalOf)).toEqual(orderedItems.map((_, index) => index + 1));
  expect(partOf.totalItems).toBe(orderedItems.length);
  return orderedItems.map(({ type, object }) => {
    const id = object.id.slice(`${baseUrl}/resources/`.length);
    const names: Readonly<Record<string, string>> = { [oldMill]: 'mill', [neighbour]: 'neighbour' };
    return `${type} ${names[id] ?? 'another'}`;
  });
}

/** The expected items of each write, by the beginning of its title. */
const itemsByTitle: readonly (readonly [beginning: string, items: readonly string[]])[] = [
  ['PUT /resources/{id}', ['Update mill']],
  ['PUT /resources/{graph}/{id}', ['Create another']],
  ['POST /resources', ['Create another']],
  ['POST /api/tiles', ['Update mill']],
  ['POST /api/node_value', ['Update mill']],
  ['DELETE', ['Delete mill', 'Update neighbour']],
];

function itemsOf({ title }: Write): readonly string[] {
  const expectedItems = itemsByTitle.find(([beginning]) => title.startsWith(beginning));
  if (expectedItems === undefined) throw new Error(`Add the expected items of "${title}".`);
  return expectedItems[1];
}

const everyCase = everyWrite.flatMap((write) =>
  write.amounts.map((amount) => ({ title: write.title, write, amount })),
);

describe('the activity stream after a write', () => {
  it.each(everyCase)(
    'has the items of the write and no others, even if the same request is sent again: $title, $amount',
    async ({ write, amount }) => {
      const request = await write.request(mills, amount);
      expect((await mills.sendRequest(request)).status).toBeLessThan(300);
      expect(await readStream()).toEqual(itemsOf(write));
      if (write.retryStatus === undefined) return;
      expect((await mills.sendRequest(request)).status).toBe(write.retryStatus);
      expect(await readStream()).toEqual(itemsOf(write));
    },
  );

  it('has no item of a dry run', async () => {
    for (const write of everyWrite) {
      const { path, ...request } = await write.request(mills, 'little');
      const query = path.includes('?') ? '&' : '?';
      await mills.sendRequest({ ...request, path: `${path}${query}dry_run=true` });
    }
    expect(await readStream()).toEqual([]);
  });

  it('has no item of a refused write', async () => {
    for (const write of everyWrite) {
      const request = await write.request(mills, 'little');
      const headers = { ...request.headers, 'if-match': '"999-0"' };
      await mills.sendRequest({ ...request, headers });
    }
    expect((await readStream()).filter((item) => item.includes('mill'))).toEqual([]);
  });
});
