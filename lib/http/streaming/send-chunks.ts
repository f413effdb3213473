import { once } from 'node:events';

import { ResponseTooLarge } from '../errors/errors.ts';
import type { Encoding } from './encoding.ts';
import type { ResponseStream } from './lambda-runtime.ts';

/** How chunks are sent. */
export type SendOptions = {
  readonly encoding: Encoding;
  /** What may be sent in all, as it is sent. */
  readonly maxBytes: number;
  /** Aborted when there is no more time, or nobody who would read; its reason is the error that says which. */
  readonly stopped: AbortSignal;
};

/** What was sent so far. */
export type SentCounts = { bytes: number; chunks: number };

/** Letters from which on small parts are sent together: a packet for each of them would cost more than it carries. */
const worthSending = 65_536;

/** What must be left for the end of an answer, or for saying that there is none. */
const roomForTheEnd = 16_384;

/** Waits for some work, but no longer than until it is stopped. It goes on by itself then, and what becomes of it is nobody's concern. */
async function unlessStopped<Result>(work: Promise<Result>, stopped: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(stopped.reason);
  if (stopped.aborted) stop();
  stopped.addEventListener('abort', stop);
  try {
    return await Promise.race([work, promise]);
  } finally {
    stopped.removeEventListener('abort', stop);
  }
}

/** The next parts, as many as are worth sending; of the first it is one, so that it leaves at once. */
async function nextChunk(
  parts: AsyncIterator<string>,
  enough: number,
): Promise<{ readonly text: string; readonly isLast: boolean }> {
  const gathered: string[] = [];
  let letters = 0;
  do {
    const { value, done } = await parts.next();
    if (done === true) return { text: gathered.join(''), isLast: true };
    gathered.push(value);
    letters += value.length;
  } while (letters < enough);
  return { text: gathered.join(''), isLast: false };
}

/**
 * Sends the parts of an answer as they are made, no faster than they are taken.
 * @param parts of which the first is there
 * @param stream whose prelude is decided
 * @param sent counts on; where it ends in an error, that was sent all the same
 * @throws AnswerTooLarge before more is sent than may be
 * @throws the reason for which it was stopped, and whatever making the parts throws
 */
export async function sendChunks(
  parts: AsyncIterator<string>,
  stream: ResponseStream,
  { encoding, maxBytes: mostBytes, stopped }: SendOptions,
  sent: SentCounts,
): Promise<void> {
  async function write(bytes: Buffer, room: number): Promise<void> {
    if (sent.bytes + bytes.length + room > mostBytes) {
      throw new ResponseTooLarge(undefined, mostBytes);
    }
    sent.bytes += bytes.length;
    if (!stream.write(bytes)) await once(stream, 'drain', { signal: stopped });
  }

  for (;;) {
    const enough = sent.chunks === 0 ? 1 : worthSending;
    const { text, isLast } = await unlessStopped(nextChunk(parts, enough), stopped);
    if (text !== '') {
      await write(await encoding.next(text), roomForTheEnd);
      sent.chunks += 1;
    }
    if (isLast) break;
  }
  await write(encoding.end(), 0);
}
