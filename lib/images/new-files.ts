import * as z from 'zod';

import { readJson } from '../json/read-json.ts';
import { fileIdOfKey } from '../files/store-bytes.ts';

const queueEventSchema = z.object({ Records: z.array(z.object({ body: z.string() })) });

/** What S3 says of new objects. It also sends a test message without records. */
const bucketMessageSchema = z.object({
  Records: z
    .array(z.object({ s3: z.object({ object: z.object({ key: z.string() }) }) }))
    .default([]),
});

/**
 * Reads which files are new from the event of a queue with the messages of a bucket.
 * @returns undefined for another event, such as that of a schedule
 * @throws Error if a message is not one of S3
 */
export function readNewFiles(event: unknown): readonly string[] | undefined {
  const queueEvent = queueEventSchema.safeParse(event);
  if (!queueEvent.success) return undefined;
  return queueEvent.data.Records.flatMap(({ body }) => {
    const { Records: records } = bucketMessageSchema.parse(readJson(body, 'javascript'));
    return records.flatMap(({ s3 }) => fileIdOfKey(s3.object.key) ?? []);
  });
}
