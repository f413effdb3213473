import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { DataApi } from '../../../../lib/data-api/client.ts';
import { rawSql } from '../../../../lib/data-api/sql.ts';
import { createTestDataApi } from '../../../support/data-api-client.ts';
import { openTestStack, type TestStack } from '../../../support/stack.ts';
import { prepareMills, setReadersMayRead, writeView } from './mill-views.ts';

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

const permissionDenied = { sqlState: '42501' };

describe('the role heritage_reader', () => {
  it('may read the views and the lists of views for desktop clients, and no other relation', async () => {
    const [readable] = await stack.owner.read(
      rawSql(`select string_agg(c.oid::regclass::text, ' ' order by c.relname collate "C")
from pg_catalog.pg_class c
where c.relkind in ('r', 'v', 'm', 'p')
  and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
  and has_table_privilege('heritage_reader', c.oid, 'select')
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`),
    );
    expect(readable?.[0]).toBe(
      'mills_linestring mills_point mills_polygon readable.pg_class readable.pg_description',
    );
  });

  it('may not call functions of the schema, including prepared statements', async () => {
    const [callable] = await stack.owner.read(
      rawSql(`select count(*) filter (where has_function_privilege('heritage_reader', p.oid, 'execute')), count(*) > 100
from pg_proc p
where p.pronamespace in ('public'::regnamespace, 'kept'::regnamespace, 'spatial_layer'::regnamespace)
  and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`),
    );
    expect(callable).toEqual(['0', true]);
    await expect(reader.read(rawSql('select is_administrator(1)'))).rejects.toMatchObject(
      permissionDenied,
    );
  });

  it('may not write data, create objects, or read the tables behind the views', async () => {
    for (const statement of [
      'delete from mills_point where true',
      'create temporary table mine (id integer)',
      'create view mine as select 1 as one',
      'select count(*) from tile',
      `select count(*) from spatial_layer.made_view`,
      `select count(*) from spatial_layer."71ee0000000040008000000000000090_point"`,
    ]) {
      await expect(reader.write(rawSql(statement))).rejects.toMatchObject(permissionDenied);
    }
  });

  it('has read-only sessions with time limits', async () => {
    const [settings] = await stack.owner.read(
      rawSql(`select array_to_string(s.setconfig, ' ')
from pg_db_role_setting s
where s.setrole = 'heritage_reader'::regrole and s.setdatabase = 0`),
    );
    expect(settings?.[0]).toContain('default_transaction_read_only=on');
    expect(settings?.[0]).toContain('statement_timeout=');
    expect(settings?.[0]).toContain('idle_in_transaction_session_timeout=');
  });

  it('has a connection limit that it cannot change', async () => {
    const [role] = await stack.owner.read(
      rawSql(`select (rolconnlimit > 0)::text from pg_roles where rolname = 'heritage_reader'`),
    );
    expect(role?.[0]).toBe('true');
    await expect(
      reader.write(rawSql('alter role heritage_reader connection limit -1')),
    ).rejects.toMatchObject(permissionDenied);
  });

  it.each([
    'lo_creat(-1)',
    'lo_create(0)',
    "lo_from_bytea(0, 'x')",
    "lo_put(1, 0, 'x')",
    'lo_unlink(1)',
    "pg_logical_emit_message(false, 'x', 'x')",
  ])('may not execute %s, after a superuser has revoked that right', async (call) => {
    await expect(reader.write(rawSql(`select ${call}`))).rejects.toMatchObject(permissionDenied);
  });
});

describe('the role heritage_service', () => {
  it('creates views only through rows of spatial_view', async () => {
    for (const statement of [
      'create view mine as select 1 as one',
      `select spatial_layer.create_views('71ee0000-0000-4000-8000-000000000090')`,
      'delete from mills_point where true',
    ]) {
      await expect(stack.dataApi.write(rawSql(statement))).rejects.toMatchObject(permissionDenied);
    }
  });

  it('may call every function in the schemas of tables and prepared statements', async () => {
    const [uncallableCount] = await stack.owner.read(
      rawSql(`select count(*)
from pg_proc p
where p.pronamespace in ('public'::regnamespace, 'kept'::regnamespace)
  and not has_function_privilege('heritage_service', p.oid, 'execute')`),
    );
    expect(uncallableCount?.[0]).toBe('0');
  });
});
