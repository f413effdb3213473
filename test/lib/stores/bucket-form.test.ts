import { S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createBucketForm } from '../../../lib/stores/bucket-form.ts';
import type { BucketOptions } from '../../../lib/stores/bucket-signer.ts';

const credentials = { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'a+b/c=' };
const terms = { key: 'pending/a', contentType: 'image/jpeg', byteCount: 12, validSeconds: 600 };

/** The form that the client of AWS signs. */
async function signWithAws({ bucket, region, endpoint }: BucketOptions) {
  const client = new S3Client({
    region,
    credentials,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
  });
  return createPresignedPost(client, {
    Bucket: bucket,
    Key: terms.key,
    Fields: { 'Content-Type': terms.contentType },
    Conditions: [['content-length-range', terms.byteCount, terms.byteCount]],
    Expires: terms.validSeconds,
  });
}

describe('the form that sends an object to a bucket', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T08:00:00.123Z') });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each<readonly [string, BucketOptions]>([
    ['in AWS', { bucket: 'files', region: 'eu-west-1' }],
    ['in China', { bucket: 'files', region: 'cn-north-1' }],
    ['with a dot in its name', { bucket: 'files.example.org', region: 'eu-west-1' }],
    ['elsewhere', { bucket: 'files', region: 'eu-west-1', endpoint: 'http://s3.test:9000/base' }],
  ])('is signed as by the client of AWS: a bucket %s', async (_, bucket) => {
    const own = await createBucketForm({ ...bucket, credentials }, terms);
    const { url, fields } = await signWithAws(bucket);
    expect([own.url.replace(/\/$/, ''), own.fields]).toEqual([url.replace(/\/$/, ''), fields]);
  });
});
