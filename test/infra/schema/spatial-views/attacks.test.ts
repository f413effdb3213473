import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Session } from '../../../../infra/local/database/database.ts';
import { rawSql, sql, text, uuid } from '../../../../lib/data-api/sql.ts';
import {
  attemptStatement,
  accessibleRelationsQuery,
  executableRoutinesQuery,
  accessibleSequencesQuery,
  permissionDenied,
  creatableSchemasQuery,
  readableCatalogsQuery,
  type AttemptOutcome,
} from '../../../support/spatial-views/attempt-statement.ts';
import {
  readViewColumns,
  quoteIdentifier,
  quoteLiteral,
} from '../../../support/spatial-views/read-views.ts';
import { readViewComments } from '../../../support/spatial-views/read-view-comments.ts';
import { siteNodes } from '../../../support/world/sites/site-model.ts';
import { readerGroup } from '../../../support/world/reader-group.ts';
import {
  openSiteName,
  plantedIds,
  storeSecrets,
  secretMark,
} from '../../../support/world/sites/secrets.ts';
import { openSiteWorld, type SiteWorld } from '../../../support/world/sites/site-world.ts';

const role = 'heritage_reader';
const viewNames = [
  'planted_point',
  'planted_linestring',
  'planted_polygon',
  'planted_parts_mixed_geom',
];

let world: SiteWorld;

beforeAll(async () => {
  world = await openSiteWorld();
  await storeSecrets(world);
  // After this, the statistics contain the secrets.
  await world.withSession('owner', (session) => session.query('analyze', [], 60_000));
});

afterAll(async () => world?.service.close());

const runAsReader = <T>(work: (session: Session) => Promise<T>): Promise<T> =>
  world.withSession('reader', work);
const attemptAsReader = (statement: string): Promise<AttemptOutcome> =>
  runAsReader((session) => attemptStatement(session, statement));
const queryAsOwner = async (statement: string): Promise<readonly (string | null)[]> =>
  world.withSession('owner', async (session) =>
    (await session.query(statement, [], 60_000)).rows.map(([first = null]) => first),
  );

/** Runs some work for each column of each view. */
async function forEachColumn(
  work: (session: Session, view: string, column: string) => Promise<void>,
): Promise<void> {
  await runAsReader(async (session) => {
    for (const view of viewNames) {
      const columns = await readViewColumns(session, 'public', view);
      expect(columns.length).toBeGreaterThan(5);
      for (const column of columns)
        await work(session, quoteIdentifier(view), quoteIdentifier(column));
    }
  });
}

describe('a reader of spatial views', () => {
  it('sees the open data of a site, and nothing of its closed data', async () => {
    const { rows } = await attemptAsReader(
      `select name, secret, page, keeper, neighbours, named_as, part_note from planted_point where resourceinstanceid::text = '${plantedIds.open}'`,
    );
    expect(rows).toEqual([
      [openSiteName, null, null, 'Undefined', 'Undefined, Undefined', null, null],
    ]);
    for (const view of viewNames) {
      expect((await attemptAsReader(`select v::text from ${view} v`)).message).not.toContain(
        secretMark,
      );
    }
    const isClosedSite = `resourceinstanceid::text = '${plantedIds.closed}'`;
    expect(
      (await attemptAsReader(`select 1 from planted_point where ${isClosedSite}`)).rows,
    ).toEqual([]);
    expect((await attemptAsReader('select 1 from planted_parts_mixed_geom')).rows).toEqual([]);
  });

  it('learns no secret from cast errors, whatever type a column is cast to', async () => {
    const types = [
      'integer',
      'date',
      'boolean',
      'uuid',
      'jsonb',
      'inet',
      'point',
      'xml',
      'regclass',
    ];
    await forEachColumn(async (session, view, column) => {
      for (const type of types) {
        for (const statement of [
          `select 1 from ${view} where ${column}::text::${type} is null`,
          `select max(${column}::text::${type}::text) from ${view}`,
        ]) {
          expect((await attemptStatement(session, statement)).message).not.toContain(secretMark);
        }
      }
    });
  });

  it('learns no secret from functions that see values before the filter of the view', async () => {
    await forEachColumn(async (session, view, column) => {
      const spyingCall = `set_config('spy.seen', coalesce(current_setting('spy.seen', true), '') || coalesce(${column}::text, ''), false)`;
      await attemptStatement(session, "select set_config('spy.seen', '', false)");
      await attemptStatement(
        session,
        `select 1 from ${view} where ${spyingCall} is null and false`,
      );
      await attemptStatement(
        session,
        `select 1 from ${view} where length(${spyingCall}) < 0 and secret is not null`,
      );
      await attemptStatement(session, `select 1 from ${view} order by ${spyingCall} limit 1`);
      await attemptStatement(session, `explain analyze select ${spyingCall} from ${view}`);
      const { message: recorded } = await attemptStatement(
        session,
        "select current_setting('spy.seen', true)",
      );
      expect(recorded).not.toContain(secretMark);
      const raised = `do $$ declare r record; begin for r in select * from ${view} loop raise exception '%', r; end loop; end $$`;
      expect((await attemptStatement(session, raised)).message).not.toContain(secretMark);
    });
  });

  it('may call no function of the schema', async () => {
    expect(await queryAsOwner(executableRoutinesQuery(role))).toEqual([]);
    for (const call of [
      'select * from visible_resource(1)',
      'select is_administrator(1)',
      "select compile_rights('{1}')",
      "select add_name_mark('graph', gen_random_uuid())",
    ]) {
      expect((await attemptAsReader(call)).code).toBe(permissionDenied);
    }
  });

  it('may read only the views and the lists of views for desktop clients, and write nothing', async () => {
    const readable = [...viewNames, 'readable.pg_class', 'readable.pg_description'];
    expect(await queryAsOwner(accessibleRelationsQuery(role))).toEqual(
      readable.map((relation) => `${relation} select`).toSorted(),
    );
    expect(await queryAsOwner(accessibleSequencesQuery(role))).toEqual([]);
    for (const table of ['tile', 'resource', 'account', 'spatial_view', 'feature']) {
      expect((await attemptAsReader(`select * from ${table}`)).code).toBe(permissionDenied);
      expect(
        (await attemptAsReader(`do $$ begin lock table ${table} in access share mode; end $$`))
          .code,
      ).toBe(permissionDenied);
    }
    for (const statement of [
      `delete from planted_point`,
      `update planted_point set name = 'x'`,
      `insert into planted_point (gid) values (1)`,
      `truncate planted_point`,
      `begin read write; delete from planted_point`,
    ]) {
      expect((await attemptAsReader(statement)).code).toMatch(/42501|55000|42809|42601/);
    }
  });

  it('may create nothing: no table, function, view, schema or temporary object', async () => {
    expect(await queryAsOwner(creatableSchemasQuery(role))).toEqual([]);
    for (const statement of [
      'create table spy (a text)',
      'create temporary table spy (a text)',
      'create temporary view spy as select * from planted_point',
      'create view spy as select * from planted_point',
      'create schema spy',
      "create function pg_temp.spy(text) returns boolean language plpgsql cost 0.0001 as 'begin raise notice ''%'', $1; return true; end'",
      "create function spy(text) returns boolean language sql as 'select true'",
      'create operator public.<<<< (function = textlike, leftarg = text, rightarg = text)',
      'create extension dblink',
      "comment on view planted_point is 'x'",
      'alter view planted_point rename to x',
    ]) {
      const { code } = await attemptAsReader(statement);
      expect({ statement, code: code ?? 'done' }).toEqual({
        statement,
        code: expect.stringMatching(/^(42501|0A000|58P01|3F000|25006)$/),
      });
    }
  });

  it('finds no secret in a catalog: in statistics, comments, plans, definitions or settings', async () => {
    const catalogs = await queryAsOwner(readableCatalogsQuery(role));
    expect(catalogs.length).toBeGreaterThan(100);
    for (const catalog of catalogs) {
      const outcome = await attemptAsReader(
        `select c::text from ${catalog} c where c::text like '%' || ${quoteLiteral(secretMark.slice(0, 4))} || ${quoteLiteral(secretMark.slice(4))} || '%'`,
      );
      expect({ catalog, rows: outcome.rows }).toEqual({ catalog, rows: [] });
    }
    expect((await attemptAsReader('select * from pg_statistic')).code).toBe(permissionDenied);
    const statistics =
      "select 1 from pg_stats where schemaname not in ('pg_catalog', 'information_schema')";
    const ownStatistics = `${statistics} and tablename not in ('spatial_ref_sys')`;
    expect((await attemptAsReader(ownStatistics)).rows).toEqual([]);
  });

  it('reads the comments of open views and columns, but not of closed views and columns', async () => {
    const readComments = (view: string) =>
      runAsReader((session) => readViewComments(session, 'public', view));
    const openComments = {
      '': 'A layer of a test',
      name: `what ${siteNodes.name} says`,
      secret: null,
      part_note: null,
    };
    expect(await readComments('planted_point')).toMatchObject(openComments);
    const commentsOfParts = await readComments('planted_parts_mixed_geom');
    expect(commentsOfParts).toMatchObject({ '': null, secret: null, part_note: null });
    await world.openToReaders(false);
    expect(await readComments('planted_point')).toMatchObject({ '': null, name: null });
    await world.openToReaders();
    expect(await readComments('planted_point')).toMatchObject(openComments);
  });

  it('sees the same plan estimates for a secret as for any other text', async () => {
    const readPlan = async (value: string): Promise<string> => {
      const statement = `explain select 1 from planted_point where secret = ${quoteLiteral(value)} or named_as = ${quoteLiteral(value)}`;
      return (await attemptAsReader(statement)).message.replaceAll(value, '…');
    };
    expect(await readPlan(`${secretMark} of a closed nodegroup`)).toBe(
      await readPlan('nothing of the kind'),
    );
    expect(await readPlan(`${secretMark} of a name`)).toBe(await readPlan('nothing of the kind'));
  });

  it('loses a row in the next statement after a grant for it is removed', async () => {
    const countRow = `select count(*) from planted_point where tileid::text = '${plantedIds.tile}'`;
    const setGrant = (
      mayView: boolean,
    ) => sql`insert into resource_grant (resource_id, account_group_id, can_view)
select ${uuid(plantedIds.open)}, account_group_id, ${rawSql(String(mayView))} from account_group where name = ${text(readerGroup)}
on conflict (account_group_id, resource_id) where account_group_id is not null do update
  set can_view = excluded.can_view`;
    expect((await attemptAsReader(countRow)).rows).toEqual([['1']]);
    await world.service.stack.dataApi.write(setGrant(false));
    expect((await attemptAsReader(countRow)).rows).toEqual([['0']]);
    await world.service.stack.dataApi.write(setGrant(true));
    expect((await attemptAsReader(countRow)).rows).toEqual([['1']]);
    await world.openToReaders(false);
    expect((await attemptAsReader('select count(*) from planted_point')).rows).toEqual([['0']]);
    await world.openToReaders();
  });
});
