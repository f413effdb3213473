import { partition } from '@aws-sdk/core/client';

export type BucketAddress = {
  readonly bucket: string;
  readonly region: string;
  /** Set if the bucket is not in AWS. The name of the bucket is then part of the path. */
  readonly endpoint?: string | undefined;
};

/** The origin from which a bucket sends its objects. */
export const bucketOrigin = (address: BucketAddress): string => bucketUrl(address).origin;

/** The URL of a bucket. If its name has a dot, which the certificate of S3 does not cover, the name is part of the path. */
export function bucketUrl({ bucket, region, endpoint }: BucketAddress): URL {
  if (endpoint !== undefined) return new URL(`${endpoint.replace(/\/$/, '')}/${bucket}`);
  const host = `s3.${region}.${partition(region).dnsSuffix}`;
  return new URL(bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`);
}
