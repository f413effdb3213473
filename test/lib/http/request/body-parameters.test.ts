import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { jsonResponse } from '../../../../lib/http/responses/response.ts';
import { createHandlerWithoutDatabase } from '../../../../lib/http/lambda-handler.ts';
import { flagParameter } from '../../../../lib/http/parameters/types/booleans.ts';
import { uuidListParameter } from '../../../../lib/http/parameters/types/lists.ts';
import { wholeNumber } from '../../../../lib/http/parameters/types/numbers.ts';
import { textParameter } from '../../../../lib/http/parameters/types/texts.ts';
import { gatewayEvent, lambdaContext, type EventParts } from '../lambda.ts';

const handler = createHandlerWithoutDatabase({
  id: 'query-things',
  method: 'POST',
  path: '/things/{thing_id}',
  summary: 'Things',
  access: 'optional-token',
  capability: 'none',
  scope: 'read',
  parametersInBody: true,
  parameters: z.object({
    limit: wholeNumber(1).optional(),
    names: textParameter,
    on: flagParameter,
    ids: uuidListParameter,
  }),
  responses: { 200: 'Things.' },
  handle: async ({ parameters }) => jsonResponse(parameters),
});

const formType = { 'content-type': ['application/x-www-form-urlencoded; charset=UTF-8'] };
const jsonType = { 'content-type': ['application/json'] };

async function sendRequest(parts: EventParts) {
  const { statusCode, body } = await handler(
    gatewayEvent({ method: 'POST', ...parts }),
    lambdaContext(),
  );
  return { status: statusCode, body: z.record(z.string(), z.unknown()).parse(JSON.parse(body)) };
}

const readParameters = async (parts: EventParts) => (await sendRequest(parts)).body;

describe('parameters in a body', () => {
  it('are the fields of a form', async () => {
    const body = 'limit=5&names=a%2Cb+c&on=&colour=red&colour=blue';
    expect(await readParameters({ headers: formType, body })).toEqual({
      limit: 5,
      names: 'a,b c',
      on: true,
    });
  });

  it('are the members of a JSON object: texts, numbers, true, false, and lists of these', async () => {
    const body = JSON.stringify({ limit: 5, names: ['a', 'b,c', 7, '100%'], on: true, colour: {} });
    expect(await readParameters({ headers: jsonType, body })).toEqual({
      limit: 5,
      names: 'a,b%2Cc,7,100%25',
      on: true,
    });
    expect(
      await readParameters({ headers: jsonType, body: '{"on": false, "limit": null}' }),
    ).toEqual({
      on: false,
    });
  });

  it('are combined with parameters of the query and of headers, and have priority over headers', async () => {
    const headers = { ...jsonType, 'x-service-names': ['header'], 'x-service-limit': ['9'] };
    const parts = { headers, query: { on: [''] }, body: '{"names": "body"}' };
    expect(await readParameters(parts)).toEqual({ names: 'body', on: true, limit: 9 });
  });

  it('have their default values without a body', async () => {
    expect(await sendRequest({})).toEqual({ status: 200, body: { on: false } });
  });

  it('are refused with 400 and all problems of the request', async () => {
    const { status, body } = await sendRequest({
      headers: jsonType,
      query: { names: ['query'] },
      body: '{"names": "body", "limit": {"least": 1}, "ids": ["castle"], "on": [["a"]]}',
    });
    expect(status).toBe(400);
    expect(body['errors']).toEqual([
      expect.objectContaining({ pointer: '/names', code: 'repeated' }),
      expect.objectContaining({ pointer: '/limit', code: 'invalid' }),
      expect.objectContaining({ pointer: '/on', code: 'invalid' }),
      expect.objectContaining({ pointer: '/ids', detail: 'ids: "castle" is not a UUID.' }),
    ]);
  });

  it.each(['{', '[]', 'null', '"limit=5"', ' '])(
    'are refused with 400 if the JSON body is %s',
    async (body) => {
      const answer = await sendRequest({ headers: jsonType, body });
      expect(answer).toMatchObject({
        status: 400,
        body: { errors: [{ in: 'body', pointer: '' }] },
      });
    },
  );

  it.each(['text/plain', 'multipart/mixed; boundary=a', undefined])(
    'are refused with 415 in a body of another type: %s',
    async (type) => {
      const headers = type === undefined ? {} : { 'content-type': [type] };
      const answer = await sendRequest({ headers, body: 'limit=5' });
      expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
      expect(answer.body['detail']).toContain('application/json');
    },
  );

  it('may have 100,000 ids', async () => {
    const ids = Array.from(
      { length: 100_000 },
      (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    );
    for (const body of [`ids=${ids.join(',')}`, JSON.stringify({ ids })]) {
      const headers = body.startsWith('{') ? jsonType : formType;
      expect((await readParameters({ headers, body }))['ids']).toEqual(ids);
    }
  });
});
