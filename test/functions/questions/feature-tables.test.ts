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

/** A feature as a line of a table: its id, its values by column, the kind of its geometry. */
type ComparedLine = {
  readonly id: string;
  readonly values: readonly (readonly [name: string, text: string])[];
  readonly type: string;
};

/** Reads a table, and the collection of the same features as lines with the columns of the table. */
async function readBoth(
  caller: TestWriter,
  path: string,
): Promise<Readonly<Record<'table' | 'collection', readonly ComparedLine[]>>> {
  const lines = await readTable(caller, `${path}&format=csv`);
  const features = await readCollection(caller, `${path}&format=geojson`);
  const names = Object.keys(lines[0] ?? {}).slice(1, -1);
  const table = lines.map(({ id = '', geometry = '', ...values }) => ({
    id,
    values: Object.entries(values).map(([name, text]) => [name, unguardText(text)] as const),
    type: geometry.split(' ')[0] ?? '',
  }));
  const collection = features.map(({ id, geometry, properties }) => ({
    id: String(id),
    values: [...new Set([...names, ...Object.keys(properties)])].map(
      (name) => [name, writeValue(properties[name])] as const,
    ),
    type: geometry.type.toUpperCase(),
  }));
  return { table, collection };
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
    const { table, collection } = await readBoth(buildings.callers.administrator, path);
    expect(table).toEqual(collection);
    expect(table.length).toBeGreaterThan(3);
  });

  it.each([
    `/geojson?nodegroups=${nodes.phase},${nodes.survey}`,
    `/geojson?graph=${buildingGraph}`,
    '/ogc/collections/building/items?limit=1000',
  ])('has neither columns nor values that a caller may not read: %s', async (path) => {
    for (const caller of Object.values(buildings.callers)) {
      const { table, collection } = await readBoth(caller, path);
      expect(table).toEqual(collection);
    }
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
