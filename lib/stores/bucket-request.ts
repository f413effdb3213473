import { createHash } from 'node:crypto';

import { HttpRequest } from '@smithy/core/protocols';

import { createBucketSigner, objectAddress, type BucketOptions } from './bucket-signer.ts';

/** A request for one object of a bucket. */
type ObjectRequest = {
  readonly method: 'GET' | 'HEAD' | 'PUT';
  readonly key: string;
  /** By lower-case name. All are signed. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
};

const timeoutMilliseconds = 25_000;

/**
 * Sends a signed request to S3. The client of AWS does the same, but would make up a third of a bundle.
 * Source: Amazon S3, authenticating requests by the header Authorization.
 */
export async function sendBucketRequest(
  options: BucketOptions,
  { method, key, headers = {}, body }: ObjectRequest,
): Promise<Response> {
  const { host, ...address } = objectAddress(options, key);
  const request = new HttpRequest({
    ...address,
    method,
    headers: {
      host,
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
      ...headers,
    },
  });
  const signed = await createBucketSigner(options).sign(request);
  return fetch(`${address.protocol}//${host}${address.path}`, {
    method,
    headers: signed.headers,
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(timeoutMilliseconds),
  });
}
