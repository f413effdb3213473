import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  isUnambiguousDate,
  readDateText,
} from '../../../../../infra/cli/import/csv/read-date-text.ts';
import { importResources } from '../../../../../infra/cli/import/resources/import-resources.ts';
import { createTestContext, openWorkshop, type Workshop } from '../importing.ts';
import { id } from '../graphs/example.ts';
import { millModel } from './mill-model.ts';

describe('rows of CSV', () => {
  let workshop: Workshop;

  beforeAll(async () => {
    workshop = await openWorkshop();
    await workshop.importGraphs(millModel);
  });

  afterAll(async () => workshop.close());

  const importCsv = async (text: string, name = 'mills.csv', dryRun = false) => {
    const context = createTestContext(workshop.stack.dataApi, { dryRun });
    const imported = await importResources([await workshop.file(name, text)], context);
    return { imported, problems: context.problems };
  };

  it('become tiles: a column is named like its node or its derived field name, and the file like its model', async () => {
    const { imported, problems } = await importCsv(
      `ResourceID,name,year_built,Remark\nmill-1,Tower,1850-03-31,old\nmill-1,Second,,\n`,
    );
    expect(problems).toEqual([]);
    expect(imported).toMatchObject({ created: 1, tilesCreated: 3 });
  });

  it('with an error: the tile is left out, the problem names row, column and reason, and the repaired row can be imported alone', async () => {
    const header = 'ResourceID,Name,Year Built,Remark';
    const { imported, problems } = await importCsv(
      `${header}\nmill-2,Old,3/4/50,a\nmill-2,New,,b\n`,
    );
    expect(imported).toMatchObject({
      tilesCreated: 3,
      notes: ['Rows of CSV: 2 read, 1 with errors'],
    });
    expect(problems).toMatchObject([
      {
        code: 'ambiguous_date',
        pointer: '/0/Year Built',
        message: expect.stringContaining('Row 1, column "Year Built": "3/4/50"'),
        leftOut: {
          row: { ResourceID: 'mill-2', Name: 'Old', 'Year Built': '3/4/50', Remark: 'a' },
        },
      },
    ]);
    const mended = await importCsv(`${header}\nmill-2,Old,1850-04-03,a\n`);
    expect(mended.imported).toMatchObject({ updated: 1, tilesCreated: 1, tilesUpdated: 0 });
  });

  it('with a column of no node: an error counts the filled cells that are left out', async () => {
    const { problems } = await importCsv('ResourceID,Name,Height\nmill-3,A,3\nmill-3,B,\n');
    expect(problems.map(({ code, message }) => [code, message])).toEqual([
      ['unmapped_column', expect.stringContaining('Filled cells that are left out: 1.')],
    ]);
  });

  it.each([
    [null, 'mill-5'],
    ['', 'mill-6'],
  ])(
    'with a column whose node in the mapping is %j: the column is as if the mapping lacked it',
    async (unmapped, mill) => {
      const nodes = [
        { arches_nodeid: id(3), file_field_name: 'Title' },
        { arches_nodeid: unmapped, file_field_name: 'Height' },
        { arches_nodeid: unmapped, file_field_name: 'Width' },
      ];
      const mapping = { resource_model_id: id(1), nodes };
      await workshop.file('mapped.mapping', JSON.stringify(mapping));
      const text = `ResourceID,Title,Height\n${mill},A,3\n${mill},B,\n`;
      const { imported, problems } = await importCsv(text, 'mapped.csv');
      expect(imported).toMatchObject({ tilesCreated: 2 });
      expect(problems.map(({ code, message }) => [code, message])).toEqual([
        ['unmapped_column', expect.stringContaining('Filled cells that are left out: 1.')],
      ]);
    },
  );

  it('of one id in two letter cases are of one resource instance', async () => {
    const { imported, problems } = await importCsv(
      `ResourceID,Name,State\n${id(7).toUpperCase()},Tower,ruined\n${id(7)},Second,\n`,
    );
    expect(problems).toEqual([]);
    expect(imported).toMatchObject({ created: 1, updated: 0, tilesCreated: 3 });
  });

  const statesOf = async (legacyId: string): Promise<readonly unknown[]> =>
    (
      await workshop.rows(
        `select t.data ->> '${id(7)}' from tile t join resource r using (resource_id)
        where r.legacy_id = '${legacyId}' and t.nodegroup_id = '${id(7)}' order by 1`,
      )
    ).flat();

  it.each([
    ['mill-5', ['mill-5,in use', 'mill-5,ruined', 'mill-5,ruined']],
    ['mill-6', ['mill-6,in use', 'other,ruined', 'mill-6,ruined', 'other,', 'mill-6,ruined']],
  ])(
    'of %s with different values of cardinality 1 keep each of them once, with a warning, and change nothing when they are imported again',
    async (legacyId, rows) => {
      const text = ['ResourceID,State', ...rows, ''].join('\n');
      const { problems } = await importCsv(text);
      expect(problems.map(({ code }) => code)).toContain('cardinality_exceeded');
      expect(await statesOf(legacyId)).toEqual([id(201), id(202)]);
      const again = await importCsv(text);
      expect(again.imported).toMatchObject({ created: 0, updated: 0 });
    },
  );

  it.each([
    ['mill-7', ['mill-7,ruined,one', 'mill-7,ruined,two']],
    ['mill-8', ['mill-8,ruined,one', 'others,,', 'mill-8,ruined,two']],
  ])('of %s with the same value of cardinality 1 share its tile', async (legacyId, rows) => {
    const { problems } = await importCsv(['ResourceID,State,Remark', ...rows, ''].join('\n'));
    expect(problems.map(({ code }) => code)).not.toContain('cardinality_exceeded');
    expect(await statesOf(legacyId)).toEqual([id(202)]);
  });

  it('become the same tiles whether the rows of a resource instance follow one another or not', async () => {
    const rows = ['mill-9,old', 'mill-9,old', 'mill-9,new', 'mills,big'];
    const [first, second, third, other] = rows;
    await importCsv(['ResourceID,Remark', ...rows, ''].join('\n'));
    const scattered = ['ResourceID,Remark', first, other, third, other, second, ''].join('\n');
    const { imported } = await importCsv(scattered);
    expect(imported).toMatchObject({ created: 0, tilesCreated: 1 });
  });

  it('are shown by a dry run', async () => {
    const { imported } = await importCsv('ResourceID,Name\nmill-4,Windmill\n', 'mills.csv', true);
    expect(imported.notes.join('\n')).toContain('Name: Windmill');
    expect(await workshop.rows(`select from resource where legacy_id = 'mill-4'`)).toEqual([]);
  });

  it.each([
    [
      'a file of an unknown model without mapping',
      'other.csv',
      'ResourceID,Name\n1,A\n',
      'missing_mapping',
    ],
    ['a file without ids', 'mills.csv', 'Name\nA\n', 'malformed_csv'],
    ['a row that is too long', 'mills.csv', 'ResourceID,Name\n1,A,B\n', 'malformed_csv'],
    ['a row without an id', 'mills.csv', 'ResourceID,Name\n,A\n', 'missing_resource_id'],
    ['an empty file', 'mills.csv', '', 'empty_file'],
  ])('are refused with a code: %s', async (_what, name, text, code) => {
    const { problems } = await importCsv(text, name);
    expect(problems.map((problem) => problem.code)).toContain(code);
  });
});

describe('dates in cells', () => {
  it.each([
    ['1850-03-31', '1850-03-31'],
    ['31.3.1850', '1850-03-31'],
    ['3/31/1850', '1850-03-31'],
    ['4/4/1850', '1850-04-04'],
  ])('%s is read as %s', (text, date) => {
    expect(isUnambiguousDate(text)).toBe(true);
    expect(readDateText(text)).toBe(date);
  });

  it.each(['3/4/1850', '2/14/01', '31-12-50'])('%s can be read in several ways', (text) => {
    expect(isUnambiguousDate(text)).toBe(false);
  });
});
