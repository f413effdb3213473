import { partition } from '@aws-sdk/core/client';
import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { Sha256 } from '@smithy/core/checksum';
import { buildQueryString, escapeUriPath, HttpRequest } from '@smithy/core/protocols';
import { SignatureV4 } from '@smithy/signature-v4';

import type { LinkOptions } from './link-options.ts';

export type BucketOptions = {
  readonly bucket: string;
  readonly region: string;
  /** Set if the bucket is not in AWS. The name of the bucket is then part of the path. */
  readonly endpoint?: string | undefined;
  /** Left out in AWS, where they come from the environment of the function. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
};

/**
 * Signs the address of an object in a bucket. The S3 client does the same, but would make up a third of a bundle. A test compares both.
 * Source: Amazon S3, authenticating requests by query parameters.
 */
export async function createBucketLink(
  options: BucketOptions,
  key: string,
  { disposition, contentType, cacheControl, validSeconds, signedAt, method }: LinkOptions,
): Promise<string> {
  const { region, credentials = defaultProvider() } = options;
  const { protocol, hostname, host, port, pathname } = bucketUrl(options);
  const request = new HttpRequest({
    protocol,
    hostname,
    ...(port === '' ? {} : { port: Number(port) }),
    method,
    path: `${pathname.replace(/\/$/, '')}/${escapeUriPath(key)}`,
    query: {
      ...(cacheControl === undefined ? {} : { 'response-cache-control': cacheControl }),
      'response-content-disposition': disposition,
      ...(contentType === undefined ? {} : { 'response-content-type': contentType }),
      // S3 ignores this parameter, but the AWS clients send it.
      ...(method === 'GET' ? { 'x-id': 'GetObject' } : {}),
    },
    headers: { host, 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD' },
  });
  const signer = new SignatureV4({
    service: 's3',
    region,
    credentials,
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  });
  const { path, query } = await signer.presign(request, {
    expiresIn: validSeconds,
    ...(signedAt === undefined ? {} : { signingDate: signedAt }),
  });
  return `${protocol}//${host}${path}?${buildQueryString(query ?? {})}`;
}

/** The origin from which a bucket sends its objects. */
export const bucketOrigin = (
  options: Pick<BucketOptions, 'bucket' | 'region' | 'endpoint'>,
): string => bucketUrl(options).origin;

/** The URL of a bucket. If its name has a dot, which the certificate of S3 does not cover, the name is part of the path. */
function bucketUrl({
  bucket,
  region,
  endpoint,
}: Pick<BucketOptions, 'bucket' | 'region' | 'endpoint'>): URL {
  if (endpoint !== undefined) return new URL(`${endpoint.replace(/\/$/, '')}/${bucket}`);
  const host = `s3.${region}.${partition(region).dnsSuffix}`;
  return new URL(bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`);
}
