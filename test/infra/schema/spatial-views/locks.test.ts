import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readSchema } from '../../../../infra/schema/read-schema.ts';
import { upgradeSchema } from '../../../../infra/schema/upgrade-schema.ts';
import { lockThesaurus } from '../../../../infra/cli/import/concepts/queries/stored-thesaurus.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { json, rawSql, sql, text, uuid, type Statement } from '../../../../lib/data-api/sql.ts';
import { openTestStack, type TestStack } from '../../../support/stack.ts';
import { skipWithoutNativeServer } from '../../../support/has-native-server.ts';
import {
  openDesktopClient,
  type DesktopClient,
} from '../../../support/spatial-views/desktop-client.ts';
import { siteNodegroups, siteNodes } from '../../../support/world/sites/site-model.ts';
import {
  viewAttributes,
  insertTestView,
  openSiteWorld,
  type SiteWorld,
} from '../../../support/world/sites/site-world.ts';
import { id } from '../../cli/import/graphs/example.ts';

const isSkipped = skipWithoutNativeServer();

const lockModes = [
  'access exclusive',
  'exclusive',
  'share row exclusive',
  'share',
  'share update exclusive',
  'row exclusive',
  'row share',
  'access share',
];

const constraint = id(9401);
/** Keys of advisory locks that an attacker might guess. */
const advisoryKeys = [
  '7274001',
  ...['spatial views', 'names that follow', 'thesaurus', constraint].map(
    (name) => `hashtextextended('${name}', 0)`,
  ),
];

const selectTableNames = `select c.oid::regclass::text as name
from pg_catalog.pg_class c
where c.relkind in ('r', 'v')
  and c.relnamespace::regnamespace::text in ('public', 'spatial_layer', 'layers')
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
order by 1`;

const uniqueCheck = sql`select repeated_values(${json([
  {
    constraint_id: constraint,
    nodegroup_id: siteNodegroups.names,
    values: { [siteNodes.name]: 'one' },
  },
])}, '{}', null)::text`;

describe.skipIf(isSkipped)('the locks of a reader of spatial views', () => {
  let world: SiteWorld;
  let desktop: DesktopClient;

  beforeAll(async () => {
    world = await openSiteWorld();
    await world.openToReaders();
    await world.withSession('owner', (session) =>
      session.query('create schema layers', [], 60_000),
    );
    await world.service.stack.dataApi.write(
      insertTestView({
        id: id(9501),
        slug: 'sites',
        schema: 'layers',
        attributes: viewAttributes(siteNodes.name),
      }),
    );
    desktop = await openDesktopClient(world);
  });

  afterAll(async () => {
    await desktop?.close();
    await world?.service.close();
  });

  /** Whether a statement succeeds. Its locks are held until the end of the transaction. */
  const doesSucceed = async (statement: string): Promise<boolean> => {
    await desktop.client.query('savepoint before');
    try {
      await desktop.client.query(statement);
      return true;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      await desktop.client.query('rollback to savepoint before');
      return false;
    }
  };

  /** Takes all possible locks and runs some work while they are held. */
  const runWhileLocked = async <T>(work: () => Promise<T>): Promise<T> => {
    await desktop.client.query('begin read write');
    for (const key of advisoryKeys) await doesSucceed(`select pg_advisory_lock(${key})`);
    for (const name of await readTableNames())
      await doesSucceed(`lock table ${name} in access share mode`);
    try {
      return await work();
    } finally {
      await desktop.client.query('rollback');
      await desktop.client.query('select pg_advisory_unlock_all()');
    }
  };

  const readTableNames = async (): Promise<readonly string[]> =>
    (await desktop.client.query<{ name: string }>(selectTableNames)).rows.map(({ name }) => name);

  /** Runs a statement in a transaction with a lock timeout of two seconds. */
  const runWithoutWaiting = (statement: Statement): Promise<string> =>
    world.service.stack.dataApi.transaction(async (transaction) => {
      await transaction.execute(rawSql("set local lock_timeout = '2s'"));
      await transaction.execute(statement);
      await transaction.execute(rawSql('set constraints all immediate'));
      return 'done';
    });

  it('are only locks on the views, in the mode of a plain read', async () => {
    await desktop.client.query('begin read write');
    const locked: string[] = [];
    const names = await readTableNames();
    expect(names.length).toBeGreaterThan(50);
    for (const name of names) {
      for (const mode of lockModes) {
        if (await doesSucceed(`lock table ${name} in ${mode} mode nowait`))
          locked.push(`${name} ${mode}`);
      }
      for (const strength of ['update', 'key share']) {
        if (await doesSucceed(`select from ${name} for ${strength}`))
          locked.push(`${name} ${strength}`);
      }
    }
    await desktop.client.query('rollback');
    expect(locked.toSorted()).toEqual(
      ['linestring', 'point', 'polygon'].map((kind) => `layers.sites_${kind} access share`),
    );
  });

  it.each<readonly [string, Statement]>([
    ['a tile', sql`update tile set data = data where resource_id = ${uuid(id(6001))}`],
    ['values that must be unique', uniqueCheck],
    ['labels', rawSql(`update concept_value set value = value || ' ' where true`)],
    ['rights', rawSql(`update account_group set can_read = not can_read where name = 'Guest'`)],
    ['a model', rawSql('update node set alias = alias where true')],
  ])('do not block a write of %s', async (_, statement) => {
    expect(await runWhileLocked(() => runWithoutWaiting(statement))).toBe('done');
  });

  it('do not block an import of a thesaurus', async () => {
    const importThesaurus = () =>
      world.service.stack.dataApi.transaction(async (transaction) => {
        await transaction.execute(rawSql("set local lock_timeout = '2s'"));
        await runQuery(transaction.execute, lockThesaurus());
        return 'done';
      });
    expect(await runWhileLocked(importThesaurus)).toBe('done');
  });

  it('do not block a migration', async () => {
    const schema = await readSchema();
    const { owner } = world.service.stack;
    // This needs no lock timeout, because the Data API ends a transaction that waits.
    expect(await runWhileLocked(() => upgradeSchema(owner, schema))).toEqual([]);
  });
});

describe.skipIf(isSkipped)('take_lock', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await openTestStack();
  });

  afterAll(async () => stack?.close());

  const runWithLock = (name: string, work: () => Promise<unknown> = async () => 'done') =>
    stack.dataApi.transaction(async (transaction) => {
      await transaction.execute(rawSql("set local lock_timeout = '300ms'"));
      await transaction.execute(sql`select take_lock(${text(name)})`);
      return work();
    });
  const lockTimeout = { sqlState: '55P03' };

  it.each(['for the first time', 'once more'])(
    'takes one lock for each name until the transaction ends: %s',
    async () => {
      await runWithLock('one', async () => {
        await expect(runWithLock('one')).rejects.toMatchObject(lockTimeout);
        expect(await runWithLock('other')).toBe('done');
      });
      expect(await runWithLock('one')).toBe('done');
    },
  );

  it('lets concurrent transactions continue one by one, each after the previous commit', async () => {
    await stack.owner.write(rawSql('create table visit (number integer)'));
    const visit = () =>
      stack.dataApi.transaction(async (transaction) => {
        await transaction.execute(rawSql("select take_lock('visits')"));
        await transaction.execute(rawSql('insert into visit (number) select count(*) from visit'));
      });
    await Promise.all(Array.from({ length: 12 }, visit));
    const numbers = await stack.owner.read(
      rawSql('select v.number::text from visit v order by v.number'),
    );
    expect(numbers.flat()).toEqual(Array.from({ length: 12 }, (_, number) => String(number)));
  });
});
