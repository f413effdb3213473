import { createHash } from 'node:crypto';

import type { LeasedJob } from '../queries/exports/leased-job.ts';
import type { ExportContext } from './export-context.ts';

/** Increase this number when features are written differently than before, so that every file is made again. */
export const writerVersion = 3;

/**
 * A hash of everything that a file depends on, except the stored data.
 * @rule Imports and exports: When need an export not be made again?
 */
export function computeFileFingerprint(
  { query, format, account }: LeasedJob,
  { baseUrl, language }: Pick<ExportContext, 'baseUrl' | 'language'>,
): string {
  const inputs = [writerVersion, query, format, account?.id ?? null, baseUrl, language];
  return createHash('sha256').update(JSON.stringify(inputs)).digest('hex');
}
