import { setTimeout as wait } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { listenOnPort } from './emulator/listen-on-port.ts';
import {
  answerWithChunks,
  requestChunks,
  createChunkedGateway,
  readBodyUntilEnd,
} from './chunked-gateway.ts';

const fixture = (name: string): string => `test/gateway/fixtures/unstreamed.${name}`;

describe('an emulated stream', () => {
  it('fails with 502 if only the method or only the function streams', async () => {
    const gatewayWithBufferedFunction = createChunkedGateway({ handler: fixture('buffered') });
    const gatewayWithBufferedMethod = createChunkedGateway({ isStreamed: false });
    expect([
      (await requestChunks(gatewayWithBufferedFunction)).status,
      (await requestChunks(gatewayWithBufferedMethod)).status,
    ]).toEqual([502, 502]);
  });

  it.each(['withoutPrelude', 'withLongPrelude'])(
    'fails with 502 if status and headers are missing or longer than 16 KB: %s',
    async (name) => {
      expect((await requestChunks(createChunkedGateway({ handler: fixture(name) }))).status).toBe(
        502,
      );
    },
  );

  it('breaks off if the function does not end it', async () => {
    const response = await requestChunks(createChunkedGateway({ handler: fixture('withoutEnd') }));
    const { bytes, isBroken } = await readBodyUntilEnd(response);
    expect([bytes.toString(), isBroken]).toEqual(['text', true]);
  });

  it('breaks off at the maximum size of Lambda', async () => {
    const gateway = createChunkedGateway({ limits: { maximumBytes: 200_000 } });
    const progress = answerWithChunks(Array.from({ length: 1000 }, () => 'x'.repeat(65_536)));
    const { bytes, isBroken } = await readBodyUntilEnd(await requestChunks(gateway));
    expect(isBroken).toBe(true);
    expect(bytes.length).toBeLessThanOrEqual(200_000);
    while (!progress.isClosed) await wait(1);
    expect(progress.chunkCount).toBeLessThan(20);
  });

  it('is throttled after a number of bytes, but complete', async () => {
    const pauses: number[] = [];
    const pause = async (milliseconds: number) => pauses.push(milliseconds);
    const limits = { unthrottledBytes: 300_000, bytesPerSecond: 1000, pause };
    answerWithChunks(Array.from({ length: 10 }, () => 'x'.repeat(65_536)));
    const { bytes } = await readBodyUntilEnd(await requestChunks(createChunkedGateway({ limits })));
    expect(bytes.length).toBe(655_360);
    expect(pauses.length).toBeGreaterThan(4);
    // The last bytes are due after 355 seconds.
    expect(Math.max(...pauses)).toBeGreaterThan(300_000);
  });
});

describe('a stream over HTTP', () => {
  const manyChunks = (): Iterable<string> =>
    Array.from({ length: 10_000 }, () => 'x'.repeat(65_536));

  async function withUrl(work: (url: string) => Promise<void>): Promise<void> {
    const listening = await listenOnPort(createChunkedGateway());
    try {
      await work(`${listening.url}/pieces`);
    } finally {
      await listening.close();
    }
  }

  it('arrives in chunks, and is complete', async () => {
    answerWithChunks(['[1,', '2]']);
    await withUrl(async (url) => {
      const response = await fetch(url);
      expect(response.headers.get('transfer-encoding')).toBe('chunked');
      await expect(response.json()).resolves.toEqual([1, 2]);
    });
  });

  it('closes the connection without the end of the body if it fails', async () => {
    answerWithChunks(['[1,', new Error('x')], { abortText: '!' });
    await withUrl(async (url) => {
      const { bytes, isBroken } = await readBodyUntilEnd(await fetch(url));
      expect(isBroken).toBe(true);
      // The connection may lose any of the bytes.
      expect('[1,!'.startsWith(bytes.toString())).toBe(true);
    });
  });

  it('stops when the client closes the connection', async () => {
    const progress = answerWithChunks(manyChunks());
    await withUrl(async (url) => {
      const stop = new AbortController();
      const response = await fetch(url, { signal: stop.signal });
      await response.body?.getReader().read();
      stop.abort();
      while (!progress.isClosed) await wait(1);
      expect(progress.chunkCount).toBeLessThan(1000);
    });
  });
});
