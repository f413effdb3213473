import { createBucketLink } from './bucket-link.ts';
import { bucketOrigin } from './bucket-signer.ts';
import type { LinkOptions } from './link-options.ts';
import { readLinkSecret, signLink } from './signed-link.ts';

/** Where files are stored: a bucket, or without one a folder and the address under which its files are served. */
export type StoreLocation = {
  readonly bucket: string | undefined;
  readonly region: string;
  readonly endpoint: string | undefined;
  readonly folder: string;
  readonly links: string | undefined;
};

/**
 * Creates a temporary address of a stored file.
 * @param key the key of the file in the store
 * @param stored the headers with which the bucket stores the file, for a folder
 */
export async function createStoredFileLink(
  { bucket, region, endpoint, folder, links }: StoreLocation,
  key: string,
  options: LinkOptions,
  stored: { readonly type: string; readonly encoding?: string },
): Promise<string> {
  if (bucket !== undefined) return createBucketLink({ bucket, region, endpoint }, key, options);
  if (links === undefined)
    throw new Error('Files in a folder have no address outside of npm start.');
  const { disposition, contentType = stored.type, cacheControl, method, validSeconds } = options;
  const { signedAt = new Date() } = options;
  const file = {
    key,
    method,
    disposition,
    contentType,
    ...(stored.encoding === undefined ? {} : { contentEncoding: stored.encoding }),
    ...(cacheControl === undefined ? {} : { cacheControl }),
    // The link has whole seconds.
    signedAt: new Date(Math.trunc(signedAt.getTime() / 1000) * 1000),
    validSeconds,
  };
  return signLink(links, file, await readLinkSecret(folder));
}

/** The origin from which stored files are sent; undefined for a folder that is not served. */
export function storeOrigin({
  bucket,
  region,
  endpoint,
  links,
}: Omit<StoreLocation, 'folder'>): string | undefined {
  if (bucket !== undefined) return bucketOrigin({ bucket, region, endpoint });
  return links === undefined ? undefined : new URL(links).origin;
}
