import { Readable } from 'node:stream';

import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';

/** Opens an object of a bucket for reading; undefined if there is none with this key. */
export async function readObject(
  client: S3Client,
  { bucket: Bucket, key: Key }: { readonly bucket: string; readonly key: string },
): Promise<Readable | undefined> {
  const answer = await client
    .send(new GetObjectCommand({ Bucket, Key }))
    .catch((error: unknown) => {
      if (error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name))
        return undefined;
      throw error;
    });
  return answer?.Body instanceof Readable ? answer.Body : undefined;
}
