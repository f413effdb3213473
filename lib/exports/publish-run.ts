import { runQuery } from '../data-api/query.ts';
import { latestFileName, manifestFileName } from '../model/exports/export-format.ts';
import { finishRun } from '../queries/exports/advance-run.ts';
import {
  listPartsOfRun,
  type ExportPart,
  type ExportRun,
  type LeasedJob,
} from '../queries/exports/leased-job.ts';
import { LeaseLost } from './errors.ts';
import { sumPartBytes } from '../stores/file-store.ts';
import type { ExportContext } from './export-context.ts';
import { renewLeaseOrThrow, type LeasedRun } from './write-run.ts';

/**
 * Completes the file of a run, and copies it to the latest file. Each step can be repeated, so that the next process
 * can continue after a crash. The dated file and its manifest are stored first, then the latest file and its manifest,
 * which names the dated file.
 * @param sha256 the hash of the whole file; null if it is unknown, because several processes have written the file
 * @throws UploadLost, LeaseLost, and errors of the store and the Data API
 */
export async function publishRun(
  context: ExportContext,
  { job, lease, run }: LeasedRun,
  sha256: string | null,
): Promise<void> {
  const { dataApi, store } = context;
  const parts = await runQuery(dataApi.read, listPartsOfRun(run.runId));
  const bytes = sumPartBytes(parts);
  const toKey = (file: string): string => `${job.name}/${file}`;
  const latestFile = latestFileName(job.format);
  const manifest = writeManifest(job, run, parts, { endedAt: new Date(), sha256 });
  await renewLeaseOrThrow(context, lease);
  await store.completeUpload({ key: toKey(run.fileName), id: run.uploadId }, parts);
  await store.putText(toKey(manifestFileName(run.fileName)), manifest);
  await renewLeaseOrThrow(context, lease);
  await store.copy(toKey(run.fileName), toKey(latestFile), bytes);
  await store.putText(toKey(manifestFileName(latestFile)), manifest);
  if ((await runQuery(dataApi.write, finishRun(lease, run, bytes))) === undefined)
    throw new LeaseLost();
}

/** Writes the manifest, a JSON description of a file. `sha256` is null if several processes have written the file. */
function writeManifest(
  { name, query, format, account }: LeasedJob,
  run: Pick<ExportRun, 'fileName' | 'begunAt' | 'features' | 'leftOut' | 'versions'>,
  parts: readonly ExportPart[],
  { endedAt, sha256 }: { readonly endedAt: Date; readonly sha256: string | null },
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
    ended: endedAt.toISOString(),
    activity: Number(activity),
    versions,
    features: run.features,
    ...(format === 'nquads' ? { leftOut: run.leftOut } : {}),
    bytes: sumPartBytes(parts),
    sha256,
    parts: parts.map(({ number, bytes, sha256 }) => ({ number, bytes, sha256 })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
