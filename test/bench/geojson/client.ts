import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The result of a request. Times are in milliseconds since it was sent. */
export type TimedAnswer = {
  /** The number of bytes that were sent. They may be compressed. */
  readonly bytes: number;
  readonly firstByte: number;
  readonly time: number;
  /** The address of the next page, if any. */
  readonly next: string | undefined;
  readonly etag: string | undefined;
};

type Options = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly file?: string;
  readonly status?: number;
};

/**
 * Sends a request and reads the answer while it arrives.
 * @param options `file` is the file to which the body is written. Without a file, bytes are only counted. `status` is the expected status, 200 if left
 *   out.
 * @throws Error if the status is another one or the connection breaks
 */
export async function fetchAnswer(url: string, options: Options = {}): Promise<TimedAnswer> {
  const begin = performance.now();
  const incoming = await openAnswer(url, options);
  let bytes = 0;
  let firstByte = 0;
  const counter = new PassThrough();
  counter.on('data', (chunk: Buffer) => {
    if (bytes === 0) firstByte = performance.now() - begin;
    bytes += chunk.length;
  });
  if (options.file === undefined) await pipeline(incoming, counter);
  else await pipeline(incoming, counter, createWriteStream(options.file));
  if (!incoming.complete) throw new Error(`${url} was cut after ${bytes} bytes.`);
  return {
    bytes,
    firstByte,
    time: performance.now() - begin,
    next: /<([^>]+)>; *rel="?next"?/.exec([incoming.headers.link].join())?.[1],
    etag: incoming.headers.etag,
  };
}

/** Measures the milliseconds until the first byte of a body. The rest of the body is not read. */
export async function measureFirstByte(url: string): Promise<number> {
  const begin = performance.now();
  const incoming = await openAnswer(url, {});
  await once(incoming, 'data');
  const time = performance.now() - begin;
  incoming.destroy();
  return time;
}

async function openAnswer(
  url: string,
  { headers = {}, status = 200 }: Options,
): Promise<IncomingMessage> {
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, resolve).on('error', reject);
  });
  if (incoming.statusCode === status) return incoming;
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(Buffer.from(part));
  throw new Error(`${url} answered ${incoming.statusCode}: ${Buffer.concat(parts).toString()}`);
}
