import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { captureLogLines, type LogLines } from '../every-caller/log-lines.ts';
import { openMills, recordPath, type Mills } from '../writing/mills.ts';
import { placeStream } from './streams.ts';

let mills: Mills;
let logLines: LogLines;

beforeAll(async () => {
  mills = await openMills();
  await mills.reset();
  await placeStream(mills.service, 250);
  logLines = captureLogLines();
});

afterAll(async () => {
  logLines?.end();
  await mills?.service.close();
});

/** Reads a part of the stream. @returns the highest ordinal that its text contains, and the one that its log line has */
async function readOrdinals(path: string): Promise<{ sent: number; logged: unknown }> {
  logLines.take();
  const response = await mills.writers.reviewer.sendRequest('GET', path);
  const text = await response.text();
  expect(response.status).toBe(200);
  const ordinals = [
    ...text.matchAll(/\/history\/item\/(\d+)|cursor=(\d+)|"totalItems":(\d+)/g),
  ].map((match) => Number(match.slice(1).find((digits) => digits !== undefined)));
  const line: { highestOrdinal?: number } = JSON.parse(logLines.take().at(-1) ?? '{}');
  return { sent: Math.max(...ordinals), logged: line.highestOrdinal };
}

describe('the log line of a read of the activity stream', () => {
  it.each([
    ['/history/', 250],
    ['/history/1', 250],
    ['/history/3', 250],
    ['/history/item/7', 7],
    ['/history/?graph=mill&limit=20', 20],
    ['/history/?type=Delete&limit=3', 30],
    ['/history/?type=Delete', 250],
    ['/history/?cursor=240', 250],
  ])('has the highest ordinal that the response contains: %s', async (path, ordinal) => {
    expect(await readOrdinals(path)).toEqual({ sent: ordinal, logged: ordinal });
  });

  it('has no ordinal if the response has none', async () => {
    const line = async (path: string): Promise<unknown> => {
      logLines.take();
      await (await mills.writers.reviewer.sendRequest('GET', path)).text();
      return JSON.parse(logLines.take().at(-1) ?? '{}');
    };
    expect(await line('/history/?cursor=250')).not.toHaveProperty('highestOrdinal');
    expect(await line(`${recordPath}/activity`)).not.toHaveProperty('highestOrdinal');
    expect(await line('/history/item/251')).not.toHaveProperty('highestOrdinal');
  });
});
