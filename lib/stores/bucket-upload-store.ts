import { createHash } from 'node:crypto';

import { sendBucketRequest } from './bucket-request.ts';
import type { BucketOptions } from './bucket-signer.ts';
import { BytesChanged, type KeptBytes, type SentBytes, type UploadStore } from './upload-store.ts';

const notFound = 404;
const preconditionFailed = 412;
const rangeNotSatisfiable = 416;

/** The source is gone or was replaced, or another request has written the target. */
const changedStatuses: ReadonlySet<number> = new Set([notFound, 409, preconditionFailed]);

/** Takes the bytes of clients into an S3 bucket, and copies them within it. */
export function createBucketUploadStore(options: BucketOptions): UploadStore {
  return {
    readFirst: (key, count) => readFirst(options, key, count),
    copyVersion: (from, to, etag) => copyVersion(options, from, to, etag),
    putNew: (key, content) => putNew(options, key, content),
  };
}

async function readFirst(
  options: BucketOptions,
  key: string,
  count: number,
): Promise<SentBytes | undefined> {
  const response = await sendBucketRequest(options, {
    method: 'GET',
    key,
    headers: { range: `bytes=0-${count - 1}` },
  });
  if (response.status === notFound || response.status === rangeNotSatisfiable) {
    await response.body?.cancel();
    return undefined;
  }
  await requireSuccess(response, key);
  const first = await response.bytes();
  const size = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
  return {
    etag: readHeader(response, 'etag', key),
    byteCount: size === undefined ? first.length : Number(size),
    first,
  };
}

async function copyVersion(
  options: BucketOptions,
  from: string,
  to: string,
  etag: string,
): Promise<KeptBytes> {
  const former = await describeObject(options, to);
  const kept = former ?? (await copyObject(options, from, to, etag));
  // Without a key of KMS, a copy has the entity tag of its source.
  return requireSame(kept, kept.etag === etag);
}

async function copyObject(
  options: BucketOptions,
  from: string,
  to: string,
  etag: string,
): Promise<ObjectDescription> {
  const response = await sendBucketRequest(options, {
    method: 'PUT',
    key: to,
    headers: {
      'x-amz-copy-source': `/${options.bucket}/${from}`,
      'x-amz-copy-source-if-match': etag,
      // S3 computes it, so that the bytes need not be read here.
      'x-amz-checksum-algorithm': 'SHA256',
      // Of two copies at the same time, one wins.
      'if-none-match': '*',
    },
  });
  if (changedStatuses.has(response.status)) {
    await response.body?.cancel();
    throw new BytesChanged();
  }
  await requireSuccess(response, to);
  const answer = await response.text();
  // S3 may report an error after it has begun to answer.
  if (answer.includes('<Error>')) throw new Error(`S3 did not copy ${from}: ${answer}`);
  return requireKept(options, to);
}

async function putNew(
  options: BucketOptions,
  key: string,
  content: Uint8Array<ArrayBuffer>,
): Promise<KeptBytes> {
  const checksum = createHash('sha256').update(content);
  const response = await sendBucketRequest(options, {
    method: 'PUT',
    key,
    headers: {
      'x-amz-checksum-sha256': checksum.copy().digest('base64'),
      'if-none-match': '*',
    },
    body: content,
  });
  if (response.status === preconditionFailed) {
    await response.body?.cancel();
    const kept = await requireKept(options, key);
    return requireSame(kept, kept.sha256 === checksum.digest('hex'));
  }
  await requireSuccess(response, key);
  await response.body?.cancel();
  return { byteCount: content.length, sha256: checksum.digest('hex') };
}

type ObjectDescription = KeptBytes & { readonly etag: string };

async function describeObject(
  options: BucketOptions,
  key: string,
): Promise<ObjectDescription | undefined> {
  const response = await sendBucketRequest(options, {
    method: 'HEAD',
    key,
    headers: { 'x-amz-checksum-mode': 'ENABLED' },
  });
  if (response.status === notFound) return undefined;
  await requireSuccess(response, key);
  const checksum = response.headers.get('x-amz-checksum-sha256');
  return {
    etag: readHeader(response, 'etag', key),
    byteCount: Number(readHeader(response, 'content-length', key)),
    sha256:
      checksum === null
        ? await hashObject(options, key)
        : Buffer.from(checksum, 'base64').toString('hex'),
  };
}

async function requireKept(options: BucketOptions, key: string): Promise<ObjectDescription> {
  const description = await describeObject(options, key);
  if (description === undefined) throw new BytesChanged();
  return description;
}

/** Computes the SHA-256 of an object of a bucket that does not store it. */
async function hashObject(options: BucketOptions, key: string): Promise<string> {
  const response = await sendBucketRequest(options, { method: 'GET', key });
  await requireSuccess(response, key);
  const hash = createHash('sha256');
  for await (const chunk of response.body ?? []) hash.update(chunk);
  return hash.digest('hex');
}

function requireSame({ byteCount, sha256 }: KeptBytes, isSame: boolean): KeptBytes {
  if (!isSame) throw new BytesChanged();
  return { byteCount, sha256 };
}

async function requireSuccess(response: Response, key: string): Promise<void> {
  if (response.ok) return;
  const { status } = response;
  throw new Error(`S3 answered ${status} for ${key}: ${await response.text()}`);
}

function readHeader(response: Response, name: string, key: string): string {
  const value = response.headers.get(name);
  if (value === null) throw new Error(`S3 answered without ${name} for ${key}.`);
  return value;
}
