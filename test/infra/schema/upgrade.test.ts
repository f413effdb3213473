import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rebuildStaleResults } from '../../../infra/schema/rebuild-results.ts';
import type { StoredResult } from '../../../infra/schema/stored-results.ts';
import { upgradeSchema } from '../../../infra/schema/upgrade-schema.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { nilUuid } from '../../../lib/model/ids.ts';
import { skipWithoutNativeServer } from '../../support/has-native-server.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';
import { id } from '../cli/import/graphs/example.ts';
import { createSchemaFolder, type SchemaFolder } from './schema-folder.ts';

/** Returns a row if a session waits for the table of the tests. */
const selectWaitingSession = `select 'waits'
from pg_locks l
where not l.granted
  and l.relation = 'number'::regclass`;

describe('an upgrade of the schema', () => {
  let stack: TestStack;
  let folder: SchemaFolder;

  beforeAll(async () => {
    stack = await openTestStack({ content: 'bare' });
    folder = await createSchemaFolder();
  });

  afterAll(async () => {
    await stack.close();
    await folder.close();
  });

  const storedDoubles: StoredResult = {
    name: 'doubles',
    functions: ['double('],
    rebuild: [rawSql('update number set n = n')],
  };
  const readTestSchema = async () => ({ ...(await folder.read()), storedResults: [storedDoubles] });
  const upgrade = async () => upgradeSchema(stack.owner, await readTestSchema());
  const readValue = async (expression: string) => {
    const [row] = await stack.owner.read(rawSql(`select (${expression})::text`));
    return row?.[0];
  };
  const defineDouble = (body: string) =>
    `create function double(n integer) returns integer language sql immutable return ${body};`;

  it('creates the objects of an empty database in the order of their dependencies', async () => {
    await folder.write(
      'a/numbers.sql',
      'create table number (n integer, twice integer generated always as (double(n)) stored);\ninsert into number (n) values (1);',
    );
    await folder.write('b/functions.sql', defineDouble('2 * n'));
    expect(await upgrade()).toEqual(['installed the schema']);
    expect(await readValue('select twice from number')).toBe('2');
  });

  it('changes nothing the second time', async () => {
    expect(await upgrade()).toEqual([]);
  });

  it('applies migrations in the order of their names, before the objects that need them', async () => {
    await folder.write('migrations/002-second.sql', 'insert into number (n, word) values (2, 3);');
    await folder.write('migrations/001-first.sql', 'alter table number add column word text;');
    await folder.write('b/views.sql', 'create view word as\nselect n.word\nfrom number n;');
    expect(await upgrade()).toEqual([
      'applied 001-first.sql',
      'applied 002-second.sql',
      'replaced view word',
    ]);
    expect(await upgrade()).toEqual([]);
    expect(await readValue('select count(*) from word')).toBe('2');
  });

  it('is done once by two concurrent runs', async () => {
    await folder.write('migrations/003-third.sql', 'insert into number (n) values (3);');
    const runs = await Promise.all([upgrade(), upgrade()]);
    expect(runs.flat()).toEqual(['applied 003-third.sql']);
    expect(await readValue('select count(*) from number where n = 3')).toBe('1');
  });

  it('rolls back a file that fails', async () => {
    await folder.write(
      'migrations/004-fourth.sql',
      'insert into number (n) values (4); select nothing_like_it();',
    );
    await expect(upgrade()).rejects.toThrow('nothing_like_it');
    await folder.remove('migrations/004-fourth.sql');
    expect(await readValue('select count(*) from number where n = 4')).toBe('0');
  });

  it('replaces a function only if its text differs in more than a comment', async () => {
    await folder.write('b/functions.sql', defineDouble('n + n'));
    expect(await upgrade()).toEqual(['replaced function double(integer)', 'rebuilding: doubles']);
    await folder.write('b/functions.sql', `-- Of every number.\n${defineDouble('n + n')}`);
    expect(await upgrade()).toEqual([]);
  });

  it('rebuilds the stored results of a function whose text differs', async () => {
    await folder.write('b/functions.sql', defineDouble('3 * n'));
    await upgrade();
    expect(await readValue('select array_agg(twice order by n) from number')).toBe('{3,6,9}');
  });

  it('refuses a changed function with stored results that nothing can rebuild', async () => {
    await folder.write('b/functions.sql', defineDouble('4 * n'));
    const schema = { ...(await folder.read()), storedResults: [] };
    await expect(upgradeSchema(stack.owner, schema)).rejects.toThrow(/depends on double\(\)/);
    expect(await readValue('select array_agg(twice order by n) from number')).toBe('{3,6,9}');
  });

  it('continues a rebuild that was interrupted', async () => {
    const startKeys: string[] = [];
    const createBatch = (after: string) => {
      startKeys.push(after);
      const next = startKeys.length < 4 ? `'${id(startKeys.length)}'` : 'null';
      return [rawSql(startKeys.length === 2 ? 'select nothing_like_it()' : `select ${next}::text`)];
    };
    const results = [{ ...storedDoubles, rebuildBatch: createBatch }];
    await upgradeSchema(stack.owner, { ...(await folder.read()), storedResults: results });
    await expect(rebuildStaleResults(stack.owner, results)).rejects.toThrow('nothing_like_it');
    await rebuildStaleResults(stack.owner, results);
    expect(startKeys).toEqual([nilUuid, id(1), id(1), id(3)]);
    expect(await readValue('select count(*) from stale_result')).toBe('0');
  });

  it('drops at once a trigger without a definition, and one version later its function', async () => {
    const trigger =
      'create trigger on_number\n  before insert on number\n  for each row execute function refuse();';
    const refuse =
      'create function refuse() returns trigger language plpgsql as $$ begin return null; end $$;';
    await folder.write('c/refuse.sql', `${refuse}\n\n${trigger}`);
    expect(await upgrade()).toEqual([
      'replaced function refuse()',
      'replaced trigger on_number on number',
    ]);
    await folder.remove('c/refuse.sql');
    expect(await upgrade()).toEqual(['dropped trigger on_number on number']);
    expect(await upgrade()).toEqual([]);
    await folder.write('b/functions.sql', defineDouble('2 * n'));
    expect(await upgrade()).toEqual([
      'replaced function double(integer)',
      'dropped function refuse()',
      'rebuilding: doubles',
    ]);
    expect(await readValue(`to_regprocedure('refuse()') is null`)).toBe('true');
  });

  it.skipIf(skipWithoutNativeServer())(
    'waits for transactions that write, and tries again',
    async () => {
      await folder.write('migrations/004-fourth.sql', 'insert into number (n) values (4);');
      const schema = await readTestSchema();
      const reports: string[] = [];
      const isWriting = Promise.withResolvers<undefined>();
      const mayEnd = Promise.withResolvers<undefined>();
      const writer = stack.owner.transaction(async ({ execute }) => {
        await execute(rawSql('lock table spatial_layer.lock_of_writers in row share mode'));
        isWriting.resolve(undefined);
        await mayEnd.promise;
      });
      await isWriting.promise;
      await upgradeSchema(stack.owner, schema, (line) => {
        reports.push(line);
        mayEnd.resolve(undefined);
      });
      await writer;
      expect(reports).toEqual(['waiting for writers: attempt 2 of 20', 'applied 004-fourth.sql']);
    },
  );

  it.skipIf(skipWithoutNativeServer())(
    'succeeds even if the upgrade and a writer wait for each other',
    async () => {
      await folder.write('migrations/005-fifth.sql', 'alter table number add column note text;');
      const schema = await readTestSchema();
      const reports: string[] = [];
      const isWriting = Promise.withResolvers<undefined>();
      const writer = stack.owner.transaction(async ({ execute }) => {
        await execute(rawSql('insert into number (n) values (5)'));
        isWriting.resolve(undefined);
        while ((await execute(rawSql(selectWaitingSession))).length === 0) await wait(5);
        await execute(rawSql('lock table spatial_layer.lock_of_writers in row share mode'));
      });
      await isWriting.promise;
      await upgradeSchema(stack.owner, schema, (line) => reports.push(line));
      await writer;
      expect(reports).toEqual(['applied 005-fifth.sql']);
    },
  );

  it('ignores changed line ends in a migration that was applied', async () => {
    const text = 'alter table number add column word text;';
    await folder.write('migrations/001-first.sql', text);
    await folder.write('migrations/006-sixth.sql', 'insert into number (n)\nvalues (6);');
    await upgrade();
    await folder.write('migrations/006-sixth.sql', 'insert into number (n)\r\nvalues (6);');
    expect(await upgrade()).toEqual([]);
  });

  it('refuses a migration that was changed after it was applied, with its name', async () => {
    await folder.write('migrations/003-third.sql', 'insert into number (n) values (33);');
    await expect(upgrade()).rejects.toThrow(/003-third\.sql was changed/);
  });

  it('refuses a database with an applied migration whose file does not exist, with its name', async () => {
    await folder.remove('migrations/003-third.sql');
    await expect(upgrade()).rejects.toThrow(/003-third\.sql was applied .* no such file/);
  });

  it('refuses objects that depend on each other, with the names of their files', async () => {
    await folder.write('d/one.sql', 'create view one as\nselect *\nfrom two;');
    await folder.write('d/two.sql', 'create view two as\nselect *\nfrom one;');
    await expect(upgrade()).rejects.toThrow(/one \(d\/one\.sql\), two \(d\/two\.sql\)/);
    await folder.remove('d/two.sql');
  });

  it('refuses text that the Data API would rewrite', async () => {
    await folder.write(
      'd/one.sql',
      "create function f() returns text language sql as $$ select ':name' $$;",
    );
    await expect(upgrade()).rejects.toThrow(/d\/one\.sql: :name/);
  });
});
