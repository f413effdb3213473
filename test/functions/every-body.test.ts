import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { newSecret } from '../../lib/identity/random-secrets.ts';
import { formCookie, sessionCookie } from '../../lib/pages/html-page.ts';
import { maxBodyBytes } from '../../lib/http/request/request-body.ts';
import { openGateway } from '../gateway/emulator/gateway.ts';
import { listRoutedOperations, type RoutedOperation } from '../gateway/operations.ts';
import { readProblem } from '../gateway/problem.ts';
import { everyWrite, oldMill, placeMills } from './writing/every-write.ts';
import { footprint } from './writing/footprint.ts';
import { takeInTurn } from '../support/random/take-sample.ts';
import { openMillService, type MillService } from './writing/mill-service.ts';

/** Byte sequences that are not UTF-8. */
const wrongBytes = {
  'a byte that goes on with nothing': [0x80],
  'a letter of ISO 8859-1': [0xe9],
  'an overlong form': [0xc0, 0xaf],
  'a character that is cut off': [0xe2, 0x82],
  'half of a pair of surrogates': [0xed, 0xa0, 0x80],
  'what comes after the last character': [0xf4, 0x90, 0x80, 0x80],
  'a byte that UTF-8 does not have': [0xff],
};
const everyWrong = Object.entries(wrongBytes).map(([what, bytes]) => ({
  what,
  bytes: Buffer.from(bytes),
}));

const byteOrderMark = Buffer.from('\uFEFF');
const formType = { 'content-type': 'application/x-www-form-urlencoded' };
/** Pages check their cookies before they read a form. */
const secret = newSecret();
const cookies = { cookie: `${sessionCookie}=${secret}; ${formCookie}=${secret}` };

let mills: MillService;
let readers: readonly RoutedOperation[];

beforeAll(async () => {
  mills = await openMillService();
  readers = (await listRoutedOperations((await openGateway()).api)).filter(
    ({ operation }) => operation.method === 'POST' || operation.method === 'PUT',
  );
  // After this request the signing key is cached.
  await mills.ask({ method: 'GET', path: '/resources' });
});

beforeEach(async () => placeMills(mills.service));
afterAll(async () => mills?.service.close());

/** Sends a body with the token of an account that may write everything. */
function send(
  { method, examplePath: path }: RoutedOperation,
  body: string | Buffer<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return mills.ask({ method, path, body, headers: { ...cookies, ...headers } });
}

/** The operations that accept a form, each with the name of a field. */
function forms(): readonly (readonly [RoutedOperation, string])[] {
  return readers.flatMap((one) => {
    const { id, form, parameters, parametersInBody } = one.operation;
    // A tile may be a form or JSON.
    const fields = id.endsWith('-tile') ? ['data'] : Object.keys(form ?? {});
    const [field] = parametersInBody ? Object.keys(parameters.shape) : fields;
    return field === undefined ? [] : [[one, field] as const];
  });
}

describe('a body that is not UTF-8', () => {
  it('is a 400 with the offset in every operation that reads a body, before anything is asked of the data', async () => {
    expect(readers.length).toBeGreaterThanOrEqual(19);
    const calls = await mills.service.countCalls(async () => {
      for (const [place, one] of readers.entries()) {
        for (const [number, { what, bytes }] of everyWrong.entries()) {
          const starts = ['', '{"é\uFFFD', '{"name":"Mühle'];
          for (const start of takeInTurn(starts, place + number, 1)) {
            const body = Buffer.concat([Buffer.from(start), bytes, Buffer.from('":1}')]);
            const headers = start === '' ? formType : { 'content-type': 'application/json' };
            const response = await send(one, body, headers);
            const { id } = one.operation;
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
    'stores nothing, wherever it is wrong: $title',
    async ({ request }) => {
      const before = await footprint(mills.service);
      const sentRequest = await request(mills, 'little');
      const body = Buffer.from(sentRequest.body ?? '');
      for (const { bytes } of everyWrong) {
        // At both ends, in the first key, and in a value.
        for (const offset of [0, 3, body.indexOf('ill') + 1, body.length]) {
          const damaged = Buffer.concat([body.subarray(0, offset), bytes, body.subarray(offset)]);
          const problem = await readProblem(await mills.ask({ ...sentRequest, body: damaged }));
          expect(problem).toMatchObject({ status: 400, code: 'not_utf8', offset });
        }
      }
      expect(await footprint(mills.service)).toEqual(before);
      expect((await mills.ask(sentRequest)).status).toBeLessThan(300);
    },
  );

  it('is invalid_request to the clients of OAuth', async () => {
    const endpoints = readers.filter(({ operation }) =>
      /^(issue|revoke|introspect)-token$/.test(operation.id),
    );
    expect(endpoints).toHaveLength(3);
    for (const one of endpoints) {
      for (const body of [Buffer.from([0xff]), 'token=%FF']) {
        expect(await (await send(one, body, formType)).json()).toMatchObject({
          error: 'invalid_request',
          error_description: expect.stringContaining('UTF-8'),
        });
      }
    }
  });
});

describe('a form with encoded bytes that are not UTF-8', () => {
  it('is a 400 with the offset in every operation that takes a form, and stores nothing', async () => {
    expect(forms().length).toBeGreaterThan(14);
    const before = await footprint(mills.service);
    for (const [place, [one, field]] of forms().entries()) {
      for (const [number, { what, bytes }] of everyWrong.entries()) {
        const encoded = Array.from(bytes, (byte) => `%${byte.toString(16)}`).join('');
        for (const start of takeInTurn([`${field}=%C3%A9+`, `other%20`], place + number, 1)) {
          const response = await send(one, `${start}${encoded}=&a=b`, formType);
          const { id } = one.operation;
          expect([id, what, response.status]).toEqual([id, what, 400]);
          expect(await response.text()).toContain(`at offset ${start.length} is invalid`);
        }
      }
    }
    expect(await footprint(mills.service)).toEqual(before);
  });
});

/** The boundary of a form, which no value contains. */
const boundary = '7f3a9c51e0';
const partsType = { 'content-type': `multipart/form-data; boundary=${boundary}` };

/** The same fields as an encoded form and as a form in parts. */
function bothForms(fields: Readonly<Record<string, string>>) {
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    encoded: new URLSearchParams(fields).toString(),
    inParts: `${parts.join('')}--${boundary}--\r\n`,
  };
}

const values = ['x', 'a&b=c%41+d Mühle\r\n', ''];

/** The status and text of an answer, without ids. */
async function answerOf(response: Response): Promise<readonly unknown[]> {
  const text = await response.text();
  return [response.status, text.replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '')];
}

describe('a form in parts', () => {
  it('is the same as an encoded one in every operation that takes a form', async () => {
    for (const [one, field] of forms()) {
      for (const value of values) {
        const { encoded, inParts } = bothForms({ username: newSecret(), [field]: value });
        const expected = await answerOf(await send(one, encoded, formType));
        expect([one.operation.id, ...expected]).not.toContain(415);
        const actual = await answerOf(await send(one, inParts, partsType));
        expect([one.operation.id, ...actual]).toEqual([one.operation.id, ...expected]);
      }
    }
  });

  it('is a 400 in every operation where it cannot be read, or brings a file that is no text', async () => {
    const field = `--${boundary}\r\nContent-Disposition: form-data; name="username"`;
    const broken = [
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
      for (const [one] of forms()) {
        for (const body of broken) {
          const response = await send(one, body, partsType);
          const { id } = one.operation;
          expect([id, String(body), response.status]).toEqual([id, String(body), 400]);
        }
      }
    });
    expect(calls).toBe(0);
  });
});

describe('a body that is no form', () => {
  it('is a 415 that names both kinds of forms in every operation that takes forms, and nothing is asked of the data', async () => {
    const calls = await mills.service.countCalls(async () => {
      for (const [one] of forms()) {
        for (const type of ['application/xml', 'multipart/mixed; boundary=b']) {
          const response = await send(one, 'username=a', { 'content-type': type });
          const { id } = one.operation;
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
    'is read as if it had none: $title',
    async ({ request }) => {
      const sentRequest = await request(mills, 'little');
      const response = await mills.ask({
        ...sentRequest,
        body: Buffer.concat([byteOrderMark, Buffer.from(sentRequest.body ?? '')]),
      });
      expect(response.status).toBeLessThan(300);
      const withMark = await footprint(mills.service);
      await placeMills(mills.service);
      await mills.ask(sentRequest);
      expect(withMark).toEqual(await footprint(mills.service));
    },
  );
});

describe('a body over 4.4 MB', () => {
  it('is a 413 in every operation that reads a body', async () => {
    const body = Buffer.alloc(maxBodyBytes + 1, 'x');
    for (const one of readers) {
      const response = await send(one, body);
      expect([one.operation.id, response.status]).toEqual([one.operation.id, 413]);
      expect(await response.text()).toContain('4.4 MB');
    }
  });

  it('is the same 413 where the gateway cannot hand it to a function', async () => {
    const path = `/resources/${oldMill}`;
    const codes: unknown[] = [];
    for (const length of [maxBodyBytes + 1, 5 * 1024 * 1024, 10 * 1024 * 1024 + 1]) {
      const problem = await readProblem(
        await mills.ask({ method: 'PUT', path, body: 'x'.repeat(length) }),
      );
      codes.push([problem.status, problem.code, problem.detail]);
    }
    expect(new Set(codes.map((code) => JSON.stringify(code))).size).toBe(1);
    expect(codes[0]).toEqual([413, 'request_too_large', expect.stringContaining('4.4 MB')]);
  });
});
