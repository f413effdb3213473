import { readFile } from 'node:fs/promises';

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { callCounts } from '../../../lib/data-api/call-counts.ts';
import type { DataApi } from '../../../lib/data-api/client.ts';
import { markPrepared, toPreparedStatement } from '../../../lib/data-api/prepared-statements.ts';
import { int, rawSql, sql, text, uuidArray, type Statement } from '../../../lib/data-api/sql.ts';
import {
  countPreparedStatements,
  prepareStatements,
} from '../../../infra/schema/prepare-statements.ts';
import {
  listPreparedStatementFiles,
  listStatementsToPrepare,
} from '../../../infra/schema/prepared-statements.ts';
import {
  dropOldStatements,
  createStatementFunctions,
} from '../../../infra/schema/queries/prepare-statements.ts';
import { createTestDataApi } from '../../support/data-api-client.ts';
import { openTestStack, type TestStack } from '../../support/stack.ts';
import { triesAllCases } from '../../support/random/take-sample.ts';

let stack: TestStack;
let dataApi: DataApi;

beforeAll(async () => {
  stack = await openTestStack();
});

beforeEach(() => {
  // A client remembers which statements its database lacks, so each test has a new client.
  dataApi = createTestDataApi(stack.server.url, 'service');
  stack.server.counters.reset();
});

afterAll(async () => stack?.close());

/** A statement that no other test uses. */
function createStatement(title: string, value: number): Statement {
  return markPrepared(sql`select ${text(title)} || ${int(value)} || '${rawSql(title)}'`);
}

async function prepare(...statements: readonly Statement[]): Promise<void> {
  await stack.owner.write(createStatementFunctions(statements.map(toPreparedStatement)));
}

async function readPreparedNames(): Promise<readonly unknown[]> {
  const rows = await dataApi.read(
    rawSql(
      `select proname::text from pg_proc where pronamespace = 'kept'::regnamespace order by proname`,
    ),
  );
  return rows.flat();
}

async function dropAllStatements(): Promise<void> {
  // The first call keeps the current statements as those of the previous version.
  await stack.owner.write(dropOldStatements([]));
  await stack.owner.write(dropOldStatements([]));
}

const readRefusals = () => stack.server.counters.read().refusals;

describe('a prepared statement', () => {
  it('is called by name if the database has it, also with other values', async () => {
    await prepare(createStatement('one', 1));
    const before = callCounts.calls;
    expect(await dataApi.read(createStatement('one', 1))).toEqual([['one1one']]);
    expect(await dataApi.read(createStatement('one', 2))).toEqual([['one2one']]);
    expect(callCounts.calls - before).toBe(2);
    expect(readRefusals()).toEqual({});
  });

  it('is sent as text if the database lacks it, after a single failed attempt', async () => {
    const before = callCounts.calls;
    expect(await dataApi.read(createStatement('two', 1))).toEqual([['two1two']]);
    expect(await dataApi.read(createStatement('two', 2))).toEqual([['two2two']]);
    // The failed call is not counted.
    expect(callCounts.calls - before).toBe(2);
    expect(readRefusals()).toEqual({ '42883': 1 });
  });

  it('that the database lacks is called by name again after five minutes, but not earlier', async () => {
    const start = Date.now();
    const missesSoFar: (number | undefined)[] = [];
    for (const minutes of [0, 4, 6]) {
      vi.useFakeTimers({ toFake: ['Date'], now: start + minutes * 60_000 });
      // A write, because the AWS SDK would retry a read: it attributes the error to the changed clock.
      await dataApi.write(createStatement('late', minutes));
      vi.useRealTimers();
      missesSoFar.push(readRefusals()['42883']);
    }
    expect(missesSoFar).toEqual([1, 1, 2]);
  });

  it('is sent as text within a transaction, which the call of a missing function would abort', async () => {
    const rows = await dataApi.transaction((transaction) =>
      transaction.execute(createStatement('three', 1)),
    );
    expect(rows).toEqual([['three1three']]);
    expect(readRefusals()).toEqual({});
  });

  it('fails with the error of its text, whether the database has it or not', async () => {
    const brokenStatement = markPrepared(sql`select no_such_function(${int(1)})::text`);
    await expect(dataApi.read(brokenStatement)).rejects.toMatchObject({ sqlState: '42883' });
    const dividingStatement = markPrepared(sql`select (1 / ${int(0)})::text`);
    await prepare(dividingStatement);
    await expect(dataApi.read(dividingStatement)).rejects.toMatchObject({ sqlState: '22012' });
  });

  it('is not sent as text if a function in it is missing', async () => {
    await stack.owner.write(
      rawSql('create function soon_gone() returns text language sql return null'),
    );
    const callingStatement = markPrepared(sql`select soon_gone()`);
    await prepare(callingStatement);
    await stack.owner.write(rawSql('drop function soon_gone'));
    await expect(dataApi.read(callingStatement)).rejects.toMatchObject({ sqlState: '42883' });
    expect(readRefusals()).toEqual({ '42883': 1 });
  });

  it('changes data exactly once, whether the database has it or not', async () => {
    await stack.owner.write(rawSql('create table counted (number integer)'));
    await stack.owner.write(rawSql('insert into counted values (0)'));
    const countingStatement = markPrepared(
      sql`update counted set number = number + ${int(1)} returning number::text`,
    );
    expect(await dataApi.write(countingStatement)).toEqual([['1']]);
    await prepare(countingStatement);
    const otherClient = createTestDataApi(stack.server.url, 'service');
    expect(await otherClient.write(countingStatement)).toEqual([['2']]);
  });

  it('returns the same columns, lists and nulls as its text', async () => {
    const threeColumns = markPrepared(
      sql`select ${text(null)}, cardinality(${uuidArray([])})::text, coalesce(${int(null)}::text, 'none')`,
      3,
    );
    const asText = await dataApi.read({ ...threeColumns, preparedColumns: undefined });
    await prepare(threeColumns);
    expect(await dataApi.read(threeColumns)).toEqual(asText);
    expect(readRefusals()).toEqual({});
  });
});

describe('a database without prepared statements', () => {
  it('is read with the text of each statement', async () => {
    const bareStack = await openTestStack({ content: 'bare' });
    try {
      expect(await bareStack.dataApi.read(createStatement('four', 1))).toEqual([['four1four']]);
      expect(bareStack.server.counters.read().refusals).toEqual({ '3F000': 1 });
    } finally {
      await bareStack.close();
    }
  });
});

describe('a file of queries', () => {
  it('exports statements to prepare if, and only if, it has prepared statements', async () => {
    const files = await Promise.all(
      (await listPreparedStatementFiles()).map(async ({ name, statements }) => ({
        name,
        statements,
        source: await readFile(new URL(`../../../lib/queries/${name}`, import.meta.url), 'utf8'),
      })),
    );
    const filesWithPrepared = files.filter(({ source }) =>
      /\bmarkPrepared\b|\bisPrepared:/.test(source),
    );
    const filesWithVariants = files.filter(({ statements }) => statements.length > 0);
    expect(filesWithVariants.map(({ name }) => name)).toEqual(
      filesWithPrepared.map(({ name }) => name),
    );
    const variants = filesWithVariants.flatMap(({ statements }) => statements);
    expect(variants.filter(({ preparedColumns }) => preparedColumns === undefined)).toEqual([]);
  });
});

describe('preparing the statements of a version', () => {
  it('stores every statement, none with over 100 parameters, and nothing the second time', async () => {
    const all = await listStatementsToPrepare();
    expect(all.every(({ parameters }) => parameters.length <= 100)).toBe(true);
    await dropAllStatements();
    expect(await readPreparedNames()).toEqual([]);
    const names = new Set(all.map((one) => toPreparedStatement(one).name));
    expect(await prepareStatements(stack.owner)).toBe(names.size);
    expect(await prepareStatements(stack.owner)).toBe(0);
    expect(await readPreparedNames()).toEqual([...names].toSorted());
  });

  it.runIf(triesAllCases)(
    'keeps the statements of the previous version if it runs twice',
    async () => {
      await dropAllStatements();
      const before = createStatement('the version before', 0);
      await prepare(before);
      await stack.owner.write(dropOldStatements([toPreparedStatement(before).name]));
      await prepareStatements(stack.owner);
      await prepareStatements(stack.owner);
      expect(await readPreparedNames()).toContain(toPreparedStatement(before).name);
    },
  );

  it.runIf(triesAllCases)('is done once by two concurrent runs', async () => {
    await dropAllStatements();
    const preparedCounts = await Promise.all([stack.owner, stack.owner].map(prepareStatements));
    const { all } = await countPreparedStatements(dataApi);
    expect(preparedCounts.toSorted((one, other) => one - other)).toEqual([0, all]);
  });

  it('can be counted by the role of the service, with those that are missing', async () => {
    await dropAllStatements();
    const { all, missing } = await countPreparedStatements(dataApi);
    expect(missing).toBe(all);
    await prepareStatements(stack.owner);
    expect(await countPreparedStatements(dataApi)).toEqual({ all, missing: 0 });
  });

  it('keeps the statements of the previous version, and drops older statements', async () => {
    const versions = [1, 2, 3].map((version) => {
      const prepared = createStatement(`version ${version}`, 0);
      return { prepared, name: toPreparedStatement(prepared).name };
    });
    for (const { prepared, name } of versions) {
      await prepare(prepared);
      await stack.owner.write(dropOldStatements([name]));
    }
    const laterNames = versions.slice(1).map(({ name }) => name);
    expect(await readPreparedNames()).toEqual(laterNames.toSorted());
    await prepareStatements(stack.owner);
  });
});
