import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { newSecret } from '../../lib/identity/random-secrets.ts';
import { sessionCookieName } from '../../lib/http/request/session-challenge.ts';
import { formCookie } from '../../lib/pages/html-page.ts';
import { maxBodyBytes } from '../../lib/http/request/request-body.ts';
import { openGateway } from '../gateway/emulator/gateway.ts';
import { listRoutedOperations, type RoutedOperation } from '../gateway/operations.ts';
import { readProblem } from '../gateway/problem.ts';
import { everyWrite, oldMill, placeMills } from './writing/every-write.ts';
import { readFootprint } from './writing/read-footprint.ts';
import { takeInTurn, takeSample } from '../support/random/take-sample.ts';
import { openMillService, type MillService } from './writing/mill-service.ts';

/** Byte sequences that are not UTF-8. */
const invalidBytes = {
  'a continuation byte without a start byte': [0x80],
  'a letter of ISO 8859-1': [0xe9],
  'an overlong encoding': [0xc0, 0xaf],
  'a truncated character': [0xe2, 0x82],
  'half of a surrogate pair': [0xed, 0xa0, 0x80],
  'a code point above U+10FFFF': [0xf4, 0x90, 0x80, 0x80],
  'a byte that UTF-8 never uses': [0xff],
};
const invalidSequences = Object.entries(invalidBytes).map(([what, bytes]) => ({
  what,
  bytes: Buffer.from(bytes),
}));

const byteOrderMark = Buffer.from('\uFEFF');
const formType = { 'content-type': 'application/x-www-form-urlencoded' };
/** Pages check their cookies before they read a form. */
const secret = newSecret();
const cookies = { cookie: `${sessionCookieName}=${secret}.1; ${formCookie}=${secret}` };

let mills: MillService;
let bodyOperations: readonly RoutedOperation[];

beforeAll(async () => {
  mills = await openMillService();
  bodyOperations = (await listRoutedOperations((await openGateway()).api)).filter(
    ({ operation }) => operation.method === 'POST' || operation.method === 'PUT',
  );
  // After this request the signing key is cached.
  await mills.sendRequest({ method: 'GET', path: '/resources' });
});

beforeEach(async () => placeMills(mills.service));
afterAll(async () => mills?.service.close());

/** Sends a body with the token of an account that may write everything. */
function send(
  { method, examplePath: path }: RoutedOperation,
  body: string | Buffer<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return mills.sendRequest({ method, path, body, headers: { ...cookies, ...headers } });
}

/** The operations that accept a form, each with the name of a field. */
function operationsWithForms(): readonly (readonly [RoutedOperation, string])[] {
  return bodyOperations.flatMap((routed) => {
    const { id, form, parameters, parametersInBody } = routed.operation;
    // The operations of tiles accept a form too, with the field `data`.
    const fields = id.endsWith('-tile') ? ['data'] : Object.keys(form ?? {});
    const [field] = parametersInBody ? Object.keys(parameters.shape) : fields;
    return field === undefined ? [] : [[routed, field] as const];
  });
}

describe('a body that is not UTF-8', () => {
  it('is a 400 with the byte offset in every operation that reads text, without a Data API call', async () => {
    const textOperations = bodyOperations.filter(
      ({ operation }) => operation.hasBinaryBody !== true,
    );
    expect(textOperations.length).toBeGreaterThanOrEqual(19);
    const calls = await mills.service.countCalls(async () => {
      for (const [operationIndex, routed] of textOperations.entries()) {
        for (const [bytesIndex, { what, bytes }] of invalidSequences.entries()) {
          const starts = ['', '{"é\uFFFD', '{"name":"Mühle'];
          for (const start of takeInTurn(starts, operationIndex + bytesIndex, 1)) {
            const body = Buffer.concat([Buffer.from(start), bytes, Buffer.from('":1}')]);
            const headers = start === '' ? formType : { 'content-type': 'application/json' };
            const response = await send(routed, body, headers);
            const { id } = routed.operation;
            expect([id, what, response.status]).toEqual([id, what, 400]);
            expect(await response.text()).toContain(
              `at offset ${Buffer.byteLength(start)} is invalid`,
            );
          }
        }
      }
    });
    expect(calls).toBe(0);
  });

  it.each(everyWrite.filter(({ title }) => !title.startsWith('DELETE')))(
    'stores nothing, wherever the invalid bytes are: $title',
    async ({ request }) => {
      const before = await readFootprint(mills.service);
      const sentRequest = await request(mills, 'little');
      const body = Buffer.from(sentRequest.body ?? '');
      // At both ends, in the first key, and in a value.
      const offsets = [0, 3, body.indexOf('ill') + 1, body.length];
      for (const [turn, { bytes }] of invalidSequences.entries()) {
        for (const offset of takeInTurn(offsets, turn, 1)) {
          const damaged = Buffer.concat([body.subarray(0, offset), bytes, body.subarray(offset)]);
          const problem = await readProblem(
            await mills.sendRequest({ ...sentRequest, body: damaged }),
          );
          expect(problem).toMatchObject({ status: 400, code: 'not_utf8', offset });
        }
      }
      expect(await readFootprint(mills.service)).toEqual(before);
      expect((await mills.sendRequest(sentRequest)).status).toBeLessThan(300);
    },
  );

  it('is answered with the error invalid_request by the OAuth endpoints of clients', async () => {
    const endpoints = bodyOperations.filter(({ operation }) =>
      /^(issue|revoke|introspect)-token$/.test(operation.id),
    );
    expect(endpoints).toHaveLength(3);
    for (const routed of endpoints) {
      for (const body of [Buffer.from([0xff]), 'token=%FF']) {
        expect(await (await send(routed, body, formType)).json()).toMatchObject({
          error: 'invalid_request',
          error_description: expect.stringContaining('UTF-8'),
        });
      }
    }
  });
});

describe('a form with encoded bytes that are not UTF-8', () => {
  it('is a 400 with the byte offset in every operation that accepts a form, and stores nothing', async () => {
    expect(operationsWithForms().length).toBeGreaterThan(14);
    const before = await readFootprint(mills.service);
    for (const [operationIndex, [routed, field]] of operationsWithForms().entries()) {
      for (const [bytesIndex, { what, bytes }] of invalidSequences.entries()) {
        const encoded = Array.from(bytes, (byte) => `%${byte.toString(16)}`).join('');
        for (const start of takeInTurn(
          [`${field}=%C3%A9+`, `other%20`],
          operationIndex + bytesIndex,
          1,
        )) {
          const response = await send(routed, `${start}${encoded}=&a=b`, formType);
          const { id } = routed.operation;
          expect([id, what, response.status]).toEqual([id, what, 400]);
          expect(await response.text()).toContain(`at offset ${start.length} is invalid`);
        }
      }
    }
    expect(await readFootprint(mills.service)).toEqual(before);
  });
});

/** The boundary of multipart forms. No value contains it. */
const boundary = '7f3a9c51e0';
const multipartType = { 'content-type': `multipart/form-data; boundary=${boundary}` };

/** The same fields as a URL-encoded form and as a multipart form. */
function encodeBothWays(fields: Readonly<Record<string, string>>) {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    urlEncoded: new URLSearchParams(fields).toString(),
    multipart: `${parts.join('')}--${boundary}--\r\n`,
  };
}

const fieldValues = ['x', 'a&b=c%41+d Mühle\r\n', ''];

/** The status and text of an answer, without ids and the time of the answer. */
async function readAnswer(response: Response): Promise<readonly unknown[]> {
  const text = await response.text();
  const differences = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|"timestamp":"[^"]*"/g;
  return [response.status, text.replaceAll(differences, '')];
}

describe('a multipart form', () => {
  it('is answered like a URL-encoded form in every operation that accepts forms', async () => {
    for (const [turn, [routed, field]] of operationsWithForms().entries()) {
      for (const value of takeInTurn(fieldValues, turn, 1)) {
        const { urlEncoded, multipart } = encodeBothWays({ username: newSecret(), [field]: value });
        const expected = await readAnswer(await send(routed, urlEncoded, formType));
        expect([routed.operation.id, ...expected]).not.toContain(415);
        const actual = await readAnswer(await send(routed, multipart, multipartType));
        expect([routed.operation.id, ...actual]).toEqual([routed.operation.id, ...expected]);
      }
    }
  });

  it('is a 400 in every operation if it cannot be parsed or contains a binary file', async () => {
    const field = `--${boundary}\r\nContent-Disposition: form-data; name="username"`;
    const brokenBodies = [
      'username=a',
      '--a\r\n\r\n--a--',
      `${field}\r\n\r\na`,
      Buffer.concat([
        Buffer.from(`${field}; filename="a.png"\r\n\r\n`),
        Buffer.from([0x89, 0x50]),
        Buffer.from(`\r\n--${boundary}--`),
      ]),
    ];
    const calls = await mills.service.countCalls(async () => {
      for (const [routed] of operationsWithForms()) {
        for (const body of brokenBodies) {
          const response = await send(routed, body, multipartType);
          const { id } = routed.operation;
          expect([id, String(body), response.status]).toEqual([id, String(body), 400]);
        }
      }
    });
    expect(calls).toBe(0);
  });
});

describe('a body that is not a form', () => {
  it('is a 415 that names the media types of forms in every operation that accepts forms, without a Data API call', async () => {
    const calls = await mills.service.countCalls(async () => {
      for (const [routed] of operationsWithForms()) {
        for (const type of ['application/xml', 'multipart/mixed; boundary=b']) {
          const response = await send(routed, 'username=a', { 'content-type': type });
          const { id } = routed.operation;
          expect([id, type, response.status]).toEqual([id, type, 415]);
          const text = await response.text();
          expect([id, text]).toEqual([
            id,
            expect.stringContaining(Object.values(formType)[0] ?? ''),
          ]);
          expect([id, text]).toEqual([id, expect.stringContaining('multipart/form-data')]);
        }
      }
    });
    expect(calls).toBe(0);
  });
});

describe('a body with a byte order mark', () => {
  it.each(everyWrite.filter(({ title }) => !title.startsWith('DELETE')))(
    'is stored like the same body without the mark: $title',
    async ({ request }) => {
      const sentRequest = await request(mills, 'little');
      const response = await mills.sendRequest({
        ...sentRequest,
        body: Buffer.concat([byteOrderMark, Buffer.from(sentRequest.body ?? '')]),
      });
      expect(response.status).toBeLessThan(300);
      const withMark = await readFootprint(mills.service);
      await placeMills(mills.service);
      await mills.sendRequest(sentRequest);
      expect(withMark).toEqual(await readFootprint(mills.service));
    },
  );
});

describe('a body over 4.4 MB', () => {
  it('is a 413 in every operation that reads a body', async () => {
    const body = Buffer.alloc(maxBodyBytes + 1, 'x');
    for (const routed of takeSample(bodyOperations, 8)) {
      const response = await send(routed, body);
      expect([routed.operation.id, response.status]).toEqual([routed.operation.id, 413]);
      expect(await response.text()).toContain('4.4 MB');
    }
  });

  it('is the same 413 whether it is too large for the service, for Lambda or for API Gateway', async () => {
    const path = `/resources/${oldMill}`;
    const answers: unknown[] = [];
    for (const length of [maxBodyBytes + 1, 5 * 1024 * 1024, 10 * 1024 * 1024 + 1]) {
      const problem = await readProblem(
        await mills.sendRequest({ method: 'PUT', path, body: 'x'.repeat(length) }),
      );
      answers.push([problem.status, problem.code, problem.detail]);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toEqual([413, 'request_too_large', expect.stringContaining('4.4 MB')]);
  });
});
