import { createHash, type Hash } from 'node:crypto';

import { runQuery } from '../data-api/query.ts';
import type { TileKey } from '../model/geojson/feature-query.ts';
import { saveCheckpoint } from '../queries/exports/advance-run.ts';
import type { ExportRun, LeasedJob } from '../queries/exports/leased-job.ts';
import { renewLease, type ExportLease } from '../queries/exports/lease.ts';
import type { JobQuery } from './feature-columns.ts';
import { ExportTooLarge, LeaseLost } from './errors.ts';
import { readExportChunks } from './export-chunks.ts';
import { openGzipMember, type GzipMember } from './gzip-member.ts';
import { defaultMinPartBytes, maxParts, type ExportContext } from './export-context.ts';

/** A run of a job that this process has leased. */
export type LeasedRun = {
  readonly job: LeasedJob;
  readonly lease: ExportLease;
  readonly run: ExportRun;
};

export type WrittenRun = {
  readonly run: ExportRun;
  /** The number of parts that this process has stored. */
  readonly newParts: number;
  /** The hash of the whole file; null if this process has not written all of it. */
  readonly sha256: string | null;
};

/** Milliseconds between renewals of the lease while a part is written. */
const renewalMilliseconds = 60_000;

/**
 * Reads the chunks of a file and stores them in parts, from the checkpoint until the file is complete or the time is up.
 * Chunks that were read but not stored are read again by the next process.
 * @throws AccountNotActive, ExportTooLarge, LeaseLost, and errors of the store and the Data API
 */
export async function writeRun(
  context: ExportContext,
  { job, lease, run }: LeasedRun,
  query: JobQuery,
): Promise<WrittenRun> {
  const fileHash = run.parts === 0 ? createHash('sha256') : null;
  let currentRun = run;
  let { features, leftOut } = run;
  let gzipMember = openGzipMember();
  let leaseRenewedAt = performance.now();

  const storeCurrentPart = async (lastTile: TileKey | null): Promise<void> => {
    currentRun = await storePart(
      context,
      { job, lease, run: currentRun },
      { gzipMember, fileHash, features, leftOut, lastTile },
    );
    gzipMember = openGzipMember();
    leaseRenewedAt = performance.now();
  };

  for await (const chunk of readExportChunks(context, { job, run }, query)) {
    await gzipMember.write(chunk.content);
    ({ features, leftOut } = chunk);
    context.onProgress?.({ name: job.name, features, parts: currentRun.parts });
    if (chunk.next === null) break;
    if (gzipMember.bytes() >= (context.minPartBytes ?? defaultMinPartBytes))
      await storeCurrentPart(chunk.next);
    if (!context.hasTimeLeft()) return toWrittenRun(currentRun, run, null);
    if (performance.now() - leaseRenewedAt > renewalMilliseconds) {
      await renewLeaseOrThrow(context, lease);
      leaseRenewedAt = performance.now();
    }
  }
  await storeCurrentPart(null);
  return toWrittenRun(currentRun, run, fileHash);
}

function toWrittenRun(run: ExportRun, runBefore: ExportRun, fileHash: Hash | null): WrittenRun {
  return { run, newParts: run.parts - runBefore.parts, sha256: fileHash?.digest('hex') ?? null };
}

/** @throws LeaseLost */
export async function renewLeaseOrThrow(
  { dataApi }: ExportContext,
  lease: ExportLease,
): Promise<void> {
  if ((await runQuery(dataApi.write, renewLease(lease))) === undefined) throw new LeaseLost();
}

type PartToStore = {
  /** The compressed content of the part. */
  readonly gzipMember: GzipMember;
  readonly fileHash: Hash | null;
  /** The number of features in this and all earlier parts. */
  readonly features: number;
  readonly leftOut: number;
  /** The last tile of this part, after which the next part begins; null for the last part. */
  readonly lastTile: TileKey | null;
};

/** Stores a part, then the checkpoint: after a crash between the two, the part is stored again. */
async function storePart(
  { dataApi, store }: ExportContext,
  { job, lease, run }: LeasedRun,
  { gzipMember, fileHash, features, leftOut, lastTile }: PartToStore,
): Promise<ExportRun> {
  const number = run.parts + 1;
  if (number > maxParts) throw new ExportTooLarge();
  const content = await gzipMember.end();
  fileHash?.update(content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const upload = { key: `${job.name}/${run.fileName}`, id: run.uploadId };
  const etag = await store.putPart(upload, { number, sha256 }, content);
  const checkpoint = {
    part: { number, etag, sha256, bytes: content.length },
    after: lastTile,
    features,
    leftOut,
    isRead: lastTile === null,
  };
  if ((await runQuery(dataApi.write, saveCheckpoint(lease, run, checkpoint))) === undefined) {
    throw new LeaseLost();
  }
  return {
    ...run,
    after: lastTile,
    features,
    leftOut,
    parts: number,
    isRead: lastTile === null,
  };
}
