import { maxPageChunkBytes } from '../data-api/read-pages.ts';
import { runQuery } from '../data-api/query.ts';
import type { TileKey } from '../model/geojson/feature-query.ts';
import type { Question } from '../model/questions/question.ts';
import { countFeatures, type FeatureTotals } from '../queries/geojson/count-features.ts';
import { pageOffset } from '../queries/page-offset.ts';
import type { FeatureSource } from './feature-source.ts';
import { findTileBefore, readMatchingBatches, type MatchingBatch } from './matching-batches.ts';
import {
  assumedFeatureBytes,
  minFeatureBytes,
  openFeatures,
  type FeatureChunk,
  type FeaturePosition,
  type OpenedFeatures,
} from './read-features.ts';

/** Features of the resource instances that a question finds; of all visible ones without a question. */
export type MatchingFeatureSource = FeatureSource & { readonly question?: Question | undefined };

/** The result that the service reads before it answers. */
export type OpenedMatchingFeatures = Pick<
  OpenedFeatures,
  'firstChunk' | 'pageEnd' | 'estimateBytes' | 'readRemainingChunks'
>;

/** How many chunks are read before an answer begins. Most of them can be empty. */
const maxChunksBeforeAnswer = 8;

/** How many more resource instances than tiles the first batch of a page has, because some have no features. */
const idsBeyondPage = 100;

/**
 * Reads the first features of a selection and prepares the others, like `openFeatures`. With a question, its resource instances are found
 * batch by batch, so that each call has bounded work.
 * @rule GeoJSON and OGC API Features: How do features follow a question?
 * @throws the errors of openFeatures and readMatchingPage
 */
export async function openMatchingFeatures(
  { question, ...source }: MatchingFeatureSource,
  position: FeaturePosition,
): Promise<OpenedMatchingFeatures> {
  if (question === undefined) return openFeatures(source, position);
  if (position.kind === 'all') {
    const chunks = readAllChunks(source, question, position.after);
    return { ...(await openChunks(source, question, chunks)), pageEnd: null };
  }
  const after =
    position.kind === 'cursor'
      ? position.after
      : await findTileBefore(source, question, pageOffset(position.page, position.limit));
  if (after === undefined) {
    return { ...(await openChunks(source, question, noChunks())), pageEnd: null };
  }
  const { parts, pageEnd } = await openPage(source, question, after, position.limit);
  return { ...(await openChunks(source, question, readParts(parts), pageEnd)), pageEnd };
}

/** Reads all features of a selection after a tile, in order. @throws the errors of openMatchingFeatures */
export async function* readFeatures(
  { question, ...source }: MatchingFeatureSource,
  after: TileKey | null,
): AsyncGenerator<FeatureChunk> {
  if (question === undefined) {
    const opened = await openFeatures(source, { kind: 'all', after });
    yield opened.firstChunk;
    yield* opened.readRemainingChunks();
    return;
  }
  yield* readAllChunks(source, question, after);
}

/** Counts the features of a selection. @throws the errors of readMatchingPage */
export async function countMatchingFeatures({
  question,
  ...source
}: MatchingFeatureSource): Promise<number> {
  const { dataApi, caller, query } = source;
  if (question === undefined) {
    return (await runQuery(dataApi.read, countFeatures(caller, query))).features;
  }
  let count = 0;
  for await (const { features } of countBatches(source, question, null)) count += features;
  return count;
}

async function* countBatches(
  source: FeatureSource,
  question: Question,
  after: TileKey | null,
  until: TileKey | null = null,
): AsyncGenerator<FeatureTotals> {
  for await (const batch of readMatchingBatches(source, question, after)) {
    const { dataApi, caller, query } = batch.source;
    const range = { after: batch.after, until };
    yield await runQuery(dataApi.read, countFeatures(caller, query, range));
    if (until !== null && batch.end !== null && batch.end.resourceId >= until.resourceId) return;
  }
}

async function* noChunks(): AsyncGenerator<FeatureChunk> {}

/** The chunks of opened features. @param end what follows the last chunk: a key after it, or null if it is the last of all */
async function* readOpened(
  { firstChunk, readRemainingChunks }: OpenedFeatures,
  end: TileKey | null,
): AsyncGenerator<FeatureChunk> {
  const withEnd = (chunk: FeatureChunk): FeatureChunk => ({ ...chunk, next: chunk.next ?? end });
  yield withEnd(firstChunk);
  for await (const chunk of readRemainingChunks()) yield withEnd(chunk);
}

async function* readAllChunks(
  source: FeatureSource,
  question: Question,
  after: TileKey | null,
): AsyncGenerator<FeatureChunk> {
  for await (const batch of readMatchingBatches(source, question, after)) {
    const opened = await openFeatures(batch.source, { kind: 'all', after: batch.after });
    yield* readOpened(opened, batch.end);
  }
}

/** The features of a page in one batch. */
type PagePart = { readonly opened: OpenedFeatures; readonly batch: MatchingBatch };

/** Opens the batches of a page, and finds out whether another page follows. */
async function openPage(
  source: FeatureSource,
  question: Question,
  after: TileKey | null,
  limit: number,
): Promise<{ readonly parts: readonly PagePart[]; readonly pageEnd: TileKey | null }> {
  const parts: PagePart[] = [];
  let left = limit;
  let lastTile: TileKey | null = null;
  const batches = readMatchingBatches(source, question, after, limit + idsBeyondPage);
  for await (const batch of batches) {
    // After the last tile of a full page, one more tile shows that another page follows.
    const position = { kind: 'cursor' as const, after: batch.after, limit: Math.max(left, 1) };
    const opened = await openFeatures(batch.source, position);
    if (left === 0) {
      if (opened.tileCount > 0) return { parts, pageEnd: lastTile };
      continue;
    }
    parts.push({ opened, batch });
    if (opened.pageEnd !== null) return { parts, pageEnd: opened.pageEnd };
    left -= opened.tileCount;
    lastTile = opened.lastTile;
  }
  return { parts, pageEnd: null };
}

async function* readParts(parts: readonly PagePart[]): AsyncGenerator<FeatureChunk> {
  for (const [index, { opened, batch }] of parts.entries()) {
    yield* readOpened(opened, index === parts.length - 1 ? null : batch.end);
  }
}

/**
 * Reads the first chunks, as many as an answer can have before it is sent.
 * @param until the last tile of the page; null for all
 */
async function openChunks(
  source: FeatureSource,
  question: Question,
  chunks: AsyncGenerator<FeatureChunk>,
  until: TileKey | null = null,
): Promise<Omit<OpenedMatchingFeatures, 'pageEnd'>> {
  const features: string[] = [];
  let bytes = 0;
  let next: TileKey | null = null;
  for (let count = 0; count < maxChunksBeforeAnswer && bytes < maxPageChunkBytes; count += 1) {
    const { done, value } = await chunks.next();
    if (done === true) break;
    for (const feature of value.features) {
      features.push(feature);
      bytes += Buffer.byteLength(feature);
    }
    ({ next } = value);
    if (next === null) break;
  }
  const isComplete = next === null;
  const averageBytes = Math.max(minFeatureBytes, bytes / Math.max(1, features.length));
  return {
    firstChunk: { features, next },
    estimateBytes: async (maxBytes) =>
      isComplete
        ? bytes
        : bytes +
          (await estimateRemaining(
            source,
            question,
            { after: next, until, averageBytes },
            maxBytes - bytes,
          )),
    readRemainingChunks: () => (isComplete ? noChunks() : chunks),
  };
}

type RemainingFeatures = {
  readonly after: TileKey | null;
  readonly until: TileKey | null;
  readonly averageBytes: number;
};

/** Estimates the bytes of the features after a tile. All features of the selection are counted first, because that is one call. */
async function estimateRemaining(
  source: FeatureSource,
  question: Question,
  { after, until, averageBytes }: RemainingFeatures,
  maxBytes: number,
): Promise<number> {
  const { dataApi, caller, query } = source;
  const toBytes = ({ features, bytes }: FeatureTotals): number =>
    Math.max(bytes + features * assumedFeatureBytes, features * averageBytes);
  const maxFeatures = Math.ceil(maxBytes / minFeatureBytes);
  const ofAll = toBytes(
    await runQuery(dataApi.read, countFeatures(caller, query, { after, until }, maxFeatures)),
  );
  if (ofAll <= maxBytes) return ofAll;
  let estimate = 0;
  for await (const totals of countBatches(source, question, after, until)) {
    estimate += toBytes(totals);
    if (estimate > maxBytes) break;
  }
  return estimate;
}
