import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rawSql } from '../../../lib/data-api/sql.ts';
import type { TestWriter } from '../writing/writers.ts';
import { buildingGraph, concepts, nodes } from './building-model.ts';
import { openBuildings, type Buildings } from './open-buildings.ts';
import { buildingId } from './random-buildings.ts';

let buildings: Buildings;

beforeAll(async () => {
  buildings = await openBuildings();
});

afterAll(async () => buildings?.close());

const readTable = async (
  caller: TestWriter,
  query: string,
): Promise<{ readonly header: readonly string[]; readonly ids: readonly string[] }> => {
  const response = await caller.sendRequest('GET', `/resources/?format=csv&${query}`);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  const [header = '', ...lines] = text.trimEnd().split('\r\n');
  return { header: header.split(','), ids: lines.map((line) => line.slice(-36)) };
};

describe('a table of what is found', () => {
  it.each([
    ['a condition', `graph=${buildingGraph}&node.type=${concepts.barrow}`],
    ['a model', `graph=${buildingGraph}`],
    ['nothing', ''],
    ['words and a condition', 'q=mill&period=1850'],
    ['none', `node.type=!${concepts.barrow}&ids=${buildingId(3)},${buildingId(4)}`],
  ])('has a line for each record on all pages of the list: %s', async (_title, query) => {
    for (const caller of Object.values(buildings.callers)) {
      const expected = await buildings.findIds(caller, `${query}&sort=id`);
      expect((await readTable(caller, query)).ids).toEqual(expected);
    }
  });

  it('has the values of a record as texts, in columns by cards', async () => {
    const { administrator } = buildings.callers;
    const { header } = await readTable(administrator, `graph=${buildingGraph}`);
    expect(header.slice(0, 5).toSorted()).toEqual(['built', 'called', 'height', 'shape', 'type']);
    expect(header.slice(5, -1).toSorted()).toEqual(['beside', 'isOpen', 'state']);
    expect(header.at(-1)).toBe('resourceid');
    const response = await administrator.sendRequest(
      'GET',
      '/resources/?format=csv&node.state=Poor',
    );
    const lines = (await response.text()).trimEnd().split('\r\n').slice(1);
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.every((line) => line.includes('Poor'))).toBe(true);
  });

  it('has neither columns nor values of a nodegroup that the caller may not read', async () => {
    const response = await buildings.callers.reader.sendRequest(
      'GET',
      `/resources/?format=csv&graph=${buildingGraph}`,
    );
    expect(await response.text()).not.toMatch(/state|Good|Poor|isOpen|beside/);
  });

  it('is a file to save, which Accept can ask for, too', async () => {
    const response = await buildings.callers.administrator.sendRequest(
      'GET',
      `/resources/?ids=${buildingId(3)}`,
      undefined,
      { accept: 'text/csv' },
    );
    expect([
      response.headers.get('content-type'),
      response.headers.get('content-disposition'),
    ]).toEqual(['text/csv; charset=utf-8', 'attachment; filename="records.csv"']);
  });

  it('has neither pages nor an order, and says so of each parameter', async () => {
    const response = await buildings.callers.administrator.sendRequest(
      'GET',
      '/resources/?format=csv&limit=5&sort=name&count=exact',
    );
    const text = await response.text();
    expect(response.status).toBe(400);
    for (const name of ['limit', 'sort', 'count']) expect(text).toContain(`/${name}`);
  });

  it('cannot be computed by a spreadsheet', async () => {
    const { owner } = buildings.service.stack;
    await owner.write(
      rawSql(`update tile
set data = jsonb_set(data, '{${nodes.called}}', '{"en": {"value": "=1+1", "direction": "ltr"}}')
where data ? '${nodes.called}'`),
    );
    const response = await buildings.callers.administrator.sendRequest(
      'GET',
      `/resources/?format=csv&graph=${buildingGraph}`,
    );
    expect(await response.text()).toContain(",'=1+1");
  });

  it('begins with a byte order mark, and has numbers as numbers', async () => {
    const { owner } = buildings.service.stack;
    await owner.write(
      rawSql(`update tile
set data = jsonb_set(data, '{${nodes.height}}', '-7')
where data ? '${nodes.height}'
  and resource_id = '${buildingId(3)}'`),
    );
    const response = await buildings.callers.administrator.sendRequest(
      'GET',
      `/resources/?format=csv&ids=${buildingId(3)}`,
    );
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.toString()).not.toContain("'-7");
  });

  it('is not begun while the index of values is filling', async () => {
    const { owner } = buildings.service.stack;
    await owner.write(rawSql("insert into stale_result (name) values ('entries of values')"));
    const response = await buildings.callers.administrator.sendRequest(
      'GET',
      '/resources/?format=csv&node.height=12',
    );
    expect([response.status, await response.text()]).toEqual([
      503,
      expect.stringContaining('index_filling'),
    ]);
  });
});
