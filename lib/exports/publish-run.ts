import { runQuery as ask } from '../data-api/query.ts';
import { latestFileName, manifestFileName } from '../model/exports/export-format.ts';
import { finishRun } from '../queries/exports/advance-run.ts';
import {
  listPartsOfRun,
  type ExportPart,
  type ExportRun,
  type LeasedJob,
} from '../queries/exports/leased-job.ts';
import { LeaseLost } from './errors.ts';
import { totalBytes } from './export-store.ts';
import type { ExportContext } from './export-context.ts';
import { renewLeaseOrThrow, type LeasedRun } from './write-run.ts';

/**
 * Makes the file of its parts, and puts it in the place of the latest. Each step may be done again: whoever is killed between two of them
 * leaves the rest to the next.
 *
 * The dated file comes first, then its manifest, the latest file, and last the manifest of that, which names the dated file that it is.
 * @param sha256 of the whole file; null where it is not known
 * @throws UploadLost, LeaseLost, and what the store and the Data API throw
 */
export async function publishRun(
  work: ExportContext,
  { job: held, lease, run }: LeasedRun,
  sha256: string | null,
): Promise<void> {
  const { data, store } = work;
  const parts = await ask(data.read, listPartsOfRun(run.runId));
  const bytes = totalBytes(parts);
  const at = (file: string): string => `${held.name}/${file}`;
  const latest = latestFileName(held.format);
  const about = manifest(held, run, parts, { ended: new Date(), sha256 });
  await renewLeaseOrThrow(work, lease);
  await store.completeUpload({ key: at(run.fileName), id: run.uploadId }, parts);
  await store.putText(at(manifestFileName(run.fileName)), about);
  await renewLeaseOrThrow(work, lease);
  await store.copy(at(run.fileName), at(latest), bytes);
  await store.putText(at(manifestFileName(latest)), about);
  if ((await ask(data.write, finishRun(lease, run, bytes))) === undefined) throw new LeaseLost();
}

/** What is told of a file beside it. @param sha256 of the whole file; null where no one process has seen all of it */
function manifest(
  { name, query, format, account }: LeasedJob,
  run: Pick<ExportRun, 'fileName' | 'begunAt' | 'features' | 'versions'>,
  parts: readonly ExportPart[],
  { ended, sha256 }: { readonly ended: Date; readonly sha256: string | null },
): string {
  const { activity, ...versions } = run.versions;
  const document = {
    name,
    file: run.fileName,
    latest: latestFileName(format),
    format,
    query,
    runsAs: account?.username ?? 'anonymous',
    begun: run.begunAt,
    ended: ended.toISOString(),
    activity: Number(activity),
    versions,
    features: run.features,
    bytes: totalBytes(parts),
    sha256,
    parts: parts.map(({ number, bytes, sha256 }) => ({ number, bytes, sha256 })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
