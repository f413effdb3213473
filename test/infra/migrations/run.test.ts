import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { migrate, readMigrations } from '../../../infra/migrations/run.ts';
import { plain } from '../../../lib/data-api/sql.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';

describe('migrations', () => {
  let stack: TestStack;
  let folder: string;

  beforeAll(async () => {
    stack = await openTestStack({ content: 'bare' });
    folder = await mkdtemp(path.join(tmpdir(), 'migrations-'));
  });

  afterAll(async () => {
    await stack.close();
    await rm(folder, { recursive: true });
  });

  const write = (name: string, text: string): Promise<void> =>
    writeFile(path.join(folder, name), text);
  const read = () => readMigrations(pathToFileURL(`${folder}/`));

  it('are applied in the order of their names, and once', async () => {
    await write('002-second.sql', 'insert into one (n) values (2);');
    await write('001-first.sql', 'create table one (n integer);\ninsert into one (n) values (1);');
    expect(await migrate(stack.owner, await read())).toEqual(['001-first.sql', '002-second.sql']);
    expect(await migrate(stack.owner, await read())).toEqual([]);
    expect(await stack.owner.read(plain('select n::text from one order by n'))).toEqual([
      ['1'],
      ['2'],
    ]);
  });

  it('are applied once by two runs at the same time', async () => {
    await write('003-third.sql', 'insert into one (n) values (3);');
    const runs = await Promise.all([
      migrate(stack.owner, await read()),
      migrate(stack.owner, await read()),
    ]);
    expect(runs.flat()).toEqual(['003-third.sql']);
    expect(await stack.owner.read(plain('select count(*)::text from one where n = 3'))).toEqual([
      ['1'],
    ]);
  });

  it('leave nothing of a file that fails', async () => {
    await write('004-fourth.sql', 'insert into one (n) values (4); select nothing_like_it();');
    await expect(migrate(stack.owner, await read())).rejects.toThrow('nothing_like_it');
    expect(await stack.owner.read(plain('select count(*)::text from one where n = 4'))).toEqual([
      ['0'],
    ]);
    await rm(path.join(folder, '004-fourth.sql'));
  });

  it('do not mind other line ends in a file that was applied', async () => {
    await write(
      '001-first.sql',
      'create table one (n integer);\r\ninsert into one (n) values (1);',
    );
    expect(await migrate(stack.owner, await read())).toEqual([]);
  });

  it('take a file whose comments alone were changed, where it names the checksum that it had', async () => {
    const before = (await read()).find(({ name }) => name === '003-third.sql')?.checksum;
    const comment = `-- Applied before as ${before}: its comments have changed since.`;
    await write('003-third.sql', `${comment}\ninsert into one (n) values (3);`);
    expect(await migrate(stack.owner, await read())).toEqual([]);
  });

  it('refuse a file that was changed after it was applied, and name it', async () => {
    await write('002-second.sql', 'insert into one (n) values (22);');
    await expect(migrate(stack.owner, await read())).rejects.toThrow(/002-second\.sql was changed/);
  });

  it('refuse text that the Data API would rewrite', async () => {
    await write(
      '005-fifth.sql',
      "create function f() returns text language sql as $$ select ':name' $$;",
    );
    await expect(read()).rejects.toThrow(/005-fifth\.sql: :name/);
  });
});

describe('the migrations of this project', () => {
  it('can be read, none holds text that the Data API would rewrite', async () => {
    const migrations = await readMigrations();
    expect(migrations.length).toBeGreaterThan(5);
    expect(migrations.every(({ statements }) => statements.length > 0)).toBe(true);
  });
});
