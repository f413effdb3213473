import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { runStatement } from '../../support/sample.ts';
import type { TestWriter } from '../writing/writers.ts';
import { concepts, nodes, values } from './building-model.ts';
import { valueOf } from './former-search-cases.ts';
import {
  advanced,
  errorSchema,
  group,
  isOf,
  search,
  toQuery,
  type Parameters,
} from './former-searches.ts';
import { openBuildings, type Buildings } from './open-buildings.ts';

let buildings: Buildings;

beforeAll(async () => {
  buildings = await openBuildings();
  await runStatement(buildings.service, 'update node set is_exportable = true');
});

afterAll(async () => buildings?.close());

const featuresSchema = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.object({
      id: z.string(),
      geometry: z.object({ type: z.string() }).loose(),
      properties: z.record(z.string(), z.string().nullable()),
    }),
  ),
});

async function readExport(
  caller: TestWriter,
  path: string,
  parameters: Parameters,
): Promise<string> {
  const response = await caller.sendRequest('GET', `${path}?${toQuery(parameters)}`);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  return text;
}

describe('exports of the reference platform', () => {
  const houses = {
    ...advanced(group({ [nodes.type]: isOf(values.house[0]) })),
    total: '383891',
    email: 'a@b.example',
    exportName: 'x',
  };

  it('have a feature for each geometry of what the search finds, with its id and the names of nodes', async () => {
    const { administrator } = buildings.callers;
    const text = await readExport(administrator, '/api/search/export_results', houses);
    const { features } = featuresSchema.parse(JSON.parse(text));
    const tilesById = await buildings.readTiles(administrator);
    const expected = (await search(administrator, houses)).flatMap((id) =>
      (tilesById.get(id) ?? []).flatMap((tile) => {
        const shape = z
          .object({ features: z.array(z.unknown()) })
          .safeParse(valueOf(tile, nodes.shape));
        return (shape.data?.features ?? []).map(() => id);
      }),
    );
    expect(features.length).toBeGreaterThan(3);
    expect(features.map(({ properties }) => properties['resourceid'])).toEqual(expected);
    expect(new Set(features.map(({ id }) => id)).size).toBe(features.length);
    expect(Object.keys(features[0]?.properties ?? {}).toSorted()).toEqual(
      ['beside', 'built', 'called', 'height', 'isOpen', 'resourceid', 'state', 'type'].toSorted(),
    );
    expect(features.every(({ properties }) => properties['type']?.includes('House'))).toBe(true);
  });

  it('have a line for each record in a table, those without geometry too', async () => {
    const { administrator } = buildings.callers;
    const text = await readExport(administrator, '/search/export_results', {
      ...houses,
      format: 'tilecsv',
    });
    const [header = '', ...lines] = text.trim().split('\r\n');
    expect(header.split(',').at(-1)).toBe('resourceid');
    expect(lines.map((line) => line.slice(-36))).toEqual(await search(administrator, houses));
  });

  it('show nothing of a nodegroup that the caller may not read, not even its columns', async () => {
    const { reader } = buildings.callers;
    for (const path of ['/api/search/export_results', '/search/export_results']) {
      expect(await readExport(reader, path, houses)).not.toMatch(/state|Good|Poor|isOpen/);
    }
  });

  it('are refused in other formats in the shape of that platform', async () => {
    const response = await buildings.callers.reader.sendRequest(
      'GET',
      '/search/export_results?format=shp',
    );
    const { title, message } = errorSchema.parse(await response.json());
    expect([response.status, title, message]).toEqual([
      400,
      'Search Failed',
      expect.stringContaining('must be geojson or tilecsv'),
    ]);
  });
});

describe('addresses of the reference platform with a language', () => {
  it.each([
    ['/en/search/resources?limit=2', '/search/resources?limit=2&lang=en'],
    ['/de-AT/api/search/export_results', '/api/search/export_results?lang=de-AT'],
    ['/en/search/export_results?lang=fr&a=%2Cb', '/search/export_results?lang=fr&a=%2Cb'],
  ])('lead to those without: %s', async (path, expected) => {
    const response = await buildings.service.fetch(path, { redirect: 'manual' });
    const location = response.headers.get('location') ?? '';
    expect([response.status, location.slice(-expected.length)]).toEqual([307, expected]);
  });

  it('are none with other names', async () => {
    const response = await buildings.service.fetch('/en/search/anything', { redirect: 'manual' });
    expect(response.status).toBe(404);
  });
});

const termsSchema = z.object({
  terms: z.array(z.looseObject({ text: z.string(), context_label: z.string() })),
  concepts: z.array(
    z.looseObject({ text: z.string(), value: z.string(), context_label: z.string() }),
  ),
});

describe('suggestions of the reference platform', () => {
  const suggest = async (caller: TestWriter, words: string) => {
    const response = await caller.sendRequest('GET', `/search/terms?lang=en&q=${words}`);
    return termsSchema.parse(await response.json());
  };

  it('are texts of which words begin so, with their model and node', async () => {
    const { terms } = await suggest(buildings.callers.administrator, 'mil%20ol');
    expect(terms.map(({ text, context_label: context }) => [text, context])).toEqual([
      ['Old Mill', 'Building - called'],
    ]);
  });

  it('are concepts in use, by a label in any language, with the broadest one above', async () => {
    const { concepts: found } = await suggest(buildings.callers.administrator, 'schalen');
    expect(found.map(({ value, text, context_label: context }) => [value, text, context])).toEqual([
      [concepts.bowl, 'Bowl barrow', 'Barrow'],
    ]);
  });

  it('are none for a text that the caller may not read in any record', async () => {
    const { administrator, reader } = buildings.callers;
    await runStatement(
      buildings.service,
      `insert into nodegroup_grant (nodegroup_id, account_group_id, no_access)
select '${nodes.phase}', g.account_group_id, true
from account_group g
where g.name = 'Resource Exporter'`,
    );
    expect((await suggest(administrator, 'mill')).terms).not.toEqual([]);
    expect(await suggest(reader, 'mill')).toEqual({ terms: [], concepts: [] });
    expect(await suggest(reader, 'house')).toEqual({ terms: [], concepts: [] });
  });
});
