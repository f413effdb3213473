import { run as ask } from '../data-api/query.ts';
import { latestFile, manifestOf } from '../model/exports/export-format.ts';
import { finishRun } from '../queries/exports/advance-run.ts';
import {
  partsOfRun,
  type ExportPart,
  type ExportRun,
  type HeldExport,
} from '../queries/exports/held-export.ts';
import { LeaseLost } from './errors.ts';
import { bytesOf } from './store.ts';
import type { ExportWork } from './work.ts';
import { renewLease, type HeldRun } from './write-run.ts';

/**
 * Makes the file of its parts, and puts it in the place of the latest. Each step may be done again: whoever is killed between two of them
 * leaves the rest to the next.
 *
 * The dated file comes first, then its manifest, the latest file, and last the manifest of that, which names the dated file that it is.
 * @param sha256 of the whole file; null where it is not known
 * @throws UploadLost, LeaseLost, and what the store and the Data API throw
 */
export async function publishRun(
  work: ExportWork,
  { held, lease, run }: HeldRun,
  sha256: string | null,
): Promise<void> {
  const { data, store } = work;
  const parts = await ask(data.read, partsOfRun(run.runId));
  const bytes = bytesOf(parts);
  const at = (file: string): string => `${held.name}/${file}`;
  const latest = latestFile(held.format);
  const about = manifest(held, run, parts, { ended: new Date(), sha256 });
  await renewLease(work, lease);
  await store.complete({ key: at(run.fileName), id: run.uploadId }, parts);
  await store.putText(at(manifestOf(run.fileName)), about);
  await renewLease(work, lease);
  await store.copy(at(run.fileName), at(latest), bytes);
  await store.putText(at(manifestOf(latest)), about);
  if ((await ask(data.write, finishRun(lease, run, bytes))) === undefined) throw new LeaseLost();
}

/** What is told of a file beside it. @param sha256 of the whole file; null where no one process has seen all of it */
function manifest(
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
