import type { WireResult } from '../database/database.ts';
import { ServiceError } from './errors.ts';

const maxResultBytes = 1_048_576;
const maxRowBytes = 65_536;

/** The size of a result and of its largest row, in bytes of PostgreSQL's wire format. */
export type ResultSize = { readonly bytes: number; readonly largestRow: number };

/**
 * Measures a result, and refuses results over 1 MiB and rows over 64 KB. A row counts as 2 bytes, and each value as 4 bytes plus
 * its text in UTF-8.
 * @param refusesLargeRows whether to check the limit for rows; sources disagree on whether the Data API still has it
 * @throws ServiceError UnsupportedResultException
 */
export function measureResultSize(result: WireResult, refusesLargeRows: boolean): ResultSize {
  let bytes = 0;
  let largestRow = 0;
  for (const row of result.rows) {
    const size =
      2 + row.reduce((sum, value) => sum + 4 + (value === null ? 0 : Buffer.byteLength(value)), 0);
    bytes += size;
    largestRow = Math.max(largestRow, size);
  }
  if (bytes > maxResultBytes) {
    throw new ServiceError('UnsupportedResultException', 'The result exceeds the size limit 1 MB.');
  }
  if (refusesLargeRows && largestRow > maxRowBytes) {
    throw new ServiceError(
      'UnsupportedResultException',
      `The result contains a row of ${largestRow} bytes, which exceeds the size limit 64 KB.`,
    );
  }
  return { bytes, largestRow };
}
