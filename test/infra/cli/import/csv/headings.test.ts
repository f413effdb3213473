import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openCsvWorkshop, type CsvWorkshop } from './csv-workshop.ts';
import { id } from './mill-model.ts';

let workshop: CsvWorkshop;
beforeAll(async () => {
  workshop = await openCsvWorkshop();
});
afterAll(async () => workshop.close());

const mapHeadings = (...fields: readonly (readonly [heading: string, node: number])[]) => ({
  resource_model_id: id(1),
  nodes: fields.map(([heading, node]) => ({
    arches_nodeid: id(node),
    file_field_name: heading,
  })),
});

describe('headings of CSV', () => {
  it('are found in the mapping in any letter case', async () => {
    const mapping = mapHeadings(['Title', 3], ['year of building', 4]);
    const { codes } = await workshop.importCsv(
      'resourceid,TITLE,Year of Building\na-1,Tower,1850-03-31',
      { name: 'letters', mapping },
    );
    expect(codes).toEqual([]);
    expect(await workshop.readTiles('a-1')).toEqual([
      [
        ['Name', 'Tower'],
        ['Year Built', '1850-03-31'],
      ],
    ]);
  });

  it('are those of the same letter case where the mapping has both', async () => {
    const mapping = mapHeadings(['Title', 3], ['TITLE', 5]);
    const { codes } = await workshop.importCsv('ResourceID,TITLE,Title\nb-1,old,Tower', {
      name: 'both-cases',
      mapping,
    });
    expect(codes).toEqual([]);
    expect(await workshop.readTiles('b-1')).toEqual([[['Name', 'Tower']], [['Remark', 'old']]]);
  });

  it.each([
    [
      'the mapping has two other letter cases',
      [
        ['Title', 3],
        ['TITLE', 5],
      ],
      'title',
    ],
    ['two columns have other letter cases than the mapping', [['Title', 3]], 'title,TITLE'],
  ] as const)('are ambiguous where %s', async (_case, fields, columns) => {
    const { codes, problems } = await workshop.importCsv(
      `ResourceID,${columns},Remark\nc-1,Tower${',Tower'.repeat(columns.split(',').length - 1)},old`,
      { name: `ambiguous-${fields.length}`, mapping: mapHeadings(...fields, ['Remark', 5]) },
    );
    expect(new Set(codes)).toEqual(new Set(['ambiguous_column']));
    expect(problems[0]?.message).toContain('Filled cells that are left out: 1.');
    expect(await workshop.readTiles('c-1')).toEqual([[['Remark', 'old']]]);
  });
});

describe('options in cells of CSV', () => {
  it.each(['RUINED', ' Ruined ', 'ruined'])('are found in any letter case: %j', async (text) => {
    const key = `d-${text.trim()}`;
    const { codes } = await workshop.importCsv(`ResourceID,State\n${key},${text}`);
    expect(codes).toEqual([]);
    expect(await workshop.readTiles(key)).toEqual([[['State', id(202)]]]);
  });
});
