import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { DataApi } from '../../../../lib/data-api/client.ts';
import { rawSql } from '../../../../lib/data-api/sql.ts';
import { createTestDataApi } from '../../../support/data-api-client.ts';
import { openTestStack, type TestStack } from '../../../support/stack.ts';
import {
  millViewNodes,
  prepareMills,
  setReadersMayRead,
  readRows,
  tiles,
  watermill,
  windmill,
  writeView,
} from './mill-views.ts';

let stack: TestStack;
let reader: DataApi;

beforeAll(async () => {
  stack = await openTestStack();
  reader = createTestDataApi(stack.server.url, 'reader');
  await prepareMills(stack.dataApi, stack.owner);
  await setReadersMayRead(stack.dataApi, true);
  await writeView(stack.dataApi);
});

afterAll(async () => stack?.close());

describe('a spatial view', () => {
  it('has one database view for each geometry type, with this type in geometry_columns', async () => {
    const geometryColumns = await reader.read(
      rawSql(`select f_table_name::text, type::text, srid
from geometry_columns
where f_table_schema = 'public'
order by f_table_name collate "C"`),
    );
    expect(geometryColumns).toEqual([
      ['mills_linestring', 'MULTILINESTRING', '4326'],
      ['mills_point', 'MULTIPOINT', '4326'],
      ['mills_polygon', 'MULTIPOLYGON', '4326'],
    ]);
  });

  it('has the fixed columns, then the attributes in their order, named by their aliases', async () => {
    const columns = await stack.owner.read(
      rawSql(`select string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
from pg_attribute a
where a.attrelid = 'mills_point'::regclass`),
    );
    expect(columns[0]?.[0]).toBe(
      'gid integer, tileid text, nodeid text, geom geometry(MultiPoint,4326), resourceinstanceid text, ' +
        'name text, kind text, owner text, driven_by text, geom_2 text, website text, plans text, name_of_other text',
    );
  });

  it('shows each feature in the database view of its type, with the texts of its resource instance', async () => {
    expect(await readRows(reader, 'mills_point')).toEqual([
      {
        tileid: tiles.windmillPlace,
        nodeid: millViewNodes.geometry,
        geom: { type: 'MultiPoint', coordinates: [[1, 2]] },
        resourceinstanceid: windmill,
        name: null,
        kind: null,
        owner: null,
        driven_by: null,
        geom_2: null,
        website: null,
        plans: null,
        name_of_other: null,
      },
      {
        tileid: tiles.watermillPlace,
        nodeid: millViewNodes.geometry,
        geom: { type: 'MultiPoint', coordinates: [[3, 4]] },
        resourceinstanceid: watermill,
        name: 'Mill',
        kind: 'watermill',
        owner: 'Ada',
        driven_by: 'water',
        geom_2: '11111',
        website: 'https://mill.example',
        plans: 'Ground floor, b.png',
        name_of_other: 'Ada Lovelace',
      },
    ]);
    expect(await readRows(reader, 'mills_linestring')).toHaveLength(1);
    expect(await readRows(reader, 'mills_polygon')).toEqual([]);
  });
});
