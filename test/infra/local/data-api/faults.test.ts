import { BeginTransactionCommand, ExecuteStatementCommand } from '@aws-sdk/client-rds-data';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { FaultInput } from '../../../../infra/local/data-api/faults.ts';
import { DataApiUnavailable } from '../../../../lib/data-api/errors.ts';
import { rawSql } from '../../../../lib/data-api/sql.ts';
import { createTestDataApi } from '../../../support/data-api-client.ts';
import { failureOf, openEmulator, createSdkClient, callTarget, type Emulator } from './emulator.ts';

let emulator: Emulator;

beforeAll(async () => {
  emulator = await openEmulator();
  await emulator.execute('create table written (id int generated always as identity)');
});

afterAll(async () => emulator?.close());

beforeEach(async () => {
  await emulator.execute('delete from written');
  emulator.server.faults.clear();
  emulator.server.counters.reset();
});

const insert = 'insert into written default values';
const countRows = async (): Promise<number | undefined> =>
  (await emulator.readValue('select count(*) from written')).longValue;
/** Inserts with the default settings of the SDK: three attempts. */
const insertWithRetries = () =>
  createSdkClient(emulator.server.url, 3).send(
    new ExecuteStatementCommand({ ...callTarget(), sql: insert }),
  );
const readCounters = () => emulator.server.counters.read();

describe('a fault before execution', () => {
  it.each([
    ['resuming', 'DatabaseResumingException', 400],
    ['throttling', 'ThrottlingException', 400],
    ['unavailable', 'ServiceUnavailableError', 503],
    ['internal', 'InternalServerErrorException', 500],
    ['secrets', 'SecretsErrorException', 400],
    ['forbidden', 'ForbiddenException', 403],
    ['password', 'DatabaseErrorException', 400],
  ] as const)('of kind %s fails with %s, and nothing is executed', async (kind, name, status) => {
    emulator.server.faults.add({ when: 'before', kind });
    expect(await failureOf(emulator.execute(insert))).toMatchObject({ name, status });
    expect(await countRows()).toBe(0);
  });

  it.each([
    ['reset', 'TimeoutError'],
    ['html', 'SyntaxError'],
  ] as const)(
    'of kind %s leaves the client without a valid answer, and nothing is executed',
    async (kind, name) => {
      emulator.server.faults.add({ when: 'before', kind });
      expect((await failureOf(emulator.execute(insert))).name).toBe(name);
      expect(await countRows()).toBe(0);
    },
  );

  it('of kind unavailable (503) makes the SDK repeat the call', async () => {
    emulator.server.faults.add({ when: 'before', kind: 'unavailable', times: 2 });
    await insertWithRetries();
    expect(readCounters()).toMatchObject({ calls: 3, retries: 2 });
    expect(await countRows()).toBe(1);
  });

  it('of kind resuming does not make the SDK repeat the call', async () => {
    emulator.server.faults.add({ when: 'before', kind: 'resuming' });
    expect(await failureOf(insertWithRetries())).toMatchObject({
      name: 'DatabaseResumingException',
      message: expect.stringMatching(/is resuming after being auto-paused/),
    });
    expect(readCounters()).toMatchObject({ calls: 1, retries: 0 });
  });

  it('affects as many calls as `times`, if they contain the text `match`', async () => {
    emulator.server.faults.add({ when: 'before', kind: 'internal', match: 'written', times: 2 });
    await expect(emulator.execute('select 1')).resolves.toBeDefined();
    await expect(emulator.execute(insert)).rejects.toThrow('An internal error occurred.');
    await expect(emulator.execute(insert)).rejects.toThrow('An internal error occurred.');
    await expect(emulator.execute(insert)).resolves.toBeDefined();
  });

  it('affects calls of the operation whose name is the text `match`', async () => {
    emulator.server.faults.add({ when: 'before', kind: 'internal', match: 'BeginTransaction' });
    await expect(emulator.begin()).rejects.toThrow('An internal error occurred.');
    await emulator.rollback(await emulator.begin());
  });

  it('of kind delay lets the statement run', async () => {
    emulator.server.faults.add({ when: 'before', kind: 'delay', milliseconds: 20 });
    await emulator.execute(insert);
    expect(await countRows()).toBe(1);
  });
});

describe('a fault after the commit', () => {
  const faultsAfterCommit: readonly FaultInput[] = [
    { when: 'after', kind: 'internal', match: insert },
    { when: 'after', kind: 'reset', match: insert },
    { when: 'after', kind: 'html', match: insert },
  ];

  it.each(faultsAfterCommit)('makes the SDK write twice: $kind', async (fault) => {
    emulator.server.faults.add(fault);
    await insertWithRetries();
    expect(await countRows()).toBe(2);
  });

  it.each(faultsAfterCommit)(
    'makes `write` of the service fail with an unknown outcome: $kind',
    async (fault) => {
      const data = createTestDataApi(emulator.server.url, 'owner');
      emulator.server.faults.add(fault);
      const error: unknown = await data.write(rawSql(insert)).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(DataApiUnavailable);
      expect(error).toMatchObject({ outcome: 'unknown' });
      expect(await countRows()).toBe(1);
    },
  );

  it('of kind delay keeps the answer unchanged', async () => {
    emulator.server.faults.add({ when: 'after', kind: 'delay', milliseconds: 20 });
    expect(await emulator.execute(insert)).toMatchObject({ numberOfRecordsUpdated: 1 });
  });
});

describe('the counters', () => {
  it('count calls, operations and bytes, and record the largest result', async () => {
    await emulator.execute("select repeat('x', 1000) from generate_series(1, 3)");
    await emulator.rollback(await emulator.begin());
    await failureOf(emulator.execute('selec'));
    const counters = readCounters();
    expect(counters).toMatchObject({
      calls: 4,
      retries: 0,
      largestRow: 1006,
      largestResult: 3018,
      byOperation: { Execute: 2, BeginTransaction: 1, RollbackTransaction: 1 },
    });
    expect(counters.bytesOut).toBeGreaterThan(3000);
    expect(counters.bytesIn).toBeGreaterThan(500);
  });
});

describe('the administration of the emulator over HTTP', () => {
  const callAdministration = (method: string, path: string, body?: string) =>
    fetch(`${emulator.server.url}/emulator/${path}`, {
      method,
      ...(body === undefined ? {} : { body }),
    });

  it('returns the counters and resets them', async () => {
    await emulator.execute('select 1');
    expect(await (await callAdministration('GET', 'counters')).json()).toMatchObject({ calls: 1 });
    expect(await (await callAdministration('DELETE', 'counters')).json()).toMatchObject({
      calls: 0,
    });
    expect(readCounters().calls).toBe(0);
  });

  it('adds faults and removes them', async () => {
    const fault = JSON.stringify({ when: 'before', kind: 'secrets', times: 2 });
    expect((await callAdministration('POST', 'faults', fault)).status).toBe(201);
    expect((await failureOf(emulator.execute('select 1'))).name).toBe('SecretsErrorException');
    expect((await callAdministration('DELETE', 'faults')).status).toBe(200);
    await expect(emulator.execute('select 1')).resolves.toBeDefined();
  });

  it.each(['{"when":"never"}', 'no JSON'])('refuses %s as a fault', async (body) => {
    expect((await callAdministration('POST', 'faults', body)).status).toBe(400);
  });

  it('answers 404 to an unknown path, with a list of known paths', async () => {
    const answer = await callAdministration('GET', 'nothing');
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('/emulator/faults');
  });

  it('is not included in the counters', async () => {
    await callAdministration('GET', 'counters');
    await emulator.client
      .send(new BeginTransactionCommand(callTarget()))
      .then(({ transactionId }) => emulator.rollback(transactionId ?? ''));
    expect(readCounters().calls).toBe(2);
  });
});
