import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';

import type { DataApi } from '../../../../lib/data-api/client.ts';
import { rawSql } from '../../../../lib/data-api/sql.ts';
import { createDataHandler } from '../../../../lib/http/data-handler.ts';
import { jsonResponse } from '../../../../lib/http/responses/response.ts';
import { queryColumn } from '../../../support/sample.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { gatewayEvent, lambdaContext } from '../lambda.ts';

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
});

afterAll(async () => service?.close());

const slowRead = rawSql('select true from pg_sleep(1.5)');
const change = rawSql('update activity_counter set ordinal = ordinal + 1');

const readCounter = (): Promise<readonly string[]> =>
  queryColumn(service, 'select ordinal::text from activity_counter');

const contextWith = (milliseconds: number) => {
  const deadline = Date.now() + milliseconds;
  return { ...lambdaContext(), getRemainingTimeInMillis: () => deadline - Date.now() };
};

it.each<[string, (dataApi: DataApi) => Promise<unknown>]>([
  ['a write', (data) => data.write(change)],
  ['a transaction', (data) => data.transaction(({ execute }) => execute(change))],
  [
    'a commit',
    (data) =>
      data.transaction(async ({ execute }) => {
        await execute(change);
        await wait(1500);
      }),
  ],
])(
  'is refused after the caller was told that time has run out, also during a later request with time left: %s',
  async (name, writeTo) => {
    let late: Promise<unknown> | undefined;
    const handler = createDataHandler({
      id: 'change-thing',
      method: 'POST',
      path: '/things/{thing_id}',
      summary: 'A thing',
      access: 'optional-token',
      capability: 'write',
      parameters: z.object({ slow: z.string().optional() }),
      responses: { 200: 'The thing.' },
      handle: async ({ parameters }, { dataApi }) => {
        if (parameters.slow === undefined)
          return jsonResponse(await dataApi.read(rawSql('select 1')));
        late = (async () => {
          if (name !== 'a commit') await dataApi.read(slowRead);
          await writeTo(dataApi);
        })();
        await late;
        return jsonResponse({});
      },
    });
    const event = { method: 'POST', resource: '/things/{first}' };
    const before = await readCounter();
    const slow = gatewayEvent({ ...event, query: { slow: ['yes'] } });
    expect((await handler(slow, contextWith(1300))).statusCode).toBe(503);
    expect((await handler(gatewayEvent(event), contextWith(29_000))).statusCode).toBe(200);
    await expect(late).rejects.toThrow('it is unknown whether the change was stored');
    expect(await readCounter()).toEqual(before);
  },
);
