import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { browserAccept } from '../pages/data-pages.ts';
import { buildingGraph, concepts } from './building-model.ts';
import { openBuildings, type Buildings } from './open-buildings.ts';

let buildings: Buildings;

beforeAll(async () => {
  buildings = await openBuildings();
  await buildings.service.openToGuest();
});

afterAll(async () => buildings?.close());

const readPage = async (query: string): Promise<string> => {
  const response = await buildings.service.fetch(`/search?${query}`, {
    headers: { accept: browserAccept },
  });
  return response.text();
};

const countedPattern =
  /<a href="\/search\?([^"]*)"\s*>\s*<span dir="auto">([^<]*)<\/span>\s*<\/a\s*>\s*<small>([\d,]+)<\/small>/g;

/** The links that narrow a search, with the numbers of records beside them. */
const listCounts = (text: string) =>
  [...text.matchAll(countedPattern)].map(([, query = '', label = '', count = '']) => ({
    query: query.replaceAll('&amp;', '&'),
    label,
    count: Number(count),
  }));

/** The text of the page without tags. */
const plain = (text: string): string => text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

describe('what narrows a search on its page', () => {
  it.each([
    ['a model', `graph=${buildingGraph}&changed=1900-01-01..`],
    ['all models', 'changed=1900-01-01..'],
    ['a period', `graph=${buildingGraph}&period=1850`],
    ['a concept', `graph=${buildingGraph}&node.type=${concepts.barrow}`],
  ])('leads to as many records as it counts: %s', async (_title, query) => {
    const guest = buildings.service;
    const links = listCounts(await readPage(query));
    expect(links.length).toBeGreaterThan(0);
    for (const { query: narrowed, count } of links) {
      const response = await guest.fetch(`/resources/?limit=1000&${narrowed}`);
      const ids = (await response.text()).match(/"[^"]*\/resources\/[0-9a-f-]{36}"/g) ?? [];
      expect([narrowed, ids.length]).toEqual([narrowed, count]);
    }
  });

  it('has concepts below those that are broader', async () => {
    const text = await readPage(`graph=${buildingGraph}&changed=1900-01-01..`);
    const labels = listCounts(text).map(({ label }) => label);
    expect(labels.filter((label) => /arrow|House/.test(label)).toSorted()).toEqual([
      'Barrow',
      'Bowl barrow',
      'House',
      'Round barrow',
    ]);
    expect(text).toMatch(/Barrow<[^]*<ul>[^]*Round barrow<[^]*<ul>[^]*Bowl barrow</);
  });

  it('does not replace a chosen concept by one that is not narrower', async () => {
    const text = await readPage(`graph=${buildingGraph}&node.type=${concepts.round}`);
    const labels = listCounts(text).map(({ label }) => label);
    expect(labels).toContain('Bowl barrow');
    expect(labels).not.toContain('House');
    expect(plain(text)).toMatch(/House \d/);
  });

  it('names the narrower concepts of a chosen one that the records have', async () => {
    const text = await readPage(`graph=${buildingGraph}&node.type=${concepts.barrow}`);
    expect(plain(text)).toContain('type: Barrow, with Round barrow, Bowl barrow');
  });

  it('tells how many records there are', async () => {
    const query = `graph=${buildingGraph}&period=1850`;
    const response = await buildings.service.fetch(`/resources/?limit=1000&${query}`);
    const ids = (await response.text()).match(/"[^"]*\/resources\/[0-9a-f-]{36}"/g) ?? [];
    expect(plain(await readPage(query))).toContain(`Records (${ids.length})`);
  });

  it('offers the records as a table', async () => {
    const query = `graph=${buildingGraph}&period=1850`;
    expect(await readPage(query)).toContain(
      `href="/resources/?${query.replaceAll('&', '&amp;')}&amp;format=csv"`,
    );
  });
});
