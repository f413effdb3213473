import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { resetProcess } from '../../lib/once-per-process.ts';
import { scriptedFunction } from './fixtures/script.ts';
import { answerWithChunks, createChunkedGateway, requestChunks } from './chunked-gateway.ts';

const gateway = createChunkedGateway();
const part = 'x'.repeat(65_536);

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

const manyParts = (): Iterable<string> => Array.from({ length: 1000 }, () => part);

/** Waits for seconds of the clock of the test. */
async function pass(seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  // Streams also use immediates, which the clock of the test does not have.
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
}

/** Reads a chunk, waits, and so on, up to a number of chunks. @returns whether the stream breaks before */
async function readSlowly(response: Response, seconds: number, chunks: number): Promise<boolean> {
  const reader = response.body?.getReader();
  try {
    for (let chunk = 0; chunk < chunks; chunk += 1) {
      await reader?.read();
      await pass(seconds);
    }
  } catch {
    return true;
  }
  await reader?.cancel();
  return false;
}

describe('a streamed answer', () => {
  it('is cut visibly for a reader that takes under 8 KB a second, and its generator is closed', async () => {
    const progress = answerWithChunks(manyParts(), { abortText: '\n!incomplete' });
    const response = await requestChunks(gateway);
    expect(await readSlowly(response, 30, 60)).toBe(true);
    expect(progress.isClosed).toBe(true);
    expect(progress.chunkCount).toBeLessThan(20);
    expect(lastLogLine()).toMatchObject({ status: 200, cut: 'reader_too_slow' });
  });

  it('is cut for a reader that takes nothing more after its first bytes', async () => {
    const progress = answerWithChunks(manyParts());
    const response = await requestChunks(gateway);
    await response.body?.getReader().read();
    await pass(119);
    expect(progress.isClosed).toBe(false);
    await pass(2);
    expect(progress.isClosed).toBe(true);
    expect(lastLogLine()).toMatchObject({ cut: 'reader_too_slow' });
  });

  it('is also cut if it is one large text', async () => {
    scriptedFunction.answer = async () => ({
      status: 200,
      contentType: 'application/json',
      body: JSON.stringify('x'.repeat(10_000_000)),
    });
    const response = await requestChunks(gateway);
    expect(await readSlowly(response, 121, 2)).toBe(true);
    expect(lastLogLine()).toMatchObject({ cut: 'reader_too_slow' });
  });

  it('is not cut for a reader that takes 13 KB a second', async () => {
    answerWithChunks(manyParts());
    const response = await requestChunks(gateway);
    expect(await readSlowly(response, 5, 60)).toBe(false);
    await pass(0);
    expect(lastLogLine()).toMatchObject({ cut: 'caller_gone' });
  });

  it('is not cut while its next part is not ready', async () => {
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
    await pass(301);
    expect(await text).toBe('[1,2]');
  });

  it('ends the process on Lambda, whose runtime would wait for the slow reader', async () => {
    vi.stubEnv('AWS_LAMBDA_RUNTIME_API', '127.0.0.1:9001');
    resetProcess();
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
      throw new Error('The process ended.');
    });
    answerWithChunks(manyParts());
    const response = await requestChunks(gateway);
    await response.body?.getReader().read();
    await pass(121);
    expect(exit).toHaveBeenCalledWith(1);
    // The log line comes first.
    expect(lastLogLine()).toMatchObject({ cut: 'reader_too_slow' });
  });
});
