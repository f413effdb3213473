import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { takeInTurn, takeSample } from '../../support/random/take-sample.ts';
import { runStatement } from '../../support/sample.ts';
import {
  captureLogLines,
  parseSecurityLines,
  findLinesWithSecrets,
  type LogLines,
} from '../every-caller/log-lines.ts';
import { canExpress, sendAs, uniqueSpecimen, waysToCopy } from './copies.ts';
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
const writerKinds = ['reviewer', 'author'] as const;

const storeSpecimen = async (datatype: string, value: unknown): Promise<void> => {
  const answer = await administrator.sendRequest('PUT', specimenPath, {
    tiles: [specimenTile(datatype, value)],
  });
  expect(answer.status).toBe(201);
};

const hideSpecimenFrom = async (writer: TestWriter): Promise<void> =>
  runStatement(
    mills.service,
    `insert into resource_grant (resource_id, account_id, no_access) values ('${specimenId}', ${writer.accountId}, true)`,
  );

/** An answer without ids and times, which differ in every answer. */
const withoutIdsAndTimes = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '…')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…');

// A file of a closed record is refused for itself (test/functions/files/claims.test.ts).
const values = examples.flatMap(({ datatype, validValues }) =>
  validValues
    .filter((value) => value !== null && datatype !== 'file-list')
    .slice(0, 1)
    .map((value) => ({ datatype, value })),
);

describe.each(takeSample(values, 4).map((example, turn) => ({ ...example, turn })))(
  'a unique value of datatype $datatype in a record that the writer may not see',
  ({ datatype, value, turn }) => {
    const possibleWays = waysToCopy.filter((way) => canExpress(way, datatype, value));
    const ways = takeInTurn(possibleWays, turn, 2);

    it.each(writerKinds)('does not change the answer to a dry run of a copy: %s', async (kind) => {
      const writer = mills.writers[kind];
      await storeSpecimen(datatype, value);
      const requests = await Promise.all(
        ways.map(async (way) => way.request(datatype, value, administrator)),
      );
      const sendDryRuns = async () => {
        const answers: unknown[] = [];
        for (const request of requests) {
          const answer = await sendAs(writer, request, 'dry_run=true');
          answers.push([answer.status, withoutIdsAndTimes(await answer.text())]);
        }
        return answers;
      };
      await hideSpecimenFrom(writer);
      const answersWithHolder = await sendDryRuns();
      await runStatement(mills.service, 'delete from resource_grant');
      await administrator.sendRequest('DELETE', `/resources/${specimenId}`);
      expect(answersWithHolder).toEqual(await sendDryRuns());
      expect(answersWithHolder).toEqual(requests.map(() => [200, expect.any(String)]));
    });

    it.each(writerKinds)(
      'is refused in a copy with 409, without any id of the record, and nothing is stored: %s',
      async (kind) => {
        const writer = mills.writers[kind];
        await storeSpecimen(datatype, value);
        await hideSpecimenFrom(writer);
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
          expect(parseSecurityLines(lines)).toMatchObject([
            { event: 'value-taken', account: writer.accountId, request: document['requestId'] },
          ]);
          expect(findLinesWithSecrets(lines, [specimenId])).toEqual([]);
        }
        expect(await mills.traces()).toBe(before);
      },
    );
  },
);
