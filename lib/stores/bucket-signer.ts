import { partition } from '@aws-sdk/core/client';
import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { Sha256 } from '@smithy/core/checksum';
import { escapeUriPath } from '@smithy/core/protocols';
import { SignatureV4 } from '@smithy/signature-v4';

type BucketAddress = {
  readonly bucket: string;
  readonly region: string;
  /** Set if the bucket is not in AWS. The name of the bucket is then part of the path. */
  readonly endpoint?: string | undefined;
};

export type BucketOptions = BucketAddress & {
  /** Left out in AWS, where they come from the environment of the function. */
  readonly credentials?: BucketCredentials;
};

type BucketCredentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
};

/** The origin from which a bucket sends its objects. */
export const bucketOrigin = (address: BucketAddress): string => bucketUrl(address).origin;

/** The URL of a bucket. If its name has a dot, which the certificate of S3 does not cover, the name is part of the path. */
export function bucketUrl({ bucket, region, endpoint }: BucketAddress): URL {
  if (endpoint !== undefined) return new URL(`${endpoint.replace(/\/$/, '')}/${bucket}`);
  const host = `s3.${region}.${partition(region).dnsSuffix}`;
  return new URL(bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`);
}

/** The host and path of an object, as a request of S3 names them. */
export function objectAddress(options: BucketOptions, key: string) {
  const { protocol, hostname, host, port, pathname } = bucketUrl(options);
  return {
    protocol,
    hostname,
    host,
    ...(port === '' ? {} : { port: Number(port) }),
    path: `${pathname.replace(/\/$/, '')}/${escapeUriPath(key)}`,
  };
}

/** Returns the credentials with which requests to a bucket are signed. */
export async function readCredentials({ credentials }: BucketOptions): Promise<BucketCredentials> {
  return credentials ?? defaultProvider()();
}

/** Creates the signer of requests to S3. */
export function createBucketSigner(options: BucketOptions): SignatureV4 {
  return new SignatureV4({
    service: 's3',
    region: options.region,
    credentials: () => readCredentials(options),
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  });
}
