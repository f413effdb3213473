import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { buildingCount, openBuildings, type Buildings } from '../questions/open-buildings.ts';
import { browserAccept } from './data-pages.ts';

let buildings: Buildings;

beforeAll(async () => {
  buildings = await openBuildings();
});

afterAll(async () => buildings?.close());

type Caller = keyof Buildings['callers'];

async function readSummary(path: string, caller: Caller = 'administrator'): Promise<string> {
  const response = await buildings.callers[caller].sendRequest('GET', path, undefined, {
    accept: browserAccept,
  });
  const [, summary = ''] = /<p class="kind">([^<]*)<\/p>/.exec(await response.text()) ?? [];
  return summary.trim();
}

describe('the page of a list', () => {
  it.each(['/resources/', '/resources/?graph=building', '/resources/?page=2&limit=10'])(
    'says how many records the list has, and in which order: %s',
    async (path) => {
      expect(await readSummary(path)).toBe(`${buildingCount} records, in the order of their ids`);
    },
  );

  it('counts only what the reader may see', async () => {
    const { administrator, withGrants } = buildings.callers;
    const all = await buildings.findIds(administrator, '');
    const visible = await buildings.findIds(withGrants, '');
    expect(visible.length).toBeLessThan(all.length);
    expect(await readSummary('/resources/', 'withGrants')).toBe(
      `${visible.length} records, in the order of their ids`,
    );
  });

  it('says the order alone after a cursor', async () => {
    const [first = ''] = await buildings.findIds(buildings.callers.administrator, '');
    const cursor = Buffer.from(first).toString('base64url');
    expect(await readSummary(`/resources/?cursor=${cursor}`)).toBe(
      'Records, in the order of their ids',
    );
  });

  it('says nothing of an empty list', async () => {
    expect(await readSummary('/resources/?q=nothingislikethis')).toBe('');
  });
});
