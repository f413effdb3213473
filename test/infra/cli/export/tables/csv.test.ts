import { readdir, readFile, stat } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { setGroupDefaults } from '../../../../../infra/cli/accounts/queries/groups.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import type { CommandLineService } from '../../beside-service.ts';
import { killHdsAt } from '../../kill-hds.ts';
import { openTables, places, type Tables } from './open-tables.ts';
import { parseTable, readTableByMapping } from './read-table.ts';

let tables: Tables;
let service: CommandLineService;

beforeAll(async () => {
  tables = await openTables();
  ({ service } = tables);
});

afterAll(async () => service?.close());

const inFolder = (name: string): string => tables.inFolder(name);
const exportTable: Tables['exportTable'] = (...options) => tables.exportTable(...options);

const dataSchema = z.record(z.string(), z.unknown());

/** The stored values of a node by record, in the order of tiles. */
async function storedValues(alias: string): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const rows = await service.rows(`select t.resource_id::text, t.data::text, n.node_id::text
from node n
join graph g on g.graph_id = n.graph_id and g.slug = '${places}'
join tile t on t.nodegroup_id = n.nodegroup_id
where n.alias = '${alias}'
order by t.resource_id, coalesce(t.sort_order, 0), t.position, t.tile_id`);
  const values = rows.map(([id, data, nodeId]) => ({
    id: String(id),
    value: dataSchema.parse(JSON.parse(String(data)))[String(nodeId)] ?? null,
  }));
  return new Map(
    [...Map.groupBy(values, ({ id }) => id)].map(([id, ofRecord]) => [
      id,
      ofRecord.map(({ value }) => value),
    ]),
  );
}

/** What a table must have of values of the sample: texts in a language, numbers, booleans, dates and concepts. */
function expectedTexts(
  value: unknown,
  language: string | undefined,
  concepts: ReadonlyMap<string, string>,
): readonly string[] {
  if (value === null || value === undefined) return [];
  if (language !== undefined) {
    const text = z.record(z.string(), z.object({ value: z.string() })).parse(value)[language];
    return text === undefined || text.value === '' ? [] : [text.value];
  }
  const elements = (Array.isArray(value) ? value : [value]).map(String);
  return elements.map((element) => concepts.get(element) ?? element);
}

async function readConcepts(): Promise<ReadonlyMap<string, string>> {
  const rows = await service.rows('select value_id::text, concept_id::text from concept_value');
  return new Map(rows.map(([id, concept]) => [String(id), `/concepts/${String(concept)}`]));
}

describe('hds export table --format csv', () => {
  it('has a row for each record, in the order of ids, with its id and its link', async () => {
    const [headings = [], ...rows] = parseTable(await exportTable());
    const ids = await service.rows(`select r.resource_id::text
from resource r
join graph g on g.graph_id = r.graph_id and g.slug = '${places}'
order by 1`);
    expect(headings.slice(0, 2)).toEqual(['resourceid', 'url']);
    expect(rows.map(([id]) => [id])).toEqual(ids);
    expect(rows.every(([id = '', url = '']) => url.endsWith(`/resources/${id}`))).toBe(true);
  });

  it('is read back by its mapping as what is stored', async () => {
    const file = inFolder('places.csv');
    await exportTable('--output', file);
    const { columns, rows } = await readTableByMapping(file);
    const concepts = await readConcepts();
    const aliases = [
      'name',
      'name_type',
      'description',
      'material',
      'dimension_value',
      'world_heritage_is_part',
      'construction_date',
    ];
    const compared = columns.filter(
      ({ node = '', is }) => aliases.includes(node) && is === undefined,
    );
    expect(new Set(compared.map(({ node }) => node)).size).toBe(aliases.length);
    for (const { column, node = '', language, joins } of compared) {
      const stored = await storedValues(node);
      for (const row of rows) {
        const id = row.get('resourceid')?.[0]?.[0] ?? '';
        const values = stored.get(id) ?? [];
        const texts = values.map((value) => expectedTexts(value, language, concepts));
        const read = (row.get(column) ?? []).map((ofTile) =>
          ofTile.map((text) => text.replace(/^.*(?=\/concepts\/)/, '')),
        );
        const expected = texts.some(({ length }) => length > 0) ? texts : [];
        expect([id, column, joins, read]).toEqual([id, column, joins, expected]);
      }
    }
  });

  it('has the label of a concept before its URI, in the language of the option', async () => {
    const text = await exportTable('--language', 'fr-FR');
    const [headings = [], ...rows] = parseTable(text);
    const index = headings.findIndex((heading) => heading.endsWith('[URI]'));
    expect(headings[index]).toBe(`${headings[index - 1] ?? ''} [URI]`);
    expect(rows[0]?.[index]).toContain('/concepts/');
    expect(rows[0]?.[index - 1]).not.toBe(parseTable(await exportTable())[1]?.[index - 1]);
  });

  it('has the aliases of nodes as headings, for programs', async () => {
    const [headings = []] = parseTable(await exportTable('--headings', 'aliases'));
    expect(headings).toEqual(expect.arrayContaining(['name_type', 'name_type_uri', 'name_fr_fr']));
    expect(new Set(headings).size).toBe(headings.length);
  });

  it('has a row for each tile of a nodegroup, with the id of the tile', async () => {
    const file = inFolder('names.csv');
    await exportTable('--nodegroup', 'names', '--output', file);
    const { columns, rows } = await readTableByMapping(file);
    const stored = [...(await storedValues('name')).values()].flat();
    expect(columns.slice(0, 2).map(({ column }) => column)).toEqual(['resourceid', 'tileid']);
    expect(columns.every(({ joins }) => !joins.includes('tiles'))).toBe(true);
    expect(rows).toHaveLength(stored.length);
  });

  it('has geometries as well-known text', async () => {
    const [headings = [], ...rows] = parseTable(await exportTable('--headings', 'aliases'));
    const index = headings.indexOf('geometry');
    expect(rows.map((row) => row[index] ?? '').filter(Boolean)).toSatisfy(
      (texts: readonly string[]) => texts.every((text) => /^[A-Z ]+ \(/.test(text)),
    );
  });

  it('is the same on standard output and in a compressed file, which only its owner may read', async () => {
    const file = inFolder('places.csv.gz');
    await exportTable('--output', file);
    expect(gunzipSync(await readFile(file)).toString()).toBe(await exportTable());
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const names = await readdir(service.folder);
    expect(names.filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('continues after a killed process, and has every row once', async () => {
    const file = inFolder('killed.csv');
    const words = ['export', 'table', places, '--as', 'ann', '--output', file];
    expect(await killHdsAt(service, 'requested_resource', ...words)).toBeNull();
    await exportTable('--output', file);
    expect(await readFile(file, 'utf8')).toBe(await exportTable());
  });
});

describe('what an account may not read', () => {
  const exportAsGuest = (...options: readonly string[]): Promise<string> =>
    service.outputOf('export', 'table', places, '--as', 'anonymous', ...options);

  const closeNodegroup = (alias: string): Promise<unknown> =>
    service.stack.owner.write(
      rawSql(`insert into nodegroup_grant (nodegroup_id, account_group_id, no_access)
select n.nodegroup_id, a.account_group_id, true
from node n
join graph g on g.graph_id = n.graph_id and g.slug = '${places}'
cross join account_group a
where n.alias = '${alias}'
  and a.name = 'Guest'`),
    );

  it('is in no column, no cell and no table', async () => {
    await closeNodegroup('name');
    const file = inFolder('guest.csv');
    await exportAsGuest('--headings', 'aliases', '--output', file);
    const text = await readFile(file, 'utf8');
    const mapping = await readFile(`${file}.mapping.yaml`, 'utf8');
    const [headings = []] = parseTable(text);
    expect(headings.filter((heading) => heading.startsWith('name'))).toEqual([]);
    expect(mapping).not.toMatch(/node: name/);
    const words = ['export', 'table', places, '--as', 'anonymous', '--nodegroup', 'names'];
    const { code, error } = await service.run(...words);
    expect([code, error]).toEqual([1, expect.stringContaining('There is no nodegroup names')]);
  });

  it('is in no row: a model without rights is as unknown as one that does not exist', async () => {
    const none = { read: false, write: false, delete: false };
    await service.stack.dataApi.write(setGroupDefaults('Guest', none));
    const errorOf = async (graph: string): Promise<string> => {
      const { error } = await service.run('export', 'table', graph, '--as', 'anonymous');
      return error.split('.')[0]?.replace(graph, '') ?? '';
    };
    const errors = [await errorOf(places), await errorOf('nothing')];
    expect(errors[0]).toContain('There is no graph');
    expect(errors[0]).toBe(errors[1]);
  });
});

describe('hds export table', () => {
  it.each([
    [['--as', 'zoe'], 'There is no account zoe'],
    [[], "required option '--as <account>'"],
    [['--as', 'ann', '--output', '/no/f.csv'], '/no/f.csv cannot be written'],
    [['--as', 'ann', '--format', 'pdf'], 'Allowed choices are'],
  ])('reports what is wrong: %s', async (options, message) => {
    const { code, error } = await service.run('export', 'table', places, ...options);
    expect([code, error]).toEqual([1, expect.stringContaining(message)]);
  });
});
