import { buildQueryString, HttpRequest } from '@smithy/core/protocols';

import { createBucketSigner, objectAddress, type BucketOptions } from './bucket-signer.ts';
import type { LinkOptions } from './link-options.ts';

/**
 * Signs the address of an object in a bucket. The S3 client does the same, but would make up a third of a bundle. A test compares both.
 * Source: Amazon S3, authenticating requests by query parameters.
 */
export async function createBucketLink(
  options: BucketOptions,
  key: string,
  { disposition, contentType, cacheControl, validSeconds, signedAt, method }: LinkOptions,
): Promise<string> {
  const { host, ...address } = objectAddress(options, key);
  const request = new HttpRequest({
    ...address,
    method,
    query: {
      ...(cacheControl === undefined ? {} : { 'response-cache-control': cacheControl }),
      'response-content-disposition': disposition,
      ...(contentType === undefined ? {} : { 'response-content-type': contentType }),
      // S3 ignores this parameter, but the AWS clients send it.
      ...(method === 'GET' ? { 'x-id': 'GetObject' } : {}),
    },
    headers: { host, 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD' },
  });
  const signed = await createBucketSigner(options).presign(request, {
    expiresIn: validSeconds,
    ...(signedAt === undefined ? {} : { signingDate: signedAt }),
  });
  return `${address.protocol}//${host}${signed.path}?${buildQueryString(signed.query ?? {})}`;
}
