import { latestFile } from '../model/exports/export-format.ts';
import type { ExportPart, ExportRun, HeldExport } from '../queries/exports/held-export.ts';
import { bytesOf } from './store.ts';

/**
 * What is told of a file beside it.
 * @param sha256 of the whole file; null where no one process has seen all of it
 */
export function manifest(
  { name, query, format, account }: HeldExport,
  run: Pick<ExportRun, 'fileName' | 'begunAt' | 'features' | 'versions'>,
  parts: readonly ExportPart[],
  { ended, sha256 }: { readonly ended: Date; readonly sha256: string | null },
): string {
  const { activity, ...versions } = run.versions;
  const document = {
    name,
    file: run.fileName,
    latest: latestFile(format),
    format,
    query,
    runsAs: account?.username ?? 'anonymous',
    begun: run.begunAt,
    ended: ended.toISOString(),
    activity: Number(activity),
    versions,
    features: run.features,
    bytes: bytesOf(parts),
    sha256,
    parts: parts.map(({ number, bytes, sha256 }) => ({ number, bytes, sha256 })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
