import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import type { TestWriter } from '../writing/writers.ts';
import { nextPath } from './next-path.ts';
import { namedBuildingModel, nodes, phaseNodes, surveyNodes } from './building-model.ts';
import { drawConditions, meets, toQuery, type ReadTile } from './naive-conditions.ts';
import { callerKinds, drawnFor, openBuildings, type Buildings } from './open-buildings.ts';
import { buildingId } from './random-buildings.ts';

const resultSchema = z.object({
  id: z.string(),
  uri: z.string(),
  name: z.string().nullable(),
  model: z.object({ slug: z.string().nullable(), name: z.string().nullable() }),
  place: z.array(z.number()).nullable(),
  values: z.array(
    z.object({
      node: z.object({ id: z.string(), alias: z.string().nullable(), label: z.string() }),
      tile: z.string(),
      display: z.string().nullable(),
    }),
  ),
});
const pageSchema = z.object({ results: z.array(resultSchema), ignored: z.array(z.string()) });
type Result = z.output<typeof resultSchema>;

let buildings: Buildings;

beforeAll(async () => {
  buildings = await openBuildings(namedBuildingModel);
});

afterAll(async () => buildings?.close());

/** The results of all pages. */
async function readResults(caller: TestWriter, query: string): Promise<readonly Result[]> {
  const results: Result[] = [];
  let path: string | undefined = `/resources/?format=results&limit=9&${query}`;
  while (path !== undefined) {
    const response: Response = await caller.sendRequest('GET', path);
    if (response.status !== 200) throw new Error(`${path}: ${await response.text()}`);
    results.push(...pageSchema.parse(await response.json()).results);
    path = nextPath(response);
  }
  return results;
}

describe('format=results of a question', () => {
  it.each(callerKinds)(
    'names for each condition a readable value that meets it, all in tiles that meet the conditions together, for the %s',
    async (kind) => {
      const caller = buildings.callers[kind];
      const tilesById = await buildings.readTiles(caller);
      const names = kind === 'reader' ? phaseNodes : [...phaseNodes, ...surveyNodes];
      const questions = drawnFor(kind, 40, (draw) => drawConditions(draw, names));
      let values = 0;
      for (const conditions of questions) {
        const query = toQuery(conditions);
        const results = await readResults(caller, query);
        expect([query, results.map(({ id }) => id)]).toEqual([
          query,
          await buildings.findIds(caller, query),
        ]);
        const positive = conditions.filter(({ isNegated }) => !isNegated);
        for (const result of results) {
          const tiles = tilesById.get(result.id) ?? [];
          const named = result.values.flatMap(({ node, tile }) =>
            tiles.flatMap((candidate) =>
              candidate.tileid === tile ? [{ nodeId: node.id, tile: candidate }] : [],
            ),
          );
          expect([query, named.map(({ nodeId }) => nodeId).toSorted()]).toEqual([
            query,
            positive.map(({ node }) => nodes[node]).toSorted(),
          ]);
          // The named tiles alone meet the conditions.
          const together = [...new Set<ReadTile>(named.map(({ tile }) => tile))];
          expect([query, together.length <= 2, meets(together, positive)]).toEqual([
            query,
            true,
            true,
          ]);
          values += named.length;
        }
      }
      expect(values).toBeGreaterThan(2 * questions.length);
    },
  );

  it('has names, model, bounding box, and displays in the language of the reader', async () => {
    const { administrator } = buildings.callers;
    const read = async (language: string): Promise<Result | undefined> => {
      const response = await administrator.sendRequest(
        'GET',
        '/resources/?format=results&node.type=Bowl%20barrow&node.state=*&near=-1.77,51.03,9000&node.called=*',
        undefined,
        { 'Accept-Language': language },
      );
      return pageSchema.parse(await response.json()).results[0];
    };
    const english = await read('en');
    const german = await read('de');
    const displays = (result: Result | undefined) =>
      Object.fromEntries(
        (result?.values ?? []).map(({ node, display }) => [`${node.alias} ${node.label}`, display]),
      );
    expect(Object.keys(displays(english)).toSorted()).toEqual([
      'called called',
      'shape shape',
      'state state',
      'type type',
    ]);
    expect(displays(english)['type type']).toContain('Bowl barrow');
    expect(displays(german)['type type']).toContain('Schalenhügel');
    expect(displays(english)['state state']).toMatch(/^(?:Good|Poor)$/);
    expect(displays(german)['state state']).toMatch(/^(?:Gut|Schlecht)$/);
    expect(displays(english)['shape shape']).toBeNull();
    expect(english).toMatchObject({
      model: { slug: 'building', name: 'Building' },
      uri: expect.stringContaining(`/resources/${english?.id}`),
      name: expect.stringMatching(/./),
      place: [expect.any(Number), expect.any(Number), expect.any(Number), expect.any(Number)],
    });
  });

  it('names what dates a record, where words are, and the reference of a relation', async () => {
    const { administrator } = buildings.callers;
    const [dated] = await readResults(administrator, 'period=1850');
    expect(dated?.values.map(({ node }) => node.alias)).toEqual(['built']);
    const [worded] = await readResults(
      administrator,
      `filter=${encodeURIComponent("words('mill')")}`,
    );
    expect(worded?.values.map(({ node, display }) => [node.alias, display])).toEqual([
      ['called', 'Old Mill'],
    ]);
    const [related] = await readResults(administrator, `related.beside=${buildingId(4)}`);
    expect(related?.values.map(({ node }) => node.alias)).toEqual(['beside']);
    const [choice] = await readResults(
      administrator,
      `filter=${encodeURIComponent("(height = 12 AND words('mill')) OR height = 1.5")}&node.height=1.5`,
    );
    expect(new Set(choice?.values.map(({ display }) => display)).has('1.5')).toBe(true);
  });

  it('follows an order and a count, and names what is ignored', async () => {
    const { reader } = buildings.callers;
    const results = await readResults(reader, 'node.height=*&sort=-name');
    expect(results.map(({ id }) => id)).toEqual(
      await buildings.findIds(reader, 'node.height=*&sort=-name'),
    );
    const response = await reader.sendRequest(
      'GET',
      '/resources/?format=results&sort=name&count=exact&heigth=1&limit=3',
    );
    expect(response.headers.get('X-Total-Count')).toBe(
      String((await buildings.findIds(reader, '')).length),
    );
    const page = pageSchema.parse(await response.json());
    expect([page.results.length, page.ignored]).toEqual([3, ['heigth']]);
    const posted = await reader.sendRequest(
      'POST',
      '/search',
      { format: 'results', 'node.height': '12', heigth: '1' },
      { 'Content-Type': 'application/json' },
    );
    const postedPage = pageSchema.parse(await posted.json());
    expect(postedPage.ignored).toEqual(['heigth']);
    expect(postedPage.results.map(({ id }) => id)).toEqual(
      await buildings.findIds(reader, 'node.height=12'),
    );
  });

  it('is refused without conditions, and for more than 100 items', async () => {
    const { reader } = buildings.callers;
    for (const query of ['', '&node.height=*&limit=101', '&node.height=*&page=2']) {
      const { status } = await reader.sendRequest('GET', `/resources/?format=results${query}`);
      expect([query, status]).toEqual([query, 400]);
    }
  });
});
