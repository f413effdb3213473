import { setTimeout as wait } from 'node:timers/promises';
import { constants, gunzipSync } from 'node:zlib';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { NotFound } from '../../lib/errors.ts';
import { ResponseTooLarge } from '../../lib/http/errors/errors.ts';
import { scriptedFunction } from './fixtures/script.ts';
import {
  answerWithChunks,
  requestChunks,
  createChunkedGateway,
  readBodyUntilEnd,
  type ChunkProgress,
} from './chunked-gateway.ts';
import { readProblem } from './problem.ts';

const gateway = createChunkedGateway();
const gzip = { headers: { 'accept-encoding': 'gzip' } };

let lines: string[] = [];

beforeEach(() => {
  lines = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => lines.push(line));
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** The log line of the request, which is the last one. */
const lastLogLine = (): unknown => JSON.parse(lines.at(-1) ?? '');

/** Waits until the body is closed. */
async function waitUntilClosed(progress: ChunkProgress): Promise<void> {
  while (!progress.isClosed) await wait(1);
}

describe('a streamed answer', () => {
  it('sends the first chunk before the next one is generated', async () => {
    const { promise: mayContinue, resolve: continueBody } = Promise.withResolvers<void>();
    async function* body() {
      yield '[1,';
      await mayContinue;
      yield '2]';
    }
    scriptedFunction.answer = async () => ({
      status: 200,
      contentType: 'application/json',
      body: body(),
    });
    const response = await requestChunks(gateway);
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(Buffer.from(first?.value ?? []).toString()).toBe('[1,');
    continueBody();
    const second = await reader?.read();
    expect(Buffer.from(second?.value ?? []).toString()).toBe('2]');
    expect((await reader?.read())?.done).toBe(true);
  });

  it('has status and headers like any other answer, but no Content-Length', async () => {
    answerWithChunks(['[1,', '2]'], { status: 203, headers: { 'X-Some': 'thing' } });
    const response = await requestChunks(gateway);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      203,
      'application/json',
    ]);
    expect(response.headers.get('x-some')).toBe('thing');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-length')).toBeNull();
    await expect(response.json()).resolves.toEqual([1, 2]);
  });

  it('is compressed for a caller who accepts gzip, so that each chunk can be unpacked when it arrives', async () => {
    answerWithChunks(['["a",', '"b"]']);
    const response = await requestChunks(gateway, gzip);
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('vary')).toMatch(/, Accept-Encoding$/);
    const chunks: Buffer[] = [];
    for await (const chunk of response.body ?? []) chunks.push(Buffer.from(chunk));
    const firstText = gunzipSync(chunks[0] ?? '', { finishFlush: constants.Z_SYNC_FLUSH });
    expect(firstText.toString()).toBe('["a",');
    expect(gunzipSync(Buffer.concat(chunks)).toString()).toBe('["a","b"]');
  });

  it.each(['identity', 'gzip;q=0, *', 'br'])(
    'is not compressed for other callers: %s',
    async (accepted) => {
      answerWithChunks(['[1,', '2]']);
      const response = await requestChunks(gateway, { headers: { 'accept-encoding': accepted } });
      expect(response.headers.get('content-encoding')).toBeNull();
      await expect(response.json()).resolves.toEqual([1, 2]);
    },
  );

  it('is indented as one document', async () => {
    answerWithChunks(['[1', '2,', '3]']);
    const response = await requestChunks(gateway, {}, '?indent=1');
    await expect(response.text()).resolves.toBe('[\n 12,\n 3\n]');
  });

  it('has the same headers for HEAD, which reads only the first chunk', async () => {
    const progress = answerWithChunks(['[1,', '2]']);
    const head = await requestChunks(gateway, { method: 'HEAD', ...gzip });
    await waitUntilClosed(progress);
    expect([progress.chunkCount, await head.text()]).toEqual([1, '']);
    answerWithChunks(['[1,', '2]']);
    const get = await requestChunks(gateway, gzip);
    const headers = [...get.headers.keys()];
    expect([...head.headers.keys()]).toEqual(headers);
    expect(headers).not.toContain('content-length');
  });

  it('is not generated faster than it is read', async () => {
    const part = 'x'.repeat(65_536);
    const progress = answerWithChunks(Array.from({ length: 1000 }, () => part));
    const response = await requestChunks(gateway);
    const reader = response.body?.getReader();
    await reader?.read();
    await wait(50);
    expect(progress.chunkCount).toBeLessThan(20);
    await reader?.cancel();
  });

  it('stops when its caller closes the connection', async () => {
    const part = 'x'.repeat(65_536);
    const progress = answerWithChunks(Array.from({ length: 1000 }, () => part));
    const response = await requestChunks(gateway);
    await response.body?.cancel();
    await waitUntilClosed(progress);
    expect(progress.chunkCount).toBeLessThan(20);
    await vi.waitFor(() => expect(lastLogLine()).toMatchObject({ cut: 'caller_gone' }));
  });

  it('is logged when it ends, with the number of bytes and chunks', async () => {
    answerWithChunks(['[1,', '2]']);
    const response = await requestChunks(gateway);
    expect(lines).toHaveLength(0);
    await response.text();
    expect(lastLogLine()).toMatchObject({ level: 'info', status: 200, bytes: 5, chunks: 2 });
  });
});

describe('an unstreamed answer of a function that can stream', () => {
  const longText = JSON.stringify('x'.repeat(2000));
  const answerWith = (body: string): void => {
    scriptedFunction.answer = async () => ({ status: 200, contentType: 'application/json', body });
  };

  it('has a Content-Length, also for HEAD', async () => {
    answerWith('"é"');
    const get = await requestChunks(gateway);
    expect([get.headers.get('content-length'), await get.text()]).toEqual(['4', '"é"']);
    const head = await requestChunks(gateway, { method: 'HEAD' });
    expect([head.headers.get('content-length'), await head.text()]).toEqual(['4', '']);
  });

  it('has the compressed length as Content-Length if it is compressed', async () => {
    answerWith(longText);
    const get = await requestChunks(gateway, gzip);
    const { bytes } = await readBodyUntilEnd(get);
    expect(gunzipSync(bytes).toString()).toBe(longText);
    const head = await requestChunks(gateway, { method: 'HEAD', ...gzip });
    for (const { headers } of [get, head]) {
      expect(headers.get('content-encoding')).toBe('gzip');
      expect(headers.get('content-length')).toBe(String(bytes.length));
    }
  });

  it('is not compressed if it is short', async () => {
    answerWith('"short"');
    const { headers } = await requestChunks(gateway, gzip);
    expect([headers.get('content-encoding'), headers.get('content-length')]).toEqual([null, '7']);
  });

  it('is a 304 without body and length for a caller with the same entity tag', async () => {
    scriptedFunction.answer = async () => ({ status: 200, body: '[]', headers: { ETag: '"1-a"' } });
    const response = await requestChunks(gateway, { headers: { 'if-none-match': '"1-a"' } });
    expect([response.status, response.headers.get('content-length')]).toEqual([304, null]);
    expect(response.headers.get('etag')).toBe('"1-a"');
  });
});

describe('an error before the first byte', () => {
  it.each([
    [400, 'invalid_input', '?indent=wide', {}],
    [401, 'invalid_token', '', { authorization: 'Bearer none' }],
  ] as const)(
    'is a problem document with the status %i, and no chunk is generated',
    async (status, code, query, headers) => {
      const progress = answerWithChunks(['[', ']']);
      const response = await requestChunks(gateway, { headers }, query);
      expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0);
      const problem = await readProblem(response);
      expect([problem.status, problem.code, progress.chunkCount]).toEqual([status, code, 0]);
    },
  );

  it('is a problem document if the first chunk cannot be generated', async () => {
    answerWithChunks([new NotFound('Not any more.')]);
    const response = await requestChunks(gateway);
    expect((await readProblem(response)).code).toBe('not_found');
  });

  it('is a problem document if the operation reports that the answer is too large', async () => {
    scriptedFunction.answer = async () => {
      throw new ResponseTooLarge('Ask for less.', 200_000_000);
    };
    const problem = await readProblem(await requestChunks(gateway));
    expect([problem.status, problem.detail]).toEqual([
      413,
      'The response is over 200 MB. Ask for less.',
    ]);
  });

  it('for another method is answered without a stream, and so is a preflight', async () => {
    expect((await requestChunks(gateway, { method: 'DELETE' })).status).toBe(404);
    const preflight = await requestChunks(gateway, {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'GET' },
    });
    expect([preflight.status, preflight.headers.get('content-length')]).toEqual([204, null]);
  });
});

describe('an error after the first byte', () => {
  const failingChunks = ['[1,', '2', new Error('select secret')];
  const abortText = '\n!incomplete';

  it('makes the document invalid, and closes the connection without the end of the body', async () => {
    const progress = answerWithChunks(failingChunks, { abortText });
    const response = await requestChunks(gateway);
    const { bytes, isBroken } = await readBodyUntilEnd(response);
    expect([response.status, isBroken, progress.isClosed]).toEqual([200, true, true]);
    expect(bytes.toString()).toMatch(/^\[1,.*\n!incomplete$/s);
    expect(() => JSON.parse(bytes.toString())).toThrow('JSON');
    expect(bytes.toString()).not.toContain('secret');
  });

  it('omits the end of the gzip stream, so that unpacking it fails', async () => {
    answerWithChunks(failingChunks, { abortText });
    const { bytes, isBroken } = await readBodyUntilEnd(await requestChunks(gateway, gzip));
    expect(isBroken).toBe(true);
    expect(() => gunzipSync(bytes)).toThrow('unexpected end of file');
    const readable = gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString();
    expect(readable.endsWith(abortText)).toBe(true);
  });

  it('is logged with its code and the number of bytes and chunks before it', async () => {
    answerWithChunks(['[1,', new NotFound('Gone meanwhile.')], { abortText });
    await readBodyUntilEnd(await requestChunks(gateway));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'error', error: { name: 'Error', code: 'not_found' } },
      { level: 'info', status: 200, cut: 'not_found', bytes: 3, chunks: 1 },
    ]);
  });
});

describe('an operation that can stream, if HDS_ANSWERS turns streaming off,', () => {
  const tooManyChunks = Array.from({ length: 70 }, () => 'x'.repeat(100_000));

  it('buffers its answers, and refuses bodies over 6 MB', async () => {
    const progress = answerWithChunks(tooManyChunks);
    const response = await requestChunks(
      createChunkedGateway({ isStreamed: false, answers: 'buffered' }),
    );
    expect((await readProblem(response)).detail).toContain('over 6 MB');
    expect(progress.isClosed).toBe(true);
  });
});
