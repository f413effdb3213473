import { existsSync, statSync } from 'node:fs';
import path from 'node:path';

import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';

import { settings, type Settings } from '../../../../lib/settings.ts';
import { CommandError } from '../../command-error.ts';

/** Whether the file with a path is there. */
export type HasFile = (file: string) => boolean;

/** Where buckets are. */
type BucketAccess = Pick<Settings, 'region' | 's3Endpoint'>;

const bucketScheme = 's3://';

/**
 * Opens the place where the bytes of files are.
 * @param location a folder, or `s3://bucket/prefix`
 * @throws CommandError if it cannot be read
 */
export async function openFileNames(
  location: string,
  access: BucketAccess = settings(),
): Promise<HasFile> {
  if (location.startsWith(bucketScheme)) {
    const [bucket = '', ...folders] = location.slice(bucketScheme.length).split('/');
    return listBucket(
      bucket,
      folders.flatMap((name) => (name === '' ? [] : [`${name}/`])).join(''),
      access,
    );
  }
  if (statSync(location, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw noFilesError(location, 'it is no folder');
  return (file) => existsSync(path.join(location, file));
}

/** Lists all names at once, because a request for each file would take longer. */
async function listBucket(
  bucket: string,
  prefix: string,
  { region, s3Endpoint: endpoint }: BucketAccess,
): Promise<HasFile> {
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
    throw noFilesError(`s3://${bucket}/${prefix}`, reason);
  } finally {
    client.destroy();
  }
  return (file) => names.has(file);
}

function noFilesError(location: string, reason: string): CommandError {
  return new CommandError(
    'no_files',
    `The files in ${location} cannot be listed: ${reason}. Give a folder or s3://bucket/prefix with --files.`,
  );
}
