import { GetObjectCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createBucketLink } from '../../../lib/stores/bucket-link.ts';
import type { LinkOptions } from '../../../lib/stores/link-options.ts';

const credentials = { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'a+b/c=' };

type Bucket = {
  readonly bucket: string;
  readonly region: string;
  readonly endpoint?: string;
};

/** The link that the client of AWS signs. */
async function signWithAws(
  { bucket, region, endpoint }: Bucket,
  key: string,
  { disposition, contentType, cacheControl, validSeconds, signedAt, method }: LinkOptions,
): Promise<string> {
  const client = new S3Client({
    region,
    credentials,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const parameters = {
    Bucket: bucket,
    Key: key,
    ResponseContentDisposition: disposition,
    ...(contentType === undefined ? {} : { ResponseContentType: contentType }),
    ...(cacheControl === undefined ? {} : { ResponseCacheControl: cacheControl }),
  };
  const options = {
    expiresIn: validSeconds,
    ...(signedAt === undefined ? {} : { signingDate: signedAt }),
  };
  return method === 'GET'
    ? getSignedUrl(client, new GetObjectCommand(parameters), options)
    : getSignedUrl(client, new HeadObjectCommand(parameters), options);
}

describe('the link to an object of a bucket', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T08:00:00Z') });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each<readonly [string, Bucket]>([
    ['in AWS', { bucket: 'exports', region: 'eu-west-1' }],
    ['in the oldest region', { bucket: 'exports', region: 'us-east-1' }],
    ['in China', { bucket: 'exports', region: 'cn-north-1' }],
    ['with a dot in its name', { bucket: 'exports.example.org', region: 'eu-west-1' }],
    ['elsewhere', { bucket: 'exports', region: 'eu-west-1', endpoint: 'http://s3.test:9000/base' }],
  ])('is signed as by the client of AWS: a bucket %s', async (_, bucket) => {
    const key = 'plätze & (alte)/2026-11-27T02-30.geojson.gz';
    const begun = { cacheControl: 'private', signedAt: new Date('2026-11-27T07:55:00Z') };
    for (const [method, more] of [
      ['GET', {}],
      ['HEAD', {}],
      ['GET', begun],
    ] as const) {
      const options: LinkOptions = {
        ...more,
        disposition: `inline; filename="pl_tze.jpg"; filename*=UTF-8''pl%C3%A4tze.jpg`,
        contentType: 'image/jpeg',
        validSeconds: 300,
        method,
      };
      const link = await createBucketLink({ ...bucket, credentials }, key, options);
      const [own, aws] = [new URL(link), new URL(await signWithAws(bucket, key, options))];
      expect([own.origin, own.pathname]).toEqual([aws.origin, aws.pathname]);
      expect(new Map(own.searchParams)).toEqual(new Map(aws.searchParams));
    }
  });
});
