import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import type { TestWriter } from '../writing/writers.ts';
import {
  buildingGraph,
  concepts,
  narrower,
  nodes,
  phaseNodes,
  surveyNodes,
  values,
  type ConceptName,
} from './building-model.ts';
import { drawConditions, listYears, meets, toQuery, type ReadTile } from './naive-conditions.ts';
import { callerKinds, drawnFor, openBuildings, type Buildings } from './open-buildings.ts';

const facetsSchema = z.object({
  counted: z.number(),
  is_complete: z.boolean(),
  facets: z.array(
    z.object({
      name: z.string(),
      kind: z.string(),
      condition: z.string(),
      has_more_values: z.boolean(),
      values: z.array(
        z.object({
          value: z.string(),
          count: z.number(),
          label: z.string().nullable().default(null),
          uri: z.string().optional(),
          broader: z.array(z.string()).default([]),
        }),
      ),
    }),
  ),
});

type Facets = z.output<typeof facetsSchema>;

let buildings: Buildings;

beforeAll(async () => {
  buildings = await openBuildings();
});

afterAll(async () => buildings?.close());

const readFacets = async (caller: TestWriter, query: string): Promise<Facets> =>
  facetsSchema.parse(await caller.read(`/search/facets?${query}`));

/** The counts of each facet by value. */
const countsOf = ({ facets }: Facets): Readonly<Record<string, Readonly<Record<string, number>>>> =>
  Object.fromEntries(
    facets.map(({ name, values: ofFacet }) => [
      name,
      Object.fromEntries(ofFacet.map(({ value, count }) => [value, count])),
    ]),
  );

const conceptNames = Object.keys(concepts) as readonly ConceptName[];

/** The concepts that a building has, with broader ones. */
function conceptsOf(tiles: readonly ReadTile[]): readonly string[] {
  const ids = new Set(tiles.flatMap((tile) => (tile.data[nodes.type] ?? []) as readonly string[]));
  return conceptNames
    .filter((name) => narrower[name].some((lower) => values[lower].some((id) => ids.has(id))))
    .map((name) => concepts[name]);
}

const thisCentury = Math.floor(new Date().getUTCFullYear() / 100);
const year = (number: number): string =>
  `${Math.abs(number) > 9999 ? 'Y' : ''}${number < 0 ? '-' : ''}${String(Math.abs(number)).padStart(4, '0')}`;

/** The centuries of the dates of a building. */
function centuriesOf(tiles: readonly ReadTile[]): readonly string[] {
  const centuries = tiles
    .flatMap((tile) => listYears(tile.data[nodes.built]))
    .flatMap(([first, last]) => {
      const from = Math.floor(first / 100);
      const to = last === Infinity ? thisCentury : Math.floor(last / 100);
      return Array.from({ length: to - from + 1 }, (_, index) => from + index);
    });
  return [...new Set(centuries)].map(
    (century) => `${year(century * 100)}..${year(century * 100 + 99)}`,
  );
}

function countEach(items: readonly (readonly string[])[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const value of items.flat()) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

describe('facets', () => {
  it.each(callerKinds)(
    'count each record once for each model, century and concept that the %s may read of it, broader concepts included',
    async (kind) => {
      const { callers, readTiles } = buildings;
      const caller = callers[kind];
      const tilesById = await readTiles(caller);
      const names = kind === 'reader' ? phaseNodes : [...phaseNodes, ...surveyNodes];
      const conditions = [[], ...drawnFor(kind, 20, (draw) => drawConditions(draw, names))];
      let counted = 0;
      for (const each of conditions) {
        const query = `${toQuery(each)}&facets=graph,type,built,period`;
        const found = [...tilesById.values()].filter((tiles) => meets(tiles, each));
        const answer = await readFacets(caller, query);
        expect([query, answer.counted, countsOf(answer)]).toEqual([
          query,
          found.length,
          {
            graph: found.length === 0 ? {} : { building: found.length },
            type: countEach(found.map(conceptsOf)),
            built: countEach(found.map(centuriesOf)),
            period: countEach(found.map(centuriesOf)),
          },
        ]);
        counted += found.length;
      }
      expect(counted).toBeGreaterThan(2 * conditions.length);
    },
  );

  it('have values with which their condition finds as many records as they count', async () => {
    const caller = buildings.callers.reader;
    const { facets } = await readFacets(caller, 'node.called=*&facets=graph,type,built,period');
    // One tile must meet all conditions on its card, while a facet counts all tiles of a record.
    const ids = (await buildings.findIds(caller, 'node.called=*')).join(',');
    const counted = facets.flatMap(({ condition, values: ofFacet }) =>
      ofFacet.map(({ value, count }) => [condition, value, count]),
    );
    const found = await Promise.all(
      facets.flatMap(({ condition, values: ofFacet }) =>
        ofFacet.map(async ({ value }) => {
          const query = new URLSearchParams({ ids, [condition]: value }).toString();
          return [condition, value, (await buildings.findIds(caller, query)).length];
        }),
      ),
    );
    expect(found).toEqual(counted);
    expect(counted.length).toBeGreaterThan(10);
  });

  it('name concepts in the language of the reader, with their URIs and the concepts next above', async () => {
    const response = await buildings.callers.reader.sendRequest(
      'GET',
      '/search/facets?facets=type',
      undefined,
      { 'accept-language': 'de' },
    );
    const { facets } = facetsSchema.parse(await response.json());
    const bowl = facets[0]?.values.find(({ value }) => value === concepts.bowl);
    expect(bowl).toMatchObject({ label: 'Schalenhügel', broader: [concepts.round] });
    expect(bowl?.uri).toMatch(new RegExp(`/concepts/${concepts.bowl}$`));
  });

  it('are refused with similar names for a node that the caller may not read or that does not exist', async () => {
    const answers = await Promise.all(
      ['isopen', 'isopem'].map(async (name) => {
        const response = await buildings.callers.reader.sendRequest(
          'GET',
          `/search/facets?facets=${name}`,
        );
        const text = await response.text();
        return [response.status, text.replaceAll(/isope[nm]|"requestId":"[^"]*"/g, '')];
      }),
    );
    expect(answers[0]?.[0]).toBe(400);
    expect(answers[0]?.[1]).toContain('there is no node with this name that you may read');
    expect(answers[0]).toEqual(answers[1]);
  });

  it('are refused for values that are not counted, and for too many names', async () => {
    const statuses = await Promise.all(
      ['height', 'called', Array.from({ length: 11 }, (_, index) => `a${index}`).join(',')].map(
        async (names) => {
          const { status } = await buildings.callers.reader.sendRequest(
            'GET',
            `/search/facets?facets=${names}`,
          );
          return status;
        },
      ),
    );
    expect(statuses).toEqual([400, 400, 400]);
  });

  it('are the same for the same conditions in a body', async () => {
    const caller = buildings.callers.reader;
    const sent = { graph: buildingGraph, 'node.type': 'Barrow', facets: 'type,built' };
    const response = await caller.sendRequest('POST', '/search/facets', sent, {
      'content-type': 'application/json',
    });
    expect(await response.json()).toEqual(
      await caller.read(`/search/facets?${new URLSearchParams(sent).toString()}`),
    );
  });
});
