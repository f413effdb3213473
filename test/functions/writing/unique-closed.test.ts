import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { takeInTurn, takeSample } from '../../support/random/take-sample.ts';
import { runStatement } from '../../support/sample.ts';
import {
  captureLogLines,
  securityLines,
  linesWithSecrets,
  type LogLines,
} from '../every-caller/log-lines.ts';
import { canSay, sendAs, uniqueSpecimen, waysToCopy } from './copies.ts';
import {
  examples,
  nodeOf,
  specimenId,
  specimenPath,
  specimenTile,
  thesaurus,
} from './every-datatype.ts';
import { problemOf, type Mills } from './mills.ts';
import type { TestWriter } from './writers.ts';
import { openMillsWith } from './mills-with-model.ts';

let mills: Mills;
let administrator: TestWriter;
let logLines: LogLines;

beforeAll(async () => {
  mills = await openMillsWith(uniqueSpecimen, thesaurus);
  ({ administrator } = mills.writers);
  logLines = captureLogLines();
});

beforeEach(async () => {
  await mills.reset();
  await runStatement(mills.service, 'delete from resource_grant');
});

afterAll(async () => {
  logLines?.end();
  await mills?.service.close();
});

/** A reviewer, and an author whose writes wait for review. */
const kinds = ['reviewer', 'author'] as const;

const place = async (datatype: string, value: unknown): Promise<void> => {
  const answer = await administrator.ask('PUT', specimenPath, {
    tiles: [specimenTile(datatype, value)],
  });
  expect(answer.status).toBe(201);
};

const close = async (writer: TestWriter): Promise<void> =>
  runStatement(
    mills.service,
    `insert into resource_grant (resource_id, account_id, no_access) values ('${specimenId}', ${writer.accountId}, true)`,
  );

/** An answer without the ids and times that are made for it. */
const without = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '…')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…');

const values = examples.flatMap(({ datatype, good }) =>
  good
    .filter((value) => value !== null)
    .slice(0, 1)
    .map((value) => ({ datatype, value })),
);

describe.each(takeSample(values, 9).map((one, turn) => ({ ...one, turn })))(
  'a value of datatype $datatype that a closed record holds',
  ({ datatype, value, turn }) => {
    const ways = takeInTurn(waysToCopy, turn, 4).filter((one) => canSay(one, datatype, value));

    it.each(kinds)(
      'is to the dry run of a writer as if it were not there, by whichever operation and form: %s',
      async (kind) => {
        const writer = mills.writers[kind];
        await place(datatype, value);
        const requests = await Promise.all(
          ways.map(async (way) => way.request(datatype, value, administrator)),
        );
        const dryRuns = async () => {
          const answers: unknown[] = [];
          for (const request of requests) {
            const answer = await sendAs(writer, request, 'dry_run=true');
            answers.push([answer.status, without(await answer.text())]);
          }
          return answers;
        };
        await close(writer);
        const withHolder = await dryRuns();
        await runStatement(mills.service, 'delete from resource_grant');
        await administrator.ask('DELETE', `/resources/${specimenId}`);
        expect(withHolder).toEqual(await dryRuns());
        expect(withHolder).toEqual(requests.map(() => [200, expect.any(String)]));
      },
    );

    it.each(kinds)(
      'is a conflict that says nothing of it and stores nothing, no proposal either: %s',
      async (kind) => {
        const writer = mills.writers[kind];
        await place(datatype, value);
        await close(writer);
        const before = await mills.traces();
        for (const way of ways) {
          const request = await way.request(datatype, value, administrator);
          logLines.take();
          const answer = await sendAs(writer, request);
          const text = await answer.clone().text();
          expect([way.title, answer.status]).toEqual([way.title, 409]);
          const document = await problemOf(answer);
          expect(document).toMatchObject({ code: 'value_taken', errors: [] });
          expect(text).not.toMatch(new RegExp(`pointer|holder|${specimenId}|${nodeOf(datatype)}`));
          const lines = logLines.take();
          expect(securityLines(lines)).toMatchObject([
            { event: 'value-taken', account: writer.accountId, request: document['requestId'] },
          ]);
          expect(linesWithSecrets(lines, [specimenId])).toEqual([]);
        }
        expect(await mills.traces()).toBe(before);
      },
    );
  },
);
