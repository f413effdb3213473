import { readFile, writeFile } from 'node:fs/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { openTables, places, type Tables } from '../../export/tables/open-tables.ts';

let tables: Tables;

beforeAll(async () => {
  tables = await openTables();
});

afterAll(async () => tables?.service.close());

const exportAs = async (name: string): Promise<string> => {
  const file = tables.inFolder(name);
  await tables.exportTable('--output', file);
  return file;
};

const importTable = async (file: string): Promise<readonly unknown[]> => {
  const { code, out, error } = await tables.service.run('import', 'table', file);
  return [code, out, error];
};

const removeRecords = (): Promise<unknown> =>
  tables.service.stack.owner.write(
    rawSql(`delete from resource r
using graph g
where g.graph_id = r.graph_id
  and g.slug = '${places}'`),
  );

const formats = ['csv', 'xlsx', 'gpkg', 'fgb'];

describe('hds import table', () => {
  it.each(formats)('writes nothing of what is stored already: %s', async (extension) => {
    const file = await exportAs(`stored.${extension}`);
    const unchanged = expect.stringContaining('Changes: 0');
    expect(await importTable(file)).toEqual([0, unchanged, expect.anything()]);
  });

  it.each(formats)('restores what was exported: %s', async (extension) => {
    const before = await tables.exportTable();
    const file = await exportAs(`restored.${extension}`);
    await removeRecords();
    const complete = expect.stringMatching(/\D69 new, \d+ changed, 0 left out[^]* 0 with errors/);
    expect(await importTable(file)).toEqual([0, complete, expect.anything()]);
    expect((await tables.exportTable()).split('\n')).toEqual(before.split('\n'));
  });

  it.each([
    [
      'another label',
      ',Primary name,',
      ',Alternative name,',
      '"Name type" says "Alternative name"',
    ],
    [
      'a label that no concept has',
      ',Primary name,',
      ',First name,',
      '"Name type" says "First name"',
    ],
  ])(
    'has an error of row and column for %s beside the same value',
    async (_case, from, to, message) => {
      const file = await exportAs('labels.csv');
      const text = await readFile(file, 'utf8');
      await writeFile(file, text.replace(from, to));
      expect(await importTable(file)).toEqual([
        1,
        expect.stringMatching(/ 1 with errors[^]*Changes: 0\n/),
        expect.anything(),
      ]);
      expect((await importTable(file))[1]).toContain(message);
    },
  );

  it('reads the label where the value is missing', async () => {
    const file = await exportAs('cleared.csv');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/,Primary name,[^,]*,/, ',Alternative name,,'));
    expect(await importTable(file)).toEqual([
      0,
      expect.stringMatching(/0 new, 1 changed/),
      expect.anything(),
    ]);
  });
});
