import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { resetProcess } from '../../lib/once-per-process.ts';
import { scriptedFunction } from './fixtures/script.ts';
import { answerWithChunks, createChunkedGateway, requestChunks } from './chunked-gateway.ts';

const gateway = createChunkedGateway();
const chunkText = 'x'.repeat(65_536);

let lines: string[] = [];

beforeEach(() => {
  lines = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => lines.push(line));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  resetProcess();
});

const lastLogLine = (): unknown => JSON.parse(lines.at(-1) ?? '{}');

const manyChunks = (): Iterable<string> => Array.from({ length: 1000 }, () => chunkText);

/** Advances the fake clock. */
async function advanceClock(seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  // Streams also use immediates, which the fake clock does not replace.
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
}

/** Reads a number of chunks, and waits after each. @returns whether the stream breaks off before the end */
async function readSlowly(
  response: Response,
  seconds: number,
  chunkCount: number,
): Promise<boolean> {
  const reader = response.body?.getReader();
  try {
    for (let chunk = 0; chunk < chunkCount; chunk += 1) {
      await reader?.read();
      await advanceClock(seconds);
    }
  } catch {
    return true;
  }
  await reader?.cancel();
  return false;
}

describe('a streamed answer', () => {
  it('is cut off for a reader of under 8 KB a second, and its generator is closed', async () => {
    const progress = answerWithChunks(manyChunks(), { abortText: '\n!incomplete' });
    const response = await requestChunks(gateway);
    expect(await readSlowly(response, 30, 60)).toBe(true);
    expect(progress.isClosed).toBe(true);
    expect(progress.chunkCount).toBeLessThan(20);
    expect(lastLogLine()).toMatchObject({ status: 200, cut: 'reader_too_slow', ServerErrors: 1 });
    expect(lastLogLine()).not.toHaveProperty('Truncations');
  });

  it('is cut off for a reader that stops reading after the first bytes', async () => {
    const progress = answerWithChunks(manyChunks());
    const response = await requestChunks(gateway);
    await response.body?.getReader().read();
    await advanceClock(119);
    expect(progress.isClosed).toBe(false);
    await advanceClock(2);
    expect(progress.isClosed).toBe(true);
    expect(lastLogLine()).toMatchObject({ cut: 'reader_too_slow' });
  });

  it('is cut off for a slow reader even if it is one large text', async () => {
    scriptedFunction.answer = async () => ({
      status: 200,
      contentType: 'application/json',
      body: JSON.stringify('x'.repeat(10_000_000)),
    });
    const response = await requestChunks(gateway);
    expect(await readSlowly(response, 121, 2)).toBe(true);
    expect(lastLogLine()).toMatchObject({ cut: 'reader_too_slow' });
  });

  it('is not cut off for a reader of 13 KB a second', async () => {
    answerWithChunks(manyChunks());
    const response = await requestChunks(gateway);
    expect(await readSlowly(response, 5, 60)).toBe(false);
    await advanceClock(0);
    expect(lastLogLine()).toMatchObject({ cut: 'caller_gone' });
  });

  it('is not cut off while its next chunk is not ready', async () => {
    async function* body(): AsyncGenerator<string, void, undefined> {
      yield '[1,';
      await new Promise((resolve) => setTimeout(resolve, 300_000));
      yield '2]';
    }
    scriptedFunction.answer = async () => ({
      status: 200,
      contentType: 'application/json',
      body: body(),
    });
    const text = (await requestChunks(gateway)).text();
    await advanceClock(301);
    expect(await text).toBe('[1,2]');
  });

  it('ends the process on Lambda if its reader is too slow, because the runtime would wait for the reader', async () => {
    vi.stubEnv('AWS_LAMBDA_RUNTIME_API', '127.0.0.1:9001');
    resetProcess();
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
      throw new Error('The process ended.');
    });
    answerWithChunks(manyChunks());
    const response = await requestChunks(gateway);
    await response.body?.getReader().read();
    await advanceClock(121);
    expect(exit).toHaveBeenCalledWith(1);
    // The log line is written before the process ends.
    expect(lastLogLine()).toMatchObject({ cut: 'reader_too_slow' });
  });
});
