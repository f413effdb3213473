import { readFile, writeFile } from 'node:fs/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { mappingFileName } from '../../../../../infra/cli/export/tables/write-mapping.ts';
import { openTables, places, type Tables } from '../../export/tables/open-tables.ts';
import { parseTable } from '../../export/tables/read-table.ts';

let tables: Tables;

beforeAll(async () => {
  tables = await openTables();
});

afterAll(async () => tables?.service.close());

const columns = `
    - { column: Ref, ignore: true }
    - { column: Title, node: name, language: en-US }
    - { column: Kind, node: name_type }
    - { column: Height, node: dimension_value }
    - { column: E, node: geometry, is: easting, crs: EPSG:27700 }
    - { column: N, node: geometry, is: northing, crs: EPSG:27700 }`;

const mapping = (list = columns, key = '[Ref]'): string =>
  `graph: ${places}\ntables:\n  - table: barrows\n    key: ${key}\n    columns:${list}\n`;

const headings = 'Ref,Title,Kind,Height,E,N';

/** Writes a table with its mapping. */
async function writeTable(
  name: string,
  lines: readonly string[],
  content = mapping(),
): Promise<string> {
  const file = tables.inFolder(name);
  await writeFile(file, [headings, ...lines, ''].join('\n'));
  await writeFile(mappingFileName(file), content);
  return file;
}

const importTable = async (file: string, ...options: readonly string[]): Promise<string> => {
  const { code, out, error } = await tables.service.run('import', 'table', file, ...options);
  return `${code} ${out}${error}`;
};

/** The values of a node of the record with a key. */
const readValues = async (key: string, alias: string): Promise<readonly unknown[]> => {
  const rows = await tables.service.rows(`select (t.data -> n.node_id::text)::text
from resource r
join tile t on t.resource_id = r.resource_id
join node n on n.nodegroup_id = t.nodegroup_id and n.alias = '${alias}'
where r.legacy_id = '${key}'
  and t.data -> n.node_id::text is not null`);
  return rows.map(([text]) => JSON.parse(String(text)));
};

describe('a table of another program', () => {
  it('becomes records, which a second import leaves as they are', async () => {
    const file = await writeTable('twice.csv', ['A1,Barrow,Primary name,2.5,412250,142210']);
    expect(await importTable(file)).toContain('1 new, 0 changed');
    expect(await readValues('A1', 'dimension_value')).toEqual([2.5]);
    expect(await importTable(file)).toContain('Changes: 0');
  });

  it('has places in the British National Grid', async () => {
    await importTable(await writeTable('grid.csv', ['A2,Stonehenge,,,412250,142210']));
    const [value] = await readValues('A2', 'geometry');
    expect(value).toMatchObject({ features: [{ geometry: { type: 'Point' } }] });
    const [, longitude = '', latitude = ''] =
      /\[(-?\d+\.\d+),\s*(-?\d+\.\d+)\]/.exec(JSON.stringify(value)) ?? [];
    expect(Math.abs(Number(longitude) + 1.8262)).toBeLessThan(0.001);
    expect(Math.abs(Number(latitude) - 51.1789)).toBeLessThan(0.001);
  });

  it('changes the value of which there is one, and adds those of which there are several', async () => {
    await importTable(await writeTable('first.csv', ['A3,Old,,,412250,142210']));
    expect(await importTable(await writeTable('second.csv', ['A3,New,,,412250,142210']))).toContain(
      '0 new, 1 changed',
    );
    const names = JSON.stringify(await readValues('A3', 'name'));
    expect([names.includes('Old'), names.includes('New')]).toEqual([true, true]);
  });

  it('has several tiles of a record in several rows', async () => {
    const rows = ['A4,One,,,,', 'A5,Other,,,,', 'A4,Two,,,,', 'A4,One,,,,'];
    const file = await writeTable('rows.csv', rows);
    expect(await importTable(file)).toContain('2 new');
    expect(await readValues('A4', 'name')).toHaveLength(3);
    expect(await importTable(file)).toContain('Changes: 0');
  });

  it.each([
    ['E1,A,,,41225000,1', 'Row 1, column "N, E": 41225000 1 is outside of the area of EPSG:27700'],
    ['E1,A,,,142210,', 'The cell of "N" is empty: a point needs both coordinates'],
    ['E1,A,,,west,1', '"west" is no coordinate'],
    ['E1,A,,tall,,', 'Row 1, column "Height": Write a decimal number'],
    ['E1,A,Nickname,,,', 'Row 1, column "Kind": The collection of the node has no concept'],
    [',A,,,,', 'Row 1, column "Ref": what identifies the record is missing'],
  ])('has an error of row and column for what does not fit: %s', async (row, message) => {
    expect(await importTable(await writeTable('errors.csv', [row]))).toContain(message);
  });

  it.each([
    [
      'a column that the mapping does not have',
      mapping(columns.replace(/ *- .* Height.*\n/, '')),
      'the mapping does not have the columns "Height"',
    ],
    ['no key', mapping(columns, '[]'), 'nothing identifies its records'],
    [
      'a key that the file does not have',
      mapping(columns, '[Nr]'),
      'the file has no column "Nr" of the key',
    ],
    [
      'an unknown node',
      mapping(columns.replace('node: name_type', 'node: nickname')),
      'has no node nickname',
    ],
    [
      'another datatype',
      mapping(columns.replace('dimension_value', 'dimension_value, datatype: date')),
      'has the datatype number in the model',
    ],
    [
      'an unknown language',
      mapping(columns.replace('en-US', 'q1')),
      'q1 is no registered language',
    ],
    [
      'an unknown reference system',
      mapping(columns.replaceAll('27700', '99999')),
      'EPSG:99999 is unknown',
    ],
    [
      'coordinates without a system',
      mapping(columns.replaceAll(', crs: EPSG:27700', '')),
      'need the reference system',
    ],
    [
      'half of a place',
      mapping(columns.replace(/ *- .* northing.*/, '    - { column: N, ignore: true }')),
      'needs one column with "is: easting"',
    ],
    ['an unknown model', mapping().replace(places, 'castle'), 'There is no graph castle'],
    ['an unknown member', mapping().replace('ignore: true', 'skip: true'), 'tables.0.columns.0: '],
    ['no YAML', 'graph: [', 'is not YAML'],
  ])('is refused if the mapping has %s', async (_case, content, message) => {
    const file = await writeTable('refused.csv', ['A9,Never,,,,'], content);
    expect(await importTable(file)).toMatch(new RegExp(`^1 [^]*${escapeRegExp(message)}`));
    expect(await readValues('A9', 'name')).toEqual([]);
  });

  it('leaves rows with errors in a file, which is mended and imported alone', async () => {
    const file = await writeTable('some.csv', [
      'R1,Good,,1,,',
      'R2,=Bad,,tall,,',
      'R3,"+1, too",Nickname,3,,',
    ]);
    const rejected = tables.inFolder('rejected.csv');
    expect(await importTable(file, '--rejected', rejected)).toContain('3 read, 2 with errors');
    const [titles = [], ...rows] = parseTable(await readFile(rejected, 'utf8'));
    expect(titles.slice(-2)).toEqual(['hds_row', 'hds_problems']);
    expect(rows.map(([ref, title]) => [ref, title])).toEqual([
      ['R2', '=Bad'],
      ['R3', '+1, too'],
    ]);
    expect(rows[0]?.at(-1)).toContain('Write a decimal number');
    const mended = (await readFile(rejected, 'utf8'))
      .replace(',tall,', ',7,')
      .replace('Nickname', 'Primary name');
    await writeFile(rejected, mended);
    expect(await importTable(rejected)).toMatch(/^0 [^]* 0 with errors/);
    expect([
      await readValues('R2', 'dimension_value'),
      await readValues('R3', 'dimension_value'),
    ]).toEqual([[7], [3]]);
    expect(JSON.stringify(await readValues('R2', 'name'))).toContain('"=Bad"');
    expect(await importTable(file)).toContain('Changes: 0');
  });

  it('is shown by a dry run as pages show it, and not written', async () => {
    const file = await writeTable('dry.csv', ['D1,Barrow,primary NAME,2,412250,142210']);
    const shown = await importTable(file, '--dry-run');
    expect(shown).toMatch(
      /The first records:\n {2}\S+: 4 tiles\n[^]*: Barrow\n[^]*: Primary name\n[^]*: POINT /,
    );
    expect(await readValues('D1', 'name')).toEqual([]);
  });

  it('is read from latitudes and longitudes, and in another encoding', async () => {
    const degrees = columns
      .replaceAll(', crs: EPSG:27700', '')
      .replace('easting', 'longitude')
      .replace('northing', 'latitude');
    const file = await writeTable('degrees.csv', [], mapping(degrees));
    await writeFile(
      file,
      Buffer.from(`${headings}\nL1,Château,,,2.1,48.8\nL2,A,,,2.1,98.8\n`, 'latin1'),
    );
    const output = await importTable(file, '--encoding', 'windows-1252');
    expect(output).toContain('2.1 98.8 is outside of the area of EPSG:4326');
    expect(JSON.stringify(await readValues('L1', 'geometry'))).toContain('[2.1,48.8]');
    expect(JSON.stringify(await readValues('L1', 'name'))).toContain('Château');
    expect(await importTable(file)).toContain('import it with --encoding windows-1252');
  });
});

describe('hds mapping draft', () => {
  it('writes a first mapping, with comments about what is unsure, that leaves nothing out in silence', async () => {
    const file = tables.inFolder('draft.csv');
    await writeFile(file, 'Ref,Name,Easting,Northing,Notes\nB1,Barrow,412250,142210,wet\n');
    expect(await tables.service.outputOf('mapping', 'draft', file, places)).toContain(
      '3 of 5 columns are mapped',
    );
    const draft = await readFile(mappingFileName(file), 'utf8');
    expect(draft).toMatch(/# unsure: the column that identifies a record\.[^]*- Ref\n/);
    expect(draft).toMatch(/column: Name\n\s*node: name\n\s*language: en-US/);
    expect(draft).toMatch(
      /# unsure: the reference system\n\s*- column: Easting[^]*crs: EPSG:27700/,
    );
    expect(draft).toMatch(
      /# no node has this name\. A value: "wet"\n\s*- column: Notes\n\s*ignore: true/,
    );
    expect(await importTable(file)).toContain('1 new');
    const { code, error } = await tables.service.run('mapping', 'draft', file, places);
    expect([code, error]).toEqual([1, expect.stringContaining('exists already')]);
  });
});

const escapeRegExp = (text: string): string =>
  text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
