import { createHash } from 'node:crypto';

import type { LeasedJob } from '../queries/exports/leased-job.ts';
import type { ExportContext } from './export-context.ts';
import type { JobQuery } from './feature-columns.ts';

/** Increase this number when features are written differently than before, so that every file is made again. */
export const writerVersion = 3;

/**
 * A hash of everything that a file depends on, except the stored data.
 * @param exportQuery with what the conditions of the job mean, and the columns of a table
 * @rule Imports and exports: When need an export not be made again?
 */
export function computeFileFingerprint(
  { query, format, account }: LeasedJob,
  exportQuery: Pick<JobQuery, 'question' | 'columns'>,
  { baseUrl, language }: Pick<ExportContext, 'baseUrl' | 'language'>,
): string {
  const inputs = [
    writerVersion,
    query,
    format,
    account?.id ?? null,
    baseUrl,
    language,
    ...(exportQuery.question === undefined ? [] : [exportQuery.question]),
    ...(exportQuery.columns.length === 0 ? [] : [exportQuery.columns]),
  ];
  // Which nodes date records, for one, is a setting of the service.
  const text = JSON.stringify(inputs, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return createHash('sha256').update(text).digest('hex');
}
