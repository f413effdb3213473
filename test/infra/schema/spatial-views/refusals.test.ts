import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { DataApi } from '../../../../lib/data-api/client.ts';
import { DatabaseError } from '../../../../lib/data-api/errors.ts';
import { rawSql, sql, text, uuid } from '../../../../lib/data-api/sql.ts';
import { createTestDataApi } from '../../../support/data-api-client.ts';
import { hasNativeServer } from '../../../support/has-native-server.ts';
import { openTestStack, type TestStack } from '../../../support/stack.ts';
import {
  millCollection,
  millId,
  line,
  mills,
  millNodegroups,
  millViewNodes,
  point,
  prepareMills,
  setReadersMayRead,
  readRows,
  tiles,
  windmill,
  writeMillTile,
  writeView,
  type MillViewRow,
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

/** The SQLSTATE and message of the error for a change of the view. */
async function readRefusal(changes: Partial<MillViewRow>): Promise<readonly unknown[]> {
  const error = await writeView(stack.dataApi, changes).catch((thrown: unknown) => thrown);
  if (!(error instanceof DatabaseError)) throw new Error('It was not refused.', { cause: error });
  return [error.sqlState, error.message];
}

/** The views in the database, by schema and name. */
async function readViewNames(): Promise<readonly unknown[]> {
  const rows = await stack.owner.read(
    rawSql(`select c.oid::regclass::text
from pg_catalog.pg_class c
where c.relkind = 'v' and c.relname like any (array['mills%', 'others%'])
order by 1`),
  );
  return rows.map(([name]) => name);
}

const viewsOfAllTypes = (prefix: string) =>
  ['linestring', 'point', 'polygon'].map((kind) => `${prefix}_${kind}`);

/** Runs work while an object of the owner exists in the database. */
async function withObject(
  creation: string,
  removal: string,
  work: () => Promise<void>,
): Promise<void> {
  await stack.owner.write(rawSql(creation));
  try {
    await work();
  } finally {
    await stack.owner.write(rawSql(removal));
  }
}

describe('a change of a spatial view', () => {
  it('to inactive drops the database views, and a change of schema or slug recreates them', async () => {
    await writeView(stack.dataApi, { isActive: false });
    expect(await readViewNames()).toEqual([]);
    const [tables] = await stack.owner.read(
      rawSql(`select count(*) from pg_catalog.pg_class c
where c.relnamespace = 'spatial_layer'::regnamespace and c.relname like '71ee%'`),
    );
    expect(tables?.[0]).toBe('0');
    await stack.owner.write(rawSql('create schema maps'));
    await writeView(stack.dataApi, { schema: 'maps', slug: 'others' });
    expect(await readViewNames()).toEqual(viewsOfAllTypes('maps.others'));
    expect(await readRows(reader, 'maps.others_point')).toHaveLength(2);
    await writeView(stack.dataApi);
    expect(await readViewNames()).toEqual(viewsOfAllTypes('mills'));
  });

  it('creates one view of all geometry types if `isMixed` is set, and only that view shows geometry collections', async () => {
    const geometryCollection = {
      type: 'GeometryCollection',
      geometries: [point(1, 2), line],
    };
    const place = {
      [millViewNodes.geometry]: millCollection(point(1, 2), line, geometryCollection),
    };
    await writeMillTile(stack.dataApi, tiles.windmillPlace, windmill, millNodegroups.place, place);
    await writeView(stack.dataApi, { isMixed: true });
    expect(await readViewNames()).toEqual(['mills_mixed_geom']);
    expect(await readRows(reader, 'mills_mixed_geom')).toHaveLength(4);
    await writeView(stack.dataApi);
    expect(await readRows(reader, 'mills_point')).toHaveLength(2);
    expect(await readRows(reader, 'mills_linestring')).toHaveLength(1);
  });

  it('omits geometries that have no coordinates in the reference system', async () => {
    const place = { [millViewNodes.geometry]: millCollection(point(0, 91), point(1, 1)) };
    await writeMillTile(stack.dataApi, tiles.windmillPlace, windmill, millNodegroups.place, place);
    await writeView(stack.dataApi, { srid: 3857 });
    expect(await readRows(reader, 'mills_point')).toHaveLength(2);
    await writeView(stack.dataApi);
    expect(await readRows(reader, 'mills_point')).toHaveLength(3);
  });

  it('accepts any slug, description and alias', async () => {
    const slug = `O'Brien"; drop table tile; --`;
    const alias = `"); drop view "x'`;
    await stack.owner.write(sql`update node set alias = ${text(alias)}
where node_id = ${uuid(millViewNodes.name)}`);
    await writeView(stack.dataApi, { slug, description: `It's "a" $$ \\ %s %I` });
    const [row] = await stack.owner.read(
      rawSql(
        `select obj_description(c.oid) from pg_catalog.pg_class c where c.relname like 'O%_point'`,
      ),
    );
    expect(row?.[0]).toBe(`It's "a" $$ \\ %s %I`);
    const [column] = await stack.owner.read(
      rawSql('select column_name from spatial_view_attribute where position = 1'),
    );
    expect(column?.[0]).toBe('drop_view_x');
    await stack.owner.write(
      sql`update node set alias = 'name' where node_id = ${uuid(millViewNodes.name)}`,
    );
    await writeView(stack.dataApi);
  });

  it('is refused with the names of dependent views that it would break, and otherwise accepted', async () => {
    const creation = `create view public."My mills" as select name, count(*) from mills_point group by name`;
    await withObject(creation, 'drop view public."My mills" cascade', async () => {
      await stack.owner.write(rawSql('create view public.more as select * from "My mills"'));
      for (const changes of [
        { slug: 'others' },
        { isActive: false },
        { isMixed: true },
        { srid: 3857 },
        { attributes: [millViewNodes.kind] },
      ]) {
        const [state, message] = await readRefusal(changes);
        expect(state).toBe('SV001');
        expect(message).toContain('public."My mills", public.more');
      }
      const deletion = stack.dataApi.write(
        sql`delete from spatial_view where spatial_view_id = ${uuid(mills.viewId)}`,
      );
      await expect(deletion).rejects.toMatchObject({ sqlState: 'SV001' });
      await writeView(stack.dataApi, { language: 'fr', description: 'Moulins' });
      await writeView(stack.dataApi, {
        attributes: [...mills.attributes, millViewNodes.ownerName],
      });
    });
    await writeView(stack.dataApi);
    expect(await readViewNames()).toEqual(viewsOfAllTypes('mills'));
  });

  it('caused by an edit of the model keeps the names of columns on which other views depend', async () => {
    const setAlias = (name: string) =>
      stack.owner.write(
        sql`update node set alias = ${text(name)} where node_id = ${uuid(millViewNodes.kind)}`,
      );
    await withObject(
      'create view more as select kind from mills_point',
      'drop view more',
      async () => {
        await setAlias('sort');
        const [row] = await stack.owner.read(
          rawSql('select count(*) from more where kind is not null'),
        );
        expect(row?.[0]).toBe('1');
      },
    );
    await setAlias('kind');
  });

  it('is refused if the name of a view is taken or too long', async () => {
    await withObject('create table others_polygon ()', 'drop table others_polygon', async () => {
      expect((await readRefusal({ slug: 'others' }))[0]).toBe('SV002');
    });
    expect((await readRefusal({ slug: 'o'.repeat(53) }))[0]).toBe('SV002');
    expect(await readViewNames()).toEqual(viewsOfAllTypes('mills'));
  });

  it('is refused if the schema does not exist or is not allowed for views', async () => {
    const ownSchemas = ['kept', 'readable', 'spatial_layer'];
    for (const schema of ['nowhere', 'pg_catalog', 'information_schema', ...ownSchemas]) {
      expect((await readRefusal({ schema }))[0]).toBe('SV003');
    }
  });

  it.runIf(hasNativeServer)(
    'is refused while a reader has locked its views, and changes nothing',
    async () => {
      await reader.transaction(async (transaction) => {
        await transaction.execute(rawSql('select count(*) from mills_point'));
        expect((await readRefusal({ slug: 'others' }))[0]).toBe('55P03');
      });
      expect(await readViewNames()).toEqual(viewsOfAllTypes('mills'));
    },
  );

  it('is rolled back with its transaction', async () => {
    await stack.dataApi
      .transaction(async (transaction) => {
        await transaction.execute(
          sql`delete from spatial_view where spatial_view_id = ${uuid(millId(90))}`,
        );
        throw new Error('undone');
      })
      .catch(() => undefined);
    expect(await readViewNames()).toEqual(viewsOfAllTypes('mills'));
  });
});
