import { setTimeout as wait } from 'node:timers/promises';

import { decodeProtectedHeader } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import type { FaultInput } from '../../infra/local/data-api/faults.ts';
import { localSigningKeySecretArn } from '../../infra/local/data-api/local-names.ts';
import { rotateSigningKey } from '../../infra/cli/signing-keys.ts';
import { runQuery } from '../../lib/data-api/query.ts';
import { removeSigningKey } from '../../lib/queries/tokens/signing-keys.ts';
import { createExpiredToken } from '../conformance/clients/expired-token.ts';
import { millNodes } from '../functions/writing/mill-service.ts';
import { listInconsistencies } from '../functions/writing/books.ts';
import { writeMills, type Load } from '../infra/schema/load.ts';
import { pointCollection, graphId } from '../lib/json-ld/mill.ts';
import { bearerHeader, fetchTokens } from '../support/accounts.ts';
import { skipWithoutNativeServer } from '../support/has-native-server.ts';
import { queryColumn, runStatement } from '../support/sample.ts';
import { triesAllCases } from '../support/random/take-sample.ts';
import type { TestService } from '../support/service.ts';
import { openPackagedMills, type PackagedMills } from './packaged-service.ts';

const always = 1_000_000;

/** The number of concurrent writers. */
const writerCount = 3;

/** Stores mills with places directly in the database. */
async function addPoints(service: TestService, count: number): Promise<void> {
  const data = JSON.stringify({ [millNodes.geometry]: pointCollection });
  await runStatement(
    service,
    `with mill as (
  insert into resource (resource_id, graph_id)
  select gen_random_uuid(), '${graphId}'
  from generate_series(1, ${count})
  returning resource_id
)
insert into tile (tile_id, resource_id, nodegroup_id, data)
select gen_random_uuid(), m.resource_id, '${millNodes.place}', '${data}'
from mill m`,
  );
}

// The embedded database has one session, and these tests wait for real time.
describe.skipIf(skipWithoutNativeServer())(
  'the packaged functions, while mills are written',
  () => {
    let mills: PackagedMills;
    let firstWriter = 0;
    const expectedMillIds: string[] = [];

    beforeAll(async () => {
      mills = await openPackagedMills();
    });

    beforeEach(() => {
      mills.serverErrors.length = 0;
    });

    afterEach(() => mills.service.stack.server.faults.clear());

    afterAll(async () => mills?.close());

    /** Writes, reads and deletes mills concurrently during some work, and a little longer. @returns the requests that never succeeded */
    async function findFailedRequestsDuring(
      work: () => Promise<unknown>,
    ): Promise<readonly string[]> {
      let isWorkDone = false;
      const writers = Array.from({ length: writerCount }, (_, index) => firstWriter + index);
      firstWriter += writerCount;
      const stepsAfterWork = new Map(writers.map((writer) => [writer, 0]));
      const hasNextStep = (writer: number) => () => {
        const steps = (stepsAfterWork.get(writer) ?? 0) + (isWorkDone ? 1 : 0);
        stepsAfterWork.set(writer, steps);
        return steps < 3;
      };
      const loads = writers.map((writer) => writeMills(mills, writer, hasNextStep(writer)));
      await wait(500);
      await work();
      isWorkDone = true;
      const finishedLoads: readonly Load[] = await Promise.all(loads);
      expectedMillIds.push(...finishedLoads.flatMap((load) => load.mills));
      return finishedLoads.flatMap(({ failedRequests }) => failedRequests);
    }

    /** Makes every Data API call fail for some time. */
    const causeFaultsFor =
      (milliseconds: number, kind: FaultInput['kind']) => async (): Promise<void> => {
        mills.service.stack.server.faults.add({ when: 'before', kind, times: always });
        await wait(milliseconds);
        mills.service.stack.server.faults.clear();
      };

    /** Makes every Data API call fail for some time, and until a request has failed. */
    const causeFaultsUntilError =
      (milliseconds: number, kind: FaultInput['kind']) => async (): Promise<void> => {
        mills.service.stack.server.faults.add({ when: 'before', kind, times: always });
        await wait(milliseconds);
        await vi.waitUntil(() => mills.serverErrors.length > 0, 60_000);
        mills.service.stack.server.faults.clear();
      };

    /** Checks that no read was wrong, every acknowledged write is stored, every deleted mill is gone, and all data is consistent. */
    async function expectNothingLost(): Promise<void> {
      const { service } = mills;
      expect(mills.wrongReads).toEqual([]);
      expect(await queryColumn(service, 'select resource_id from resource order by 1')).toEqual(
        expectedMillIds.toSorted(),
      );
      expect(await listInconsistencies(service.stack.dataApi)).toEqual([]);
    }

    const distinctErrors = (): readonly string[] =>
      [...new Set(mills.serverErrors.map((answer) => Object.values(answer).join(' ')))].toSorted();

    it.runIf(triesAllCases)(
      'answer 503 with Retry-After while the database wakes for longer than a function may wait, and lose nothing',
      async () => {
        // API Gateway gives a function 29 seconds.
        const [waking, waitingTime] = triesAllCases ? [40_000] : [9000, 10_000];
        await mills.killFunctions(waitingTime);
        expect(await findFailedRequestsDuring(causeFaultsUntilError(waking, 'resuming'))).toEqual(
          [],
        );
        expect(distinctErrors()).toEqual(['503 database_waking 10']);
        await mills.killFunctions();
        await expectNothingLost();
      },
    );

    it('answer 503 with Retry-After while the Data API is throttled, and lose nothing', async () => {
      expect(await findFailedRequestsDuring(causeFaultsUntilError(3000, 'throttling'))).toEqual([]);
      expect(distinctErrors()).toEqual(['503 data_api_unavailable 5']);
      await expectNothingLost();
    });

    it.runIf(triesAllCases)(
      'answer without errors if the secret has a wrong database password for one second',
      async () => {
        expect(await findFailedRequestsDuring(causeFaultsFor(1000, 'password'))).toEqual([]);
        expect(distinctErrors()).toEqual([]);
        await expectNothingLost();
      },
    );

    it.runIf(triesAllCases)(
      'answer 503 with Retry-After if the secret has a wrong database password for five seconds or more',
      async () => {
        expect(await findFailedRequestsDuring(causeFaultsUntilError(5000, 'password'))).toEqual([]);
        expect(distinctErrors()).toEqual(['503 data_api_unavailable 5']);
        await expectNothingLost();
      },
    );

    it('accept all tokens while the signing key is rotated', async () => {
      const { service, clientId } = mills;
      const rotate = () =>
        rotateSigningKey({
          dataApi: service.stack.dataApi,
          secrets: service.secrets,
          secretId: localSigningKeySecretArn,
        });
      const failedRequests = await findFailedRequestsDuring(async () => {
        await rotate();
        await fetchTokens(mills, 'packaged-miller', clientId);
        await rotate();
        await fetchTokens(mills, 'packaged-miller', clientId);
      });
      expect([failedRequests, distinctErrors()]).toEqual([[], []]);
      await expectNothingLost();
    });

    it('lose no write, and store no write only in part, if their process is killed during writes', async () => {
      const failedRequests = await findFailedRequestsDuring(async () => {
        await mills.killFunctions();
        await wait(300);
        await mills.killFunctions();
      });
      expect([failedRequests, distinctErrors()]).toEqual([[], []]);
      await expectNothingLost();
    });

    it('refuse an expired token and the tokens of a removed key with 401, without a server error', async () => {
      const { service, token } = mills;
      const statusOf = async (bearer: string): Promise<number> =>
        (await mills.fetch('/graphs', { headers: bearerHeader(bearer) })).status;
      expect(await statusOf(token)).toBe(200);
      expect(await statusOf(await createExpiredToken(service, token))).toBe(401);
      const { kid = '' } = decodeProtectedHeader(token);
      await runQuery(service.stack.dataApi.write, removeSigningKey(kid));
      expect(await statusOf(token)).toBe(401);
      expect(distinctErrors()).toEqual([]);
    });

    it('leave a streamed answer incomplete, so that its JSON is invalid, if their process is killed', async () => {
      const { service } = mills;
      await addPoints(service, 10_000);
      await service.openToGuest();
      const wholeText = await (await mills.fetch('/geojson')).text();
      expect(JSON.parse(wholeText)).toMatchObject({ type: 'FeatureCollection' });

      const answer = await mills.fetch('/geojson');
      const reader = answer.body?.getReader();
      const firstChunk = await reader?.read();
      let text = Buffer.from(firstChunk?.value ?? []).toString();
      // The rest of the stream waits for the database when the process is killed.
      service.stack.server.faults.add({
        when: 'before',
        kind: 'delay',
        milliseconds: 5000,
        times: always,
      });
      const killing = wait(1000).then(() => mills.killFunctions());
      const restOfStream = (async () => {
        for (;;) {
          const part = await reader?.read();
          if (part === undefined || part.done) return 'ended';
          text += Buffer.from(part.value).toString();
        }
      })();
      await expect(restOfStream).rejects.toThrow(/terminated/);
      expect(answer.status).toBe(200);
      expect(wholeText.startsWith(text) && text.length < wholeText.length).toBe(true);
      expect(() => JSON.parse(text)).toThrow('JSON');
      await killing;
    });
  },
);
