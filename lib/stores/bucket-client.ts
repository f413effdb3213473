import { S3Client } from '@aws-sdk/client-s3';

import type { BucketOptions } from './bucket-signer.ts';

/** Creates the client that writes files into a bucket, with time limits. */
export function createBucketClient({
  region,
  endpoint,
  credentials,
}: Omit<BucketOptions, 'bucket'>): S3Client {
  return new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === undefined ? {} : { credentials }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      requestTimeout: 120_000,
      throwOnRequestTimeout: true,
      connectionTimeout: 5000,
    },
  });
}
