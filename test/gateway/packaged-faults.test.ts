import { setTimeout as wait } from 'node:timers/promises';

import { decodeProtectedHeader } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { FaultInput } from '../../infra/local/data-api/faults.ts';
import { localSigningKeySecretArn } from '../../infra/local/data-api/local-names.ts';
import { rotateSigningKey } from '../../infra/signing-keys.ts';
import { runQuery } from '../../lib/data-api/query.ts';
import { removeSigningKey } from '../../lib/queries/tokens/signing-keys.ts';
import { createExpiredToken } from '../conformance/clients/expired-token.ts';
import { millNodes } from '../functions/writing/mill-service.ts';
import { disagreements } from '../functions/writing/books.ts';
import { writeMills, type Load } from '../infra/schema/load.ts';
import { collection, graphId } from '../lib/json-ld/mill.ts';
import { bearerHeader, fetchTokens } from '../support/accounts.ts';
import { skipWithoutNativeServer } from '../support/has-native-server.ts';
import { queryColumn, runStatement } from '../support/sample.ts';
import type { TestService } from '../support/service.ts';
import { openPackagedMills, type PackagedMills } from './packaged-service.ts';

const always = 1_000_000;

/** The number of concurrent writers. */
const writerCount = 6;

/** Stores mills with places, past the service. */
async function addPoints(service: TestService, count: number): Promise<void> {
  const data = JSON.stringify({ [millNodes.geometry]: collection });
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
    const expected: string[] = [];

    beforeAll(async () => {
      mills = await openPackagedMills();
    });

    beforeEach(() => {
      mills.serverErrors.length = 0;
    });

    afterEach(() => mills.service.stack.server.faults.clear());

    afterAll(async () => mills?.close());

    /** Lets writers write, read and delete mills during some work, and a little longer. @returns the requests that never succeeded */
    async function unsuccessfulDuring(work: () => Promise<unknown>): Promise<readonly string[]> {
      let isOver = false;
      const writers = Array.from({ length: writerCount }, (_, index) => firstWriter + index);
      firstWriter += writerCount;
      const stepsAfter = new Map(writers.map((writer) => [writer, 0]));
      const hasNextStep = (writer: number) => () => {
        const steps = (stepsAfter.get(writer) ?? 0) + (isOver ? 1 : 0);
        stepsAfter.set(writer, steps);
        return steps < 3;
      };
      const loads = writers.map((writer) => writeMills(mills, writer, hasNextStep(writer)));
      await wait(500);
      await work();
      isOver = true;
      const finished: readonly Load[] = await Promise.all(loads);
      expected.push(...finished.flatMap((load) => load.mills));
      return finished.flatMap(({ unsuccessful }) => unsuccessful);
    }

    /** Every call of the Data API meets a fault for some time. */
    const faultFor =
      (milliseconds: number, kind: FaultInput['kind']) => async (): Promise<void> => {
        mills.service.stack.server.faults.add({ when: 'before', kind, times: always });
        await wait(milliseconds);
        mills.service.stack.server.faults.clear();
      };

    /** No read was wrong, every acknowledged write is stored, every deleted mill is gone, and all derived data agrees. */
    async function expectNothingLost(): Promise<void> {
      const { service } = mills;
      expect(mills.wrongReads).toEqual([]);
      expect(await queryColumn(service, 'select resource_id from resource order by 1')).toEqual(
        expected.toSorted(),
      );
      expect(await disagreements(service.stack.data)).toEqual([]);
    }

    const distinctErrors = (): readonly string[] =>
      [...new Set(mills.serverErrors.map((answer) => Object.values(answer).join(' ')))].toSorted();

    it('answer 503 with Retry-After while the database wakes for 40 seconds, and lose nothing', async () => {
      expect(await unsuccessfulDuring(faultFor(40_000, 'resuming'))).toEqual([]);
      expect(distinctErrors()).toEqual(['503 database_waking 10']);
      await expectNothingLost();
    });

    it('answer 503 with Retry-After while the Data API is throttled, and lose nothing', async () => {
      expect(await unsuccessfulDuring(faultFor(5000, 'throttling'))).toEqual([]);
      expect(distinctErrors()).toEqual(['503 data_api_unavailable 5']);
      await expectNothingLost();
    });

    it('show nothing of a password that is replaced before its secret, if that takes a second', async () => {
      expect(await unsuccessfulDuring(faultFor(1000, 'password'))).toEqual([]);
      expect(distinctErrors()).toEqual([]);
      await expectNothingLost();
    });

    it('answer 503 with Retry-After if the secret has the wrong password for longer', async () => {
      expect(await unsuccessfulDuring(faultFor(8000, 'password'))).toEqual([]);
      expect(distinctErrors()).toEqual(['503 data_api_unavailable 5']);
      await expectNothingLost();
    });

    it('go on with all tokens while the signing key is rotated', async () => {
      const { service, clientId } = mills;
      const rotate = () =>
        rotateSigningKey({
          data: service.stack.data,
          secrets: service.secrets,
          secretId: localSigningKeySecretArn,
        });
      const unsuccessful = await unsuccessfulDuring(async () => {
        await rotate();
        await fetchTokens(mills, 'packaged-miller', clientId);
        await rotate();
        await fetchTokens(mills, 'packaged-miller', clientId);
      });
      expect([unsuccessful, distinctErrors()]).toEqual([[], []]);
      await expectNothingLost();
    });

    it('lose nothing if their process is killed while they write, and store no write by halves', async () => {
      const unsuccessful = await unsuccessfulDuring(async () => {
        await mills.killFunctions();
        await wait(300);
        await mills.killFunctions();
      });
      expect([unsuccessful, distinctErrors()]).toEqual([[], []]);
      await expectNothingLost();
    });

    it('refuse an expired token, and every token of a removed key, with 401 and no more', async () => {
      const { service, token } = mills;
      const statusOf = async (bearer: string): Promise<number> =>
        (await mills.fetch('/graphs', { headers: bearerHeader(bearer) })).status;
      expect(await statusOf(token)).toBe(200);
      expect(await statusOf(await createExpiredToken(service, token))).toBe(401);
      const { kid = '' } = decodeProtectedHeader(token);
      await runQuery(service.stack.data.write, removeSigningKey(kid));
      expect(await statusOf(token)).toBe(401);
      expect(distinctErrors()).toEqual([]);
    });

    it('end an answer visibly unfinished if their process is killed in a stream', async () => {
      const { service } = mills;
      await addPoints(service, 20_000);
      await service.openToGuest();
      const whole = await (await mills.fetch('/geojson')).text();
      expect(JSON.parse(whole)).toMatchObject({ type: 'FeatureCollection' });

      const answer = await mills.fetch('/geojson');
      const reader = answer.body?.getReader();
      const first = await reader?.read();
      let text = Buffer.from(first?.value ?? []).toString();
      // What is left of the stream waits for the database when the process ends.
      service.stack.server.faults.add({
        when: 'before',
        kind: 'delay',
        milliseconds: 5000,
        times: always,
      });
      const killed = wait(1000).then(() => mills.killFunctions());
      const rest = (async () => {
        for (;;) {
          const part = await reader?.read();
          if (part === undefined || part.done) return 'ended';
          text += Buffer.from(part.value).toString();
        }
      })();
      await expect(rest).rejects.toThrow(/terminated/);
      expect(answer.status).toBe(200);
      expect(whole.startsWith(text) && text.length < whole.length).toBe(true);
      expect(() => JSON.parse(text)).toThrow('JSON');
      await killed;
    });
  },
);
