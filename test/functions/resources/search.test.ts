import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { graphId, house } from '../names/house-model.ts';
import { openHouses, type Houses } from '../names/named-houses.ts';
import { runStatement } from '../../support/sample.ts';
import { baseUrl } from '../../support/service.ts';

/** The titles of the houses, by number. */
const titles = {
  1: 'Church',
  2: 'Church Farm',
  3: 'Churchill House',
  4: 'Holy Church',
  5: 'Old Mill, Château-Thierry',
  6: 'Øresund Bridge',
  7: 'Saint Mary’s Church, Little Barrow',
  8: 'Mill',
  9: '12 Mill Lane',
  10: 'Mill Church Mill',
  11: 'The Society for the Preservation of Ancient Bridges of Wales',
  12: 'The Society for the Preservation of Ancient Bridges of Scotland',
};

let houses: Houses;

beforeAll(async () => {
  houses = await openHouses();
  await houses.service.openToGuest();
  await houses.importHouses(
    Object.fromEntries(Object.entries(titles).map(([number, title]) => [number, { title }])),
  );
});

afterAll(async () => houses?.service.close());

const containerSchema = z.object({ 'ldp:contains': z.array(z.string()) });
const resultsSchema = z.array(
  z.object({
    id: z.string(),
    uri: z.string(),
    name: z.string().nullable(),
    model: z.object({ id: z.string(), slug: z.string().nullable(), name: z.string().nullable() }),
    match: z.string(),
    score: z.number(),
    place: z.unknown(),
  }),
);

const fetchSearch = (query: Readonly<Record<string, string>>): Promise<Response> =>
  houses.service.fetch(`/resources/?${new URLSearchParams(query).toString()}`);

/** Searches, and returns the results. */
async function search(q: string, query: Readonly<Record<string, string>> = {}) {
  const response = await fetchSearch({ q, format: 'results', ...query });
  expect(response.status).toBe(200);
  return resultsSchema.parse(await response.json());
}

const namesOf = async (q: string): Promise<readonly (string | null)[]> =>
  (await search(q)).map(({ name }) => name);

async function readProblems(query: Readonly<Record<string, string>>) {
  const response = await fetchSearch(query);
  return { status: response.status, body: await response.text() };
}

describe('a search by name', () => {
  it('finds equal names first, then those that begin with the text, then those in which a later word does', async () => {
    const results = await search('church');
    expect(results.map(({ name, match }) => [match, name])).toEqual([
      ['exact', 'Church'],
      ['beginning', 'Church Farm'],
      ['beginning', 'Churchill House'],
      ['word', 'Holy Church'],
      ['word', 'Saint Mary’s Church, Little Barrow'],
      ['word', 'Mill Church Mill'],
    ]);
  });

  it('has scores that decrease in the same order, from 1 for an equal name', async () => {
    const scores = (await search('church')).map(({ score }) => score);
    expect(scores[0]).toBe(1);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
    expect(new Set(scores).size).toBe(3);
  });

  it('orders names by the alphabet from the matching word on', async () => {
    expect(await namesOf('mi')).toEqual([
      'Mill',
      'Mill Church Mill',
      'Old Mill, Château-Thierry',
      '12 Mill Lane',
    ]);
  });

  it('compares all of a long text with the words after the first', async () => {
    expect(await namesOf('society for the preservation of ancient bridges of wales')).toEqual([
      'The Society for the Preservation of Ancient Bridges of Wales',
    ]);
  });

  it('finds similar words last', async () => {
    const results = await search('curch');
    expect(results.slice(0, 2).map(({ name, match }) => [match, name])).toEqual([
      ['similar', 'Church'],
      ['similar', 'Church Farm'],
    ]);
    expect(results.at(-1)?.score).toBeLessThan(0.7);
  });

  it('marks similar names as such, and lists them under a heading of their own on the page', async () => {
    const matches = (await search('churh')).map(({ match }) => match);
    expect(matches.length).toBeGreaterThan(1);
    expect(new Set(matches)).toEqual(new Set(['similar']));
    const page = await (await fetchSearch({ q: 'mill', format: 'html' })).text();
    expect(page).not.toContain('Similar names');
    await houses.importHouses({ 40: { title: 'Milk House' } });
    const mixed = await search('mill');
    expect(mixed.at(-1)).toMatchObject({ name: 'Milk House', match: 'similar' });
    const parts = (await (await fetchSearch({ q: 'mill', format: 'html' })).text()).split(
      '<h2>Similar names</h2>',
    );
    const listed = parts.map((part) =>
      mixed.filter(({ id }) => part.includes(id)).map(({ match }) => match),
    );
    expect(listed).toEqual([mixed.slice(0, -1).map(({ match }) => match), ['similar']]);
    await houses.delete(40);
  });

  it('finds several words in a row of which some are similar', async () => {
    expect(await namesOf('holy curch')).toEqual(['Holy Church']);
    expect(await namesOf('mill churh')).toEqual(['Mill Church Mill']);
  });

  it('finds no similar words for two letters', async () => {
    expect(await namesOf('xq')).toEqual([]);
    expect(await namesOf('cj')).toEqual([]);
  });

  it.each([
    ['CHATEAU', 'Old Mill, Château-Thierry'],
    ['thierry', 'Old Mill, Château-Thierry'],
    ['oresund', 'Øresund Bridge'],
    ['mary s church  little', 'Saint Mary’s Church, Little Barrow'],
    ['old mill chateau thierry', 'Old Mill, Château-Thierry'],
  ])('ignores case, accents and punctuation: %s', async (text, name) => {
    expect((await namesOf(text))[0]).toBe(name);
  });

  it.each(['%', '_', '’', '!', ' '.repeat(3)])(
    'has no result, or the list, for a text without letters: %j',
    async (text) => {
      const response = await fetchSearch({ q: text });
      expect(response.status).toBe(200);
      const members = containerSchema.parse(await response.json())['ldp:contains'];
      expect(members).toHaveLength(text.trim() === '' ? Object.keys(titles).length : 0);
    },
  );

  it('returns the container of the list, in the order of the matches', async () => {
    const response = await fetchSearch({ q: 'church', limit: '2' });
    const uris = containerSchema.parse(await response.json())['ldp:contains'];
    expect(uris).toEqual([`${baseUrl}/resources/${house(1)}`, `${baseUrl}/resources/${house(2)}`]);
    expect(response.headers.get('link')).toContain('rel="next"');
  });

  it('describes results with their model and URI', async () => {
    const [result] = await search('church');
    expect(result).toEqual({
      id: house(1),
      uri: `${baseUrl}/resources/${house(1)}`,
      name: 'Church',
      model: { id: graphId, slug: 'house', name: 'House' },
      match: 'exact',
      score: 1,
      place: null,
    });
  });

  it.each(['turtle', 'n-triples', 'json-ld'])('has the format %s', async (format) => {
    const response = await fetchSearch({ q: 'holy church', format });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(house(4));
  });

  it('returns whole resource instances of a model', async () => {
    const response = await fetchSearch({ q: 'holy church', format: 'arches-json', graph: 'house' });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Holy Church');
  });

  it.each(['church', 'mill', 'curch', 'mils'])(
    'continues after each match with a cursor: %s',
    async (text) => {
      const ids: string[] = [];
      let path: string | undefined =
        `/resources/?q=${encodeURIComponent(text)}&format=results&limit=1`;
      while (path !== undefined) {
        const response: Response = await houses.service.fetch(path);
        ids.push(...resultsSchema.parse(await response.json()).map(({ id }) => id));
        const next = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
        path = next?.slice(baseUrl.length);
      }
      expect(ids.length).toBeGreaterThan(1);
      expect(ids).toEqual((await search(text)).map(({ id }) => id));
    },
  );

  it('takes one Data API call for names and one for values in every format', async () => {
    for (const format of ['json', 'results', 'turtle', 'html']) {
      await fetchSearch({ q: 'mill', format });
      expect(await houses.service.countCalls(() => fetchSearch({ q: 'mill', format }))).toBe(2);
    }
  });
});

describe('a search that cannot be answered', () => {
  it.each([
    [{ q: 'mill', page: '2' }, 'page: a search has no page numbers'],
    [{ q: 'mill', limit: '101' }, 'limit: a search has at most 100'],
    [
      { q: 'mill', cursor: Buffer.from(house(1)).toString('base64url') },
      'cursor: is the cursor of a list',
    ],
    [
      { q: 'mill', cursor: Buffer.from('["exact"]').toString('base64url') },
      'cursor: is not a cursor',
    ],
    [
      {
        q: 'mill',
        cursor: Buffer.from(JSON.stringify(['exact', 0, 'a\u0000b', house(1)])).toString(
          'base64url',
        ),
      },
      'cursor: is not a cursor',
    ],
    [{ q: 'mill', graph: 'nothing' }, 'is neither the id nor the slug of a graph'],
    [{ q: 'mill', format: 'arches-json' }, 'graph_uuid: format=arches-json'],
    [{ format: 'results' }, 'q: format=results describes what is found'],
  ])('is refused with 400: %j', async (query, detail) => {
    const { status, body } = await readProblems(query);
    expect(status).toBe(400);
    expect(body).toContain(detail);
  });

  it('names every error at once', async () => {
    const { body } = await readProblems({ q: 'mill', page: '2', limit: '1000' });
    expect(body).toContain('page: a search');
    expect(body).toContain('limit: a search');
  });
});

describe('after a change', () => {
  it('a resource instance is found by its new name only', async () => {
    await houses.put(20, { title: 'Windmill' });
    expect(await namesOf('windmill')).toEqual(['Windmill']);
    await houses.put(20, { title: 'Lighthouse' });
    expect((await namesOf('lighthouse'))[0]).toBe('Lighthouse');
    expect((await search('windmill')).filter(({ match }) => match !== 'similar')).toEqual([]);
    await houses.delete(20);
    expect(await namesOf('lighthouse')).not.toContain('Lighthouse');
  });

  it('a name that contains another one is found by both, unless the other is closed to the caller', async () => {
    await houses.importHouses({ 30: { title: 'Abbey' }, 31: { title: 'Dovecote', within: [30] } });
    expect((await search('abbey')).map(({ id }) => id)).toEqual([house(30), house(31)]);
    await runStatement(
      houses.service,
      `insert into resource_grant (resource_id, account_group_id, no_access)
       select '${house(30)}', g.account_group_id, true from account_group g where g.name = 'Guest'`,
    );
    expect(await search('abbey')).toEqual([]);
    expect(await namesOf('dovecote')).toEqual(['Dovecote']);
  });
});
