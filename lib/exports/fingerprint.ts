import { createHash } from 'node:crypto';

import type { HeldExport } from '../queries/exports/held-export.ts';
import type { ExportWork } from './work.ts';

/** To be raised whenever the same features are written in another way: files are made anew then. */
export const writerVersion = 1;

/** A hash of all that a file depends on besides what is stored: files with different ones may differ. */
export function fingerprintOf(
  { query, format, account }: HeldExport,
  { baseUrl, language }: Pick<ExportWork, 'baseUrl' | 'language'>,
): string {
  const all = [writerVersion, query, format, account?.id ?? null, baseUrl, language];
  return createHash('sha256').update(JSON.stringify(all)).digest('hex');
}
