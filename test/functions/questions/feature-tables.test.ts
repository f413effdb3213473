import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { unguardText } from '../../../lib/serializers/tables/guard-text.ts';
import type { TestWriter } from '../writing/writers.ts';
import { buildingGraph, nodes } from './building-model.ts';
import { nextPath } from './next-path.ts';
import { openBuildings, type Buildings } from './open-buildings.ts';

let buildings: Buildings;

beforeAll(async () => {
  buildings = await openBuildings();
});

afterAll(async () => buildings?.close());

type Lines = readonly Readonly<Record<string, string>>[];

const readTable = async (caller: TestWriter, path: string): Promise<Lines> => {
  const response = await caller.sendRequest('GET', path);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  return parse(text, { bom: true, columns: true });
};

const collectionSchema = z.object({
  features: z.array(
    z.object({
      id: z.union([z.string(), z.number()]).optional(),
      geometry: z.object({ type: z.string() }),
      properties: z.record(z.string(), z.unknown()),
    }),
  ),
});

const readCollection = async (caller: TestWriter, path: string) => {
  const response = await caller.sendRequest('GET', path);
  return collectionSchema.parse(await response.json()).features;
};

const writeValue = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Compares a table with the collection of the same features, line by line. */
async function expectTableOf(caller: TestWriter, path: string): Promise<void> {
  const lines = await readTable(caller, `${path}&format=csv`);
  const features = await readCollection(caller, `${path}&format=geojson`);
  expect(lines).toHaveLength(features.length);
  for (const [index, { id, geometry, properties }] of features.entries()) {
    const { id: idOfLine, geometry: wellKnownText = '', ...values } = lines[index] ?? {};
    expect(idOfLine).toBe(String(id));
    expect(wellKnownText.split(' ')[0]).toBe(geometry.type.toUpperCase());
    const expected = Object.keys(values).map((name) => [name, writeValue(properties[name])]);
    const read = Object.entries(values).map(([name, text]) => [name, unguardText(text)]);
    expect(read).toEqual(expected);
    expect(Object.keys(values)).toEqual(expect.arrayContaining(Object.keys(properties)));
  }
}

describe('a table of features', () => {
  it.each([
    ['all', `/geojson?nodegroups=${nodes.phase}`],
    ['those of a question', `/geojson?nodegroups=${nodes.phase},${nodes.survey}&node.height=>1`],
    [
      'with display values and names',
      `/geojson?nodegroups=${nodes.phase}&use_display_values&include_primary_name`,
    ],
    ['some properties', `/geojson?nodegroups=${nodes.phase}&properties=height,called`],
    ['a page', `/geojson?nodegroups=${nodes.phase}&limit=5&page=2`],
    ['a collection', '/ogc/collections/building/items?limit=1000'],
    [
      'a filter of a collection',
      '/ogc/collections/building/items?filter=resourceinstanceid%20IS%20NOT%20NULL',
    ],
  ])('has the features of the collection in its order: %s', async (_title, path) => {
    await expectTableOf(buildings.callers.administrator, path);
  });

  it.each([
    `/geojson?nodegroups=${nodes.phase},${nodes.survey}`,
    `/geojson?graph=${buildingGraph}`,
    '/ogc/collections/building/items?limit=1000',
  ])('has neither columns nor values that a caller may not read: %s', async (path) => {
    for (const caller of Object.values(buildings.callers)) await expectTableOf(caller, path);
    const response = await buildings.callers.reader.sendRequest('GET', `${path}&format=csv`);
    expect(await response.text()).not.toMatch(/state|isopen|beside/i);
  });

  it('continues on the next page of a collection', async () => {
    const { administrator } = buildings.callers;
    const ids: (string | undefined)[] = [];
    let path: string | undefined = '/ogc/collections/building/items?limit=7&format=csv';
    while (path !== undefined) {
      const response = await administrator.sendRequest('GET', path);
      const lines: Lines = parse(await response.text(), { bom: true, columns: true });
      ids.push(...lines.map(({ id }) => id));
      path = nextPath(response);
    }
    const all = await readTable(
      administrator,
      '/ogc/collections/building/items?limit=1000&format=csv',
    );
    expect(ids).toEqual(all.map(({ id }) => id));
    expect(ids.length).toBeGreaterThan(7);
  });
});
