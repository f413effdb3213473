import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { expectRowsOfTable } from './compare-with-csv.ts';
import type { GdalFeature } from './gdal.ts';
import { openTables, places, type Tables } from './open-tables.ts';
import { installTableJudge } from './python-judge/judge.ts';

const judge = await installTableJudge();

const geometriesOf = (features: readonly GdalFeature[]) =>
  new Map(
    features.map(({ properties, geometry }) => [
      properties['resourceid'],
      JSON.stringify(geometry).replaceAll(/\.0(?=[,\]])/g, ''),
    ]),
  );

describe.runIf(judge !== undefined)('what geopandas, GDAL and openpyxl read', () => {
  let tables: Tables;

  beforeAll(async () => {
    tables = await openTables();
    for (const extension of ['parquet', 'gpkg', 'fgb', 'xlsx'])
      await tables.exportTable('--output', fileOf(extension), '--headings', 'aliases');
  });

  afterAll(async () => tables?.service.close());

  const fileOf = (extension: string): string => tables.inFolder(`places.${extension}`);

  const read = async (...parameters: Parameters<NonNullable<typeof judge>>) =>
    (await judge?.(...parameters)) ?? [];

  it.each([
    ['parquet', undefined],
    ['gpkg', 'heritage_place'],
    ['fgb', undefined],
    ['xlsx', 'heritage_place'],
  ])('is each record with its values, typed: %s', async (extension, layer) => {
    const features = await read(fileOf(extension), layer);
    const csv = await tables.exportTable('--headings', 'aliases');
    expect(expectRowsOfTable(features, csv)).toBeGreaterThan(1000);
    expect(features.some(({ properties }) => properties['world_heritage_is_part'] === true)).toBe(
      true,
    );
  });

  it('is each tile of a nodegroup, on a sheet of its own', async () => {
    const csv = await tables.exportTable('--headings', 'aliases', '--nodegroup', 'names');
    const features = await read(fileOf('xlsx'), 'heritage_place_names');
    expect(expectRowsOfTable(features, csv)).toBeGreaterThan(100);
  });

  it('is the same geometry in each format', async () => {
    const expected = geometriesOf(await read(fileOf('gpkg'), 'heritage_place'));
    expect(geometriesOf(await read(fileOf('parquet')))).toEqual(expected);
    expect(geometriesOf(await read(fileOf('fgb')))).toEqual(expected);
    expect(expected.size).toBe(69);
  });

  it('is the same in a box, by the index of each format', async () => {
    const box = [-10, 35, 20, 60];
    const expected = geometriesOf(await read(fileOf('gpkg'), 'heritage_place', box));
    const inFlatGeobuf = geometriesOf(await read(fileOf('fgb'), undefined, box));
    expect(new Set(inFlatGeobuf.keys())).toEqual(new Set(expected.keys()));
    expect(expected.size).toBeGreaterThan(5);
  });

  it('is a text that looks like a formula as a text, with every character', async () => {
    const text = '=1+1 <&> "é"\r\n𝄞';
    await tables.service.stack.owner.write(
      rawSql(`update tile t
set data = jsonb_set(t.data, array[n.node_id::text, 'en-US', 'value'], '${JSON.stringify(text)}')
from node n
join graph g on g.graph_id = n.graph_id and g.slug = '${places}'
where n.alias = 'description'
  and t.nodegroup_id = n.nodegroup_id`),
    );
    await tables.exportTable('--output', fileOf('xlsx'), '--headings', 'aliases');
    const [first] = await read(fileOf('xlsx'), 'heritage_place');
    expect(String(first?.properties['description_en_us']).replaceAll('\r\n', '\n')).toBe(
      text.replaceAll('\r\n', '\n'),
    );
  });

  it('is no workbook if a text is longer than a cell: the error names the column', async () => {
    await tables.service.stack.owner.write(
      rawSql(`update tile t
set data = jsonb_set(t.data, array[n.node_id::text, 'en-US', 'value'], to_jsonb(repeat('x', 32768)))
from node n
join graph g on g.graph_id = n.graph_id and g.slug = '${places}'
where n.alias = 'description'
  and t.nodegroup_id = n.nodegroup_id`),
    );
    const words = ['export', 'table', places, '--as', 'ann', '--output', fileOf('xlsx')];
    const { code, error } = await tables.service.run(...words);
    expect([code, error]).toEqual([
      1,
      expect.stringMatching(/text of 32768 characters in the column "Description \(en-US\)"/),
    ]);
  });
});
