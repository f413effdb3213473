import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { runStatement } from '../../support/sample.ts';
import { captureLogLines, parseSecurityLines, type LogLines } from '../every-caller/log-lines.ts';
import { problemOf, readRecord, type Mills } from './mills.ts';
import { entryId, entryPath, numberTile, register, registerNodes, shelfTile } from './register.ts';
import type { TestWriter } from './writers.ts';
import { openMillsWith } from './mills-with-model.ts';

const { number } = registerNodes;

let mills: Mills;
let administrator: TestWriter;
let reviewer: TestWriter;
let author: TestWriter;
let logLines: LogLines;

beforeAll(async () => {
  mills = await openMillsWith(register);
  ({ administrator, reviewer, author } = mills.writers);
  logLines = captureLogLines();
});

/** Stores the first entry with the number 1987.1. The reviewer and the author may not see it. */
beforeEach(async () => {
  await mills.reset();
  await runStatement(mills.service, 'delete from resource_grant');
  await runStatement(mills.service, 'delete from taken_value');
  await put(administrator, 1, numberTile(2201, '1987.1'), shelfTile(2211, 'A 1'));
  for (const { accountId } of [reviewer, author]) {
    await runStatement(
      mills.service,
      `insert into resource_grant (resource_id, account_id, no_access) values ('${entryId(1)}', ${accountId}, true)`,
    );
  }
  logLines.take();
});

afterAll(async () => {
  logLines?.end();
  await mills?.service.close();
});

const put = (
  writer: TestWriter,
  entryNumber: number,
  ...tiles: readonly unknown[]
): Promise<Response> => writer.sendRequest('PUT', entryPath(entryNumber), { tiles });

/** Reads the new entries of the security log about taken values: the account, and its number of such writes. */
const readNewLoggedCounts = (): readonly (readonly [account: unknown, times: unknown])[] =>
  parseSecurityLines(logLines.take())
    .filter(({ event }) => event === 'value-taken')
    .map(({ account, times }) => [account, times]);

/** The body of an answer without its request id, which differs in every answer. */
const bodyWithoutRequestId = async (answer: Response): Promise<string> =>
  (await answer.text()).replace(/"requestId":"[^"]*"/, '');

describe('a write with a value that is already used in a record that the writer may not read', () => {
  it('is logged in the security log with the number of such writes of the account', async () => {
    for (const writer of [reviewer, author, reviewer, reviewer]) {
      expect((await put(writer, 2, numberTile(2202, '1987.1'))).status).toBe(409);
    }
    expect(readNewLoggedCounts()).toEqual([
      [reviewer.accountId, 1],
      [author.accountId, 1],
      [reviewer.accountId, 2],
      [reviewer.accountId, 3],
    ]);
  });

  it('makes two Data API calls like any write', async () => {
    const tile = numberTile(2202, '1987.1');
    const sendTakenValue = async () => put(reviewer, 2, tile);
    expect((await sendTakenValue()).status).toBe(409);
    expect(await mills.service.countCalls(sendTakenValue)).toBe(2);
  });

  it('gets the same answer and is counted if it is so large that it needs a transaction', async () => {
    const before = await mills.traces();
    const answerToSmallWrite = await put(reviewer, 2, numberTile(2202, '1987.1'));
    const largeTiles = [1, 2, 3, 4].map((tileNumber) =>
      numberTile(2300 + tileNumber, `${tileNumber}`, 'x'.repeat(900_000)),
    );
    const { counters } = mills.service.stack.server;
    counters.reset();
    const answer = await put(reviewer, 2, numberTile(2202, '1987.1'), ...largeTiles);
    expect(counters.read().byOperation).toMatchObject({ CommitTransaction: 1 });
    expect([answer.status, await bodyWithoutRequestId(answer)]).toEqual([
      409,
      await bodyWithoutRequestId(answerToSmallWrite),
    ]);
    expect([readNewLoggedCounts(), await mills.traces()]).toEqual([
      [
        [reviewer.accountId, 1],
        [reviewer.accountId, 2],
      ],
      before,
    ]);
  });

  it('gets the same answer and is counted if it is retried in a transaction after faults', async () => {
    const before = await mills.traces();
    const answerWithoutFaults = await put(reviewer, 2, numberTile(2202, '1987.1'));
    const { faults, counters } = mills.service.stack.server;
    for (const _attempt of [1, 2]) {
      faults.add({ when: 'before', kind: 'delay', match: 'Execute {', times: 1 });
      faults.add({ when: 'before', kind: 'reset', match: 'Execute {', times: 1 });
    }
    counters.reset();
    const answer = await put(reviewer, 2, numberTile(2202, '1987.1'));
    faults.clear();
    expect(counters.read().byOperation).toMatchObject({ CommitTransaction: 1 });
    expect([answer.status, await bodyWithoutRequestId(answer)]).toEqual([
      409,
      await bodyWithoutRequestId(answerWithoutFaults),
    ]);
    expect([readNewLoggedCounts(), await mills.traces()]).toEqual([
      [
        [reviewer.accountId, 1],
        [reviewer.accountId, 2],
      ],
      before,
    ]);
  });

  it('gets 422 and is not counted if a visible record has another of its values; only that value is reported', async () => {
    await put(reviewer, 3, numberTile(2203, '1987.3'));
    for (const parameters of ['', '&dry_run=true']) {
      const answer = await reviewer.sendRequest('PUT', `${entryPath(2)}${parameters}`, {
        tiles: [numberTile(2202, '1987.1'), numberTile(2204, '1987.3')],
      });
      const { errors } = await problemOf(answer);
      expect([answer.status, errors]).toEqual([
        422,
        [
          {
            in: 'body',
            code: 'value_not_unique',
            pointer: '/tiles/1',
            detail: expect.stringContaining(entryId(3)),
            holder: expect.stringMatching(`/resources/${entryId(3)}$`),
          },
        ],
      ]);
    }
    expect(readNewLoggedCounts()).toEqual([]);
  });

  it('gets the URI of the visible record if a visible and an unreadable record have the value, as after imports', async () => {
    await put(reviewer, 3, numberTile(2203, '1987.3'));
    await runStatement(
      mills.service,
      `update tile set data = jsonb_set(data, '{${number}}', '"1987.1"') where resource_id = '${entryId(3)}'`,
    );
    const answer = await put(reviewer, 2, numberTile(2202, '1987.1'));
    expect((await problemOf(answer)).errors).toMatchObject([
      { holder: expect.stringContaining(entryId(3)) },
    ]);
    expect(readNewLoggedCounts()).toEqual([]);
  });

  it('is stored if the value must be unique only within each resource instance', async () => {
    expect((await put(reviewer, 2, shelfTile(2212, 'A 1'))).status).toBe(201);
    expect(readNewLoggedCounts()).toEqual([]);
  });
});

describe('a value that is written to an unreadable record and another record at the same time', () => {
  it('is stored in only one record, and the answer to the reviewer does not name the unreadable record', async () => {
    for (const round of [1, 2, 3, 4]) {
      const value = `1990.${round}`;
      const [unreadableAnswer, otherAnswer] = await Promise.all([
        put(administrator, 1, numberTile(2201, value)),
        put(reviewer, 2, numberTile(2202, value)),
      ]);
      const statuses = [unreadableAnswer.status, otherAnswer.status];
      expect([
        [200, 409],
        [422, 200],
        [422, 201],
      ]).toContainEqual(statuses);
      expect(await otherAnswer.text()).not.toContain(entryId(1));
      const entryNumbers = statuses[0] === 200 ? [1] : [2];
      for (const entryNumber of entryNumbers) {
        const { tiles } = await readRecord(administrator, entryId(entryNumber));
        expect(tiles.map(({ data }) => data[number])).toContain(value);
      }
    }
  });
});
