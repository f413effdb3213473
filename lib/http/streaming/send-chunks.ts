import { once } from 'node:events';

import { ResponseTooLarge } from '../errors/errors.ts';
import type { Encoding } from './encoding.ts';
import type { ResponseStream } from './lambda-runtime.ts';
import type { Transfer } from './transfer.ts';

export type SendOptions = Transfer & {
  readonly encoding: Encoding;
  /** The limit for the bytes of the whole response, after encoding. */
  readonly maxBytes: number;
};

/** The bytes and chunks that were sent so far. `sendChunks` updates them, even if it fails. */
export type SentCounts = { bytes: number; chunks: number };

/** Small parts are joined until they have this many characters, because each chunk has a cost. */
const minChunkCharacters = 65_536;

/** Bytes that are reserved for the end of a response, or for its abort text. */
const bytesForEnd = 16_384;

/** Waits for a result until the signal is aborted. Its computation then continues, and the result is ignored. */
async function untilAborted<Result>(
  pendingResult: Promise<Result>,
  abortSignal: AbortSignal,
): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const rejectOnAbort = (): void => reject(abortSignal.reason);
  if (abortSignal.aborted) rejectOnAbort();
  abortSignal.addEventListener('abort', rejectOnAbort);
  try {
    return await Promise.race([pendingResult, aborted]);
  } finally {
    abortSignal.removeEventListener('abort', rejectOnAbort);
  }
}

/** Joins the next parts until they have enough characters. */
async function nextChunk(
  parts: AsyncIterator<string>,
  minCharacters: number,
): Promise<{ readonly text: string; readonly isLast: boolean }> {
  const texts: string[] = [];
  let characters = 0;
  do {
    const { value, done } = await parts.next();
    if (done === true) return { text: texts.join(''), isLast: true };
    texts.push(value);
    characters += value.length;
  } while (characters < minCharacters);
  return { text: texts.join(''), isLast: false };
}

/** Writes bytes, and waits while the buffer of the stream is full. @throws the reason of the abort signal */
export async function writeBytes(
  stream: ResponseStream,
  bytes: Buffer,
  { abortSignal, pace }: Transfer,
): Promise<void> {
  // The first write sends the headers, even if it is empty.
  for (let offset = 0; offset === 0 || offset < bytes.length; offset += pace.sliceBytes) {
    const slice = bytes.subarray(offset, offset + pace.sliceBytes);
    pace.countWrittenBytes(slice.length);
    if (!stream.write(slice)) {
      await pace.waitForReader(once(stream, 'drain', { signal: abortSignal }));
    }
  }
}

/**
 * Sends the parts of a body while they are made, and waits if the receiver is slow.
 * @throws ResponseTooLarge before the limit is exceeded
 * @throws the reason of the abort signal, and the errors of the parts
 */
export async function sendChunks(
  parts: AsyncIterator<string>,
  stream: ResponseStream,
  { encoding, maxBytes, abortSignal, pace }: SendOptions,
  counts: SentCounts,
): Promise<void> {
  async function write(bytes: Buffer, reservedBytes: number): Promise<void> {
    if (counts.bytes + bytes.length + reservedBytes > maxBytes) {
      throw new ResponseTooLarge(undefined, maxBytes);
    }
    counts.bytes += bytes.length;
    await writeBytes(stream, bytes, { abortSignal, pace });
  }

  for (;;) {
    const minCharacters = counts.chunks === 0 ? 1 : minChunkCharacters;
    const { text, isLast } = await untilAborted(nextChunk(parts, minCharacters), abortSignal);
    if (text !== '') {
      await write(await encoding.encodeChunk(text), bytesForEnd);
      counts.chunks += 1;
    }
    if (isLast) break;
  }
  await write(encoding.encodeEnd(), 0);
}
