import { PassThrough } from 'node:stream';
import { gunzipSync } from 'node:zlib';

import { beforeAll, describe, expect, it } from 'vitest';

import type { Log } from '../../../../lib/log.ts';
import type { HttpRequest } from '../../../../lib/http/request/request.ts';
import { fromGatewayEvent } from '../../../../lib/http/request/request.ts';
import { sendResponse } from '../../../../lib/http/streaming/send-response.ts';
import { installLambdaRuntime } from '../../../gateway/emulator/lambda-runtime.ts';
import { createFunctionStream } from '../../../gateway/emulator/lambda-runtime.ts';
import { gatewayEvent, lambdaContext } from '../lambda.ts';

beforeAll(() => installLambdaRuntime());

const whenCut = '\n!incomplete';

function requestWith(headers: Record<string, string[]> = {}): HttpRequest {
  return fromGatewayEvent(gatewayEvent({ headers }), 'request-1');
}

/** A log that keeps what it is told. */
function keptLog() {
  const told: { notes: Record<string, unknown>; troubles: unknown[] } = { notes: {}, troubles: [] };
  const notes = new Map<string, () => unknown>();
  const log: Log = {
    note: (field, value) => notes.set(field, value),
    security: () => undefined,
    error: (error) => told.troubles.push(error),
    finish: () => {
      told.notes = Object.fromEntries([...notes].map(([field, value]) => [field, value()]));
    },
  };
  return { log, told };
}

async function read(stream: PassThrough): Promise<Buffer> {
  const bytes: Buffer[] = [];
  for await (const chunk of stream) bytes.push(Buffer.from(chunk));
  const all = Buffer.concat(bytes);
  return all.subarray(all.indexOf(Buffer.alloc(8)) + 8);
}

/** Sends these parts, and gives what came through: its body, and what it was told of. */
async function send(
  body: AsyncIterable<string>,
  { maxBytes = 1_000_000, milliseconds = 900_000, headers = {} } = {},
) {
  const { log, told } = keptLog();
  const stream = createFunctionStream();
  const received = read(stream);
  const outgoing = {
    response: { status: 200, body, abortText: whenCut },
    request: requestWith(headers),
    log,
    maxBytes,
  };
  const failure: unknown = await sendResponse(outgoing, stream, lambdaContext(milliseconds)).catch(
    (error: unknown) => error,
  );
  stream.end();
  return { bytes: await received, failure, told };
}

/** Texts without end that gzip makes little of. */
function endless() {
  const made = { parts: 0, isClosed: false };
  async function* parts() {
    try {
      for (;;) {
        made.parts += 1;
        yield Buffer.from(crypto.getRandomValues(new Uint8Array(50_000))).toString('base64');
      }
    } finally {
      made.isClosed = true;
    }
  }
  return { made, parts: parts() };
}

describe('a stream that reaches what may be sent', () => {
  it('is cut before that, by what is no part of a document', async () => {
    const { made, parts } = endless();
    const { bytes, failure, told } = await send(parts);
    expect(bytes.length).toBeLessThan(1_000_000);
    expect(bytes.length).toBeGreaterThan(800_000);
    expect(bytes.toString().endsWith(whenCut)).toBe(true);
    expect(failure).toMatchObject({ code: 'answer_cut' });
    expect(told.notes).toMatchObject({ cut: 'answer_too_large' });
    expect(told.troubles).toMatchObject([{ code: 'answer_too_large' }]);
    expect(made.isClosed).toBe(true);
  });

  it('is counted as it is sent: compressed, more of it passes', async () => {
    const { made: plain, parts } = endless();
    await send(parts);
    const { made, parts: others } = endless();
    const { bytes } = await send(others, { headers: { 'accept-encoding': ['gzip'] } });
    expect(bytes.length).toBeLessThan(1_000_000);
    expect(made.parts).toBeGreaterThan(plain.parts);
    expect(() => gunzipSync(bytes)).toThrow('unexpected end of file');
  });

  it('is whole where it ends just before', async () => {
    async function* parts() {
      yield 'x'.repeat(900_000);
      yield 'y';
    }
    const { bytes, failure } = await send(parts());
    expect([bytes.length, failure]).toEqual([900_001, undefined]);
  });
});

describe('a stream whose time is up', () => {
  it('is cut before the process is stopped, though its source is still waiting', async () => {
    async function* parts() {
      yield '[1,';
      await new Promise(() => undefined);
    }
    const { bytes, failure, told } = await send(parts(), { milliseconds: 520 });
    expect(bytes.toString()).toBe(`[1,${whenCut}`);
    expect(failure).toMatchObject({ message: 'The response was aborted: out_of_time.' });
    expect(told.notes).toMatchObject({ cut: 'out_of_time', bytes: 3, chunks: 1 });
  });

  it('is cut though nobody reads it', async () => {
    const { log, told } = keptLog();
    const { made, parts } = endless();
    const outgoing = {
      response: { status: 200, body: parts, abortText: whenCut },
      request: requestWith(),
      log,
      maxBytes: 1_000_000,
    };
    await expect(
      sendResponse(outgoing, createFunctionStream(), lambdaContext(520)),
    ).rejects.toThrow('out_of_time');
    expect(told.notes).toMatchObject({ cut: 'out_of_time' });
    expect(made.isClosed).toBe(true);
  });
});

describe('small parts', () => {
  it('are sent together, but for the first, which leaves at once', async () => {
    async function* parts() {
      for (let part = 0; part < 100_000; part += 1) yield 'xyz';
    }
    const { bytes, told } = await send(parts());
    expect(bytes.toString()).toBe('xyz'.repeat(100_000));
    expect(told.notes).toEqual({ bytes: 300_000, chunks: 6 });
  });
});
