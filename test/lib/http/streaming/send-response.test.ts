import { PassThrough } from 'node:stream';
import { gunzipSync } from 'node:zlib';

import { beforeAll, describe, expect, it } from 'vitest';

import { readSettings } from '../../../../lib/settings.ts';
import type { Log } from '../../../../lib/log.ts';
import type { HttpRequest } from '../../../../lib/http/request/request.ts';
import { fromGatewayEvent } from '../../../../lib/http/request/request.ts';
import { sendResponse } from '../../../../lib/http/streaming/send-response.ts';
import { installLambdaRuntime } from '../../../gateway/emulator/lambda-runtime.ts';
import { createFunctionStream } from '../../../gateway/emulator/lambda-runtime.ts';
import { gatewayEvent, lambdaContext } from '../lambda.ts';

beforeAll(() => installLambdaRuntime());

const abortText = '\n!incomplete';

function createRequest(headers: Record<string, string[]> = {}): HttpRequest {
  return fromGatewayEvent(gatewayEvent({ headers }), 'request-1');
}

/** A log that records its notes and errors. */
function createRecordingLog() {
  const logged: { notes: Record<string, unknown>; errors: unknown[] } = { notes: {}, errors: [] };
  const notes = new Map<string, () => unknown>();
  const log: Log = {
    addField: (field, value) => notes.set(field, value),
    security: () => undefined,
    error: (error) => logged.errors.push(error),
    markReady: () => undefined,
    finish: () => {
      logged.notes = Object.fromEntries([...notes].map(([field, value]) => [field, value()]));
    },
  };
  return { log, logged };
}

/** Reads the body of a streamed response, which begins after eight null bytes. */
async function readBody(stream: PassThrough): Promise<Buffer> {
  const bytes: Buffer[] = [];
  for await (const chunk of stream) bytes.push(Buffer.from(chunk));
  const content = Buffer.concat(bytes);
  return content.subarray(content.indexOf(Buffer.alloc(8)) + 8);
}

/** Sends a response in parts. Returns the received bytes, the error, and what was logged. */
async function send(
  body: AsyncIterable<string>,
  { maxBytes = 1_000_000, milliseconds = 900_000, headers = {} } = {},
) {
  const { log, logged } = createRecordingLog();
  const stream = createFunctionStream();
  const received = readBody(stream);
  const outgoing = {
    response: { status: 200, body, abortText },
    request: createRequest(headers),
    log,
    settings: readSettings({}),
    maxBytes,
  };
  const failure: unknown = await sendResponse(outgoing, stream, lambdaContext(milliseconds)).catch(
    (error: unknown) => error,
  );
  stream.end();
  return { bytes: await received, failure, logged };
}

/** Creates an endless sequence of texts that gzip compresses little, and records how many parts were generated. */
function createEndlessBody() {
  const source = { partCount: 0, isClosed: false };
  async function* parts() {
    try {
      for (;;) {
        source.partCount += 1;
        yield Buffer.from(crypto.getRandomValues(new Uint8Array(50_000))).toString('base64');
      }
    } finally {
      source.isClosed = true;
    }
  }
  return { source, parts: parts() };
}

describe('a stream near the size limit', () => {
  it('is aborted before it exceeds the limit, and ends with the abort text', async () => {
    const { source, parts } = createEndlessBody();
    const { bytes, failure, logged } = await send(parts);
    expect(bytes.length).toBeLessThan(1_000_000);
    expect(bytes.length).toBeGreaterThan(800_000);
    expect(bytes.toString().endsWith(abortText)).toBe(true);
    expect(failure).toMatchObject({ code: 'answer_cut' });
    expect(logged.notes).toMatchObject({ cut: 'answer_too_large', Truncations: 1 });
    expect(logged.errors).toMatchObject([{ code: 'answer_too_large' }]);
    expect(source.isClosed).toBe(true);
  });

  it('is measured after compression, so that more parts fit', async () => {
    const { source: uncompressedSource, parts } = createEndlessBody();
    await send(parts);
    const { source, parts: otherParts } = createEndlessBody();
    const { bytes } = await send(otherParts, { headers: { 'accept-encoding': ['gzip'] } });
    expect(bytes.length).toBeLessThan(1_000_000);
    expect(source.partCount).toBeGreaterThan(uncompressedSource.partCount);
    expect(() => gunzipSync(bytes)).toThrow('unexpected end of file');
  });

  it('is complete if it ends just before the limit', async () => {
    async function* parts() {
      yield 'x'.repeat(900_000);
      yield 'y';
    }
    const { bytes, failure } = await send(parts());
    expect([bytes.length, failure]).toEqual([900_001, undefined]);
  });
});

describe('a stream without time left', () => {
  it('is aborted before the function is stopped, even if its source is still waiting', async () => {
    async function* parts() {
      yield '[1,';
      await new Promise(() => undefined);
    }
    const { bytes, failure, logged } = await send(parts(), { milliseconds: 520 });
    expect(bytes.toString()).toBe(`[1,${abortText}`);
    expect(failure).toMatchObject({ message: 'The response was aborted: out_of_time.' });
    expect(logged.notes).toMatchObject({ cut: 'out_of_time', Truncations: 1, bytes: 3, chunks: 1 });
  });

  it('is aborted even if its receiver does not read', async () => {
    const { log, logged } = createRecordingLog();
    const { source, parts } = createEndlessBody();
    const outgoing = {
      response: { status: 200, body: parts, abortText },
      request: createRequest(),
      log,
      settings: readSettings({}),
      maxBytes: 1_000_000,
    };
    await expect(
      sendResponse(outgoing, createFunctionStream(), lambdaContext(520)),
    ).rejects.toThrow('out_of_time');
    expect(logged.notes).toMatchObject({ cut: 'out_of_time' });
    expect(source.isClosed).toBe(true);
  });
});

describe('small parts', () => {
  it('are sent together, except the first one, which is sent at once', async () => {
    async function* parts() {
      for (let part = 0; part < 100_000; part += 1) yield 'xyz';
    }
    const { bytes, logged } = await send(parts());
    expect(bytes.toString()).toBe('xyz'.repeat(100_000));
    expect(logged.notes).toEqual({ bytes: 300_000, chunks: 6 });
  });
});
