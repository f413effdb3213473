import { createHash } from 'node:crypto';

import type { LeasedJob } from '../queries/exports/leased-job.ts';
import type { ExportContext } from './export-context.ts';

/** To be raised whenever the same features are written in another way: files are made anew then. */
export const writerVersion = 1;

/** A hash of all that a file depends on besides what is stored: files with different ones may differ. */
export function fileFingerprint(
  { query, format, account }: LeasedJob,
  { baseUrl, language }: Pick<ExportContext, 'baseUrl' | 'language'>,
): string {
  const all = [writerVersion, query, format, account?.id ?? null, baseUrl, language];
  return createHash('sha256').update(JSON.stringify(all)).digest('hex');
}
