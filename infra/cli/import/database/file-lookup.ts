import { existsSync, statSync } from 'node:fs';
import path from 'node:path';

import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';

import { settings, type Settings } from '../../../../lib/settings.ts';
import { CommandError } from '../../command-error.ts';

/** Returns whether the file at a path exists. */
export type FileLookup = (file: string) => boolean;

/** The settings of the client of S3. */
type BucketAccess = Pick<Settings, 'region' | 's3Endpoint'>;

const bucketScheme = 's3://';

/**
 * Makes a function that looks up files in a folder or bucket.
 * @param location a folder, or `s3://bucket/prefix`
 * @throws CommandError if the location cannot be read
 */
export async function createFileLookup(
  location: string,
  access: BucketAccess = settings(),
): Promise<FileLookup> {
  if (location.startsWith(bucketScheme)) {
    const [bucket = '', ...folders] = location.slice(bucketScheme.length).split('/');
    return createBucketLookup(
      bucket,
      folders.flatMap((name) => (name === '' ? [] : [`${name}/`])).join(''),
      access,
    );
  }
  if (statSync(location, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw makeNoFilesError(location, 'it is not a folder');
  return (file) => existsSync(path.join(location, file));
}

/** Makes a lookup in a bucket. Lists all names in advance, because a request for each file would take longer. */
async function createBucketLookup(
  bucket: string,
  prefix: string,
  { region, s3Endpoint: endpoint }: BucketAccess,
): Promise<FileLookup> {
  const client = new S3Client({
    region,
    ...(endpoint === undefined
      ? { followRegionRedirects: true }
      : { endpoint, forcePathStyle: true }),
  });
  const names = new Set<string>();
  try {
    const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix });
    for await (const { Contents: objects = [] } of pages)
      for (const { Key: key = '' } of objects) names.add(key.slice(prefix.length));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw makeNoFilesError(`s3://${bucket}/${prefix}`, reason);
  } finally {
    client.destroy();
  }
  return (file) => names.has(file);
}

function makeNoFilesError(location: string, reason: string): CommandError {
  return new CommandError(
    'no_files',
    `The files in ${location} cannot be listed: ${reason}. Give a folder or s3://bucket/prefix with --files.`,
  );
}
