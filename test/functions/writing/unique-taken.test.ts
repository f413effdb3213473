import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { runStatement } from '../../support/sample.ts';
import { captureLogLines, securityLines, type LogLines } from '../every-caller/log-lines.ts';
import { problemOf, recordOf, type MillYard } from './mill-yard.ts';
import { entryId, entryPath, numberTile, register, registerNodes, shelfTile } from './register.ts';
import type { TestWriter } from './writers.ts';
import { openYardWith } from './yard-with-model.ts';

const { number } = registerNodes;

let yard: MillYard;
let administrator: TestWriter;
let reviewer: TestWriter;
let author: TestWriter;
let logLines: LogLines;

beforeAll(async () => {
  yard = await openYardWith(register);
  ({ administrator, reviewer, author } = yard.writers);
  logLines = captureLogLines();
});

/** The first entry is closed to the reviewer and the author, and has the number 1987.1. */
beforeEach(async () => {
  await yard.reset();
  await runStatement(yard.service, 'delete from resource_grant');
  await runStatement(yard.service, 'delete from taken_value');
  await put(administrator, 1, numberTile(2201, '1987.1'), shelfTile(2211, 'A 1'));
  for (const { accountId } of [reviewer, author]) {
    await runStatement(
      yard.service,
      `insert into resource_grant (resource_id, account_id, no_access) values ('${entryId(1)}', ${accountId}, true)`,
    );
  }
  logLines.take();
});

afterAll(async () => {
  logLines?.end();
  await yard?.service.close();
});

const put = (writer: TestWriter, place: number, ...tiles: readonly unknown[]): Promise<Response> =>
  writer.ask('PUT', entryPath(place), { tiles });

/** What was said of the log of values that are taken, by account. */
const counted = (): readonly (readonly [account: unknown, times: unknown])[] =>
  securityLines(logLines.take())
    .filter(({ event }) => event === 'value-taken')
    .map(({ account, times }) => [account, times]);

/** An answer without what is another in each. */
const without = async (answer: Response): Promise<string> =>
  (await answer.text()).replace(/"requestId":"[^"]*"/, '');

describe('a write that meets a value of a closed record', () => {
  it('is told to those who watch over the service, with how often that account met one', async () => {
    for (const writer of [reviewer, author, reviewer, reviewer]) {
      expect((await put(writer, 2, numberTile(2202, '1987.1'))).status).toBe(409);
    }
    expect(counted()).toEqual([
      [reviewer.accountId, 1],
      [author.accountId, 1],
      [reviewer.accountId, 2],
      [reviewer.accountId, 3],
    ]);
  });

  it('makes two calls, as any other', async () => {
    const tile = numberTile(2202, '1987.1');
    const conflict = async () => put(reviewer, 2, tile);
    expect((await conflict()).status).toBe(409);
    expect(await yard.service.countCalls(conflict)).toBe(2);
  });

  it('has the same answer and count where it is larger than a request, in a transaction', async () => {
    const before = await yard.traces();
    const small = await put(reviewer, 2, numberTile(2202, '1987.1'));
    const large = [1, 2, 3, 4].map((at) => numberTile(2300 + at, `${at}`, 'x'.repeat(900_000)));
    const { counters } = yard.service.stack.server;
    counters.reset();
    const answer = await put(reviewer, 2, numberTile(2202, '1987.1'), ...large);
    expect(counters.read().byOperation).toMatchObject({ CommitTransaction: 1 });
    expect([answer.status, await without(answer)]).toEqual([409, await without(small)]);
    expect([counted(), await yard.traces()]).toEqual([
      [
        [reviewer.accountId, 1],
        [reviewer.accountId, 2],
      ],
      before,
    ]);
  });

  it('has the same answer and count where the resource instance was locked first', async () => {
    const before = await yard.traces();
    const plain = await put(reviewer, 2, numberTile(2202, '1987.1'));
    const { faults, counters } = yard.service.stack.server;
    for (const _attempt of [1, 2]) {
      faults.add({ when: 'before', kind: 'delay', match: 'Execute {', times: 1 });
      faults.add({ when: 'before', kind: 'reset', match: 'Execute {', times: 1 });
    }
    counters.reset();
    const answer = await put(reviewer, 2, numberTile(2202, '1987.1'));
    faults.clear();
    expect(counters.read().byOperation).toMatchObject({ CommitTransaction: 1 });
    expect([answer.status, await without(answer)]).toEqual([409, await without(plain)]);
    expect([counted(), await yard.traces()]).toEqual([
      [
        [reviewer.accountId, 1],
        [reviewer.accountId, 2],
      ],
      before,
    ]);
  });

  it('is told of a visible holder alone, where it meets one of those as well, and is not counted', async () => {
    await put(reviewer, 3, numberTile(2203, '1987.3'));
    for (const parameters of ['', '&dry_run=true']) {
      const answer = await reviewer.ask('PUT', `${entryPath(2)}${parameters}`, {
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
    expect(counted()).toEqual([]);
  });

  it('names the holder that is visible where a closed one has the same, as imports may leave them', async () => {
    await put(reviewer, 3, numberTile(2203, '1987.3'));
    await runStatement(
      yard.service,
      `update tile set data = jsonb_set(data, '{${number}}', '"1987.1"') where resource_id = '${entryId(3)}'`,
    );
    const answer = await put(reviewer, 2, numberTile(2202, '1987.1'));
    expect((await problemOf(answer)).errors).toMatchObject([
      { holder: expect.stringContaining(entryId(3)) },
    ]);
    expect(counted()).toEqual([]);
  });

  it('is not told of a value that is there once in each, and stands in another', async () => {
    expect((await put(reviewer, 2, shelfTile(2212, 'A 1'))).status).toBe(201);
    expect(counted()).toEqual([]);
  });
});

describe('a value that a closed record and another get at the same moment', () => {
  it('is stored by one of the writers, and the other learns what it may', async () => {
    for (const round of [1, 2, 3, 4]) {
      const value = `1990.${round}`;
      const [forClosed, forOther] = await Promise.all([
        put(administrator, 1, numberTile(2201, value)),
        put(reviewer, 2, numberTile(2202, value)),
      ]);
      const statuses = [forClosed.status, forOther.status];
      expect([
        [200, 409],
        [422, 200],
        [422, 201],
      ]).toContainEqual(statuses);
      expect(await forOther.text()).not.toContain(entryId(1));
      const places = statuses[0] === 200 ? [1] : [2];
      for (const place of places) {
        const { tiles } = await recordOf(administrator, entryId(place));
        expect(tiles.map(({ data }) => data[number])).toContain(value);
      }
    }
  });
});
