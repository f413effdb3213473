import { maxPageChunkBytes } from '../data-api/read-pages.ts';
import { readDocument } from '../data-api/chunks.ts';
import { runQuery } from '../data-api/query.ts';
import { readAhead } from '../data-api/read-ahead.ts';
import { NotFound } from '../errors.ts';
import { listDateNames, listPropertyNames } from '../model/layer-filters/queryable.ts';
import { projectNotFoundMessage } from '../model/mobile-projects/mobile-project.ts';
import {
  closedRangeChunkStatement,
  tileFeaturesStatement,
  openRangeChunkStatement,
  maxCountedFeatures,
} from '../queries/geojson/feature-chunk.ts';
import { lineOverhead, maxTilesPerChunk, type OpenRange } from '../queries/geojson/chunk-range.ts';
import { countFeatures } from '../queries/geojson/count-features.ts';
import { pageOffset } from '../queries/page-offset.ts';
import {
  parseChunkLines,
  parseChunkRows,
  type PageExtent,
  type FeatureCallResult,
} from '../queries/geojson/parse-chunk.ts';
import type { FeatureWithTiles } from '../queries/geojson/parse-features-with-tiles.ts';
import { writeFeatures } from '../serializers/geojson/write-features.ts';
import type { TileKey } from '../model/geojson/feature-query.ts';
import type { FeatureSource } from './feature-source.ts';
import { planChunks, type PlannedChunk } from './plan-chunks.ts';
import type { PageReader } from '../queries/users/page-reader.ts';

/** Features of about a million bytes, from one database snapshot. */
export type FeatureChunk = {
  /** The JSON string of each feature, as `writeFeatures` writes it. The iterable writes them lazily, and can be used once. */
  readonly features: Iterable<string>;
  /** The last tile of the chunk; null if this is the last chunk. */
  readonly next: TileKey | null;
};

/** Where reading starts, and how many tiles are requested. */
export type FeaturePosition =
  | { readonly kind: 'all'; readonly after: TileKey | null }
  | { readonly kind: 'page'; readonly page: number; readonly limit: number }
  | { readonly kind: 'cursor'; readonly after: TileKey | null; readonly limit: number };

export type LayerInfo = {
  /** The names of the properties of the features, without those of ids. */
  readonly columns: readonly string[];
  /** Those of them that are dates. */
  readonly dates: readonly string[];
};

/** The first chunk of features, and access to the following chunks. */
export type OpenedFeatures = {
  /** The requested layer; null if none is requested or it is not visible. */
  readonly layer: LayerInfo | null;
  readonly firstChunk: FeatureChunk & { readonly features: readonly string[] };
  /** The number of features in all pages of a layer, if the first call returns it. */
  readonly matchedCount: number | null;
  /** The last tile of the page if another page follows; otherwise null. */
  readonly pageEnd: TileKey | null;
  /** The number of tiles of the page, or of those that a first call reads. */
  readonly tileCount: number;
  /** The last tile of a full page; null if it is not full. */
  readonly lastTile: TileKey | null;
  /** The reader of an HTML page. */
  readonly pageReader: PageReader | undefined;
  /**
   * Estimates the size of all features from the stored sizes and the first chunk.
   * @param maxBytes the number of bytes at which counting stops
   */
  readonly estimateBytes: (maxBytes: number) => Promise<number>;
  /** The following chunks, in order. */
  readonly readRemainingChunks: () => AsyncGenerator<FeatureChunk>;
};

/** The assumed size of the values and names of a feature in bytes, until the first chunk is read. */
export const assumedFeatureBytes = 100;

/** The number of chunks in a plan. */
const chunksPerPlan = 16;

/** The extent of the requested tiles if the first chunk does not state it. */
const emptyPageExtent: PageExtent = {
  count: 0,
  covered: 0,
  last: null,
  matched: null,
  isProjectVisible: true,
};

/** The minimum size of a feature in bytes. */
export const minFeatureBytes = 200;

/**
 * Reads the first chunk in one call (enough for a page of a few hundred tiles), and prepares the others. Each chunk is
 * a call of its own that checks the rights of the caller. Features that exist during the whole reading are returned
 * exactly once.
 * @rule GeoJSON and OGC API Features: What does `limit` count, and how do pages follow each other?
 * @throws ChangedWhileReading if a tile with too many features for one call keeps changing; NotFound for a
 * mobile project that the caller may not see; errors of the Data API
 */
export async function openFeatures(
  source: FeatureSource,
  position: FeaturePosition,
): Promise<OpenedFeatures> {
  const { dataApi, caller, query } = source;
  const range = toOpenRange(source, position);
  const chunk = parseChunkRows(
    await dataApi.read(openRangeChunkStatement(caller, query, range, source.isForPage)),
  );
  const firstResult = { ...chunk, features: Array.from(chunk.features) };
  const page = firstResult.page ?? emptyPageExtent;
  if (!page.isProjectVisible) throw new NotFound(projectNotFoundMessage);
  const isPaged = position.kind !== 'all';
  const hasMore = page.count > range.length;
  const completeTileCount = countCompleteTiles(firstResult, page);
  const isComplete =
    completeTileCount === Math.min(page.count, range.length) && (isPaged || !hasMore);
  const writtenChunk = await writeChunk(source, firstResult);
  const features = Array.from(writtenChunk.features);
  const { lastTile } = writtenChunk;
  const until = isPaged ? page.last : null;
  const bytes = features.reduce((sum, feature) => sum + Buffer.byteLength(feature), 0);
  const overheadPerFeature = (totalBytes: number): number =>
    (totalBytes - storedBytes(firstResult)) / Math.max(1, features.length);
  const columns = firstResult.nodes.map(({ propertyName: name, datatype }) => ({ name, datatype }));
  return {
    layer: firstResult.layer && {
      columns: listPropertyNames({ columns, hasNames: firstResult.layer.hasNames }),
      dates: listDateNames(columns),
    },
    firstChunk: { features, next: isComplete ? null : lastTile },
    matchedCount: page.matched !== null && page.matched <= maxCountedFeatures ? page.matched : null,
    pageEnd: hasMore && isPaged ? page.last : null,
    tileCount: Math.min(page.count, range.length),
    lastTile: page.last,
    pageReader: page.pageReader,
    estimateBytes: async (maxBytes) => {
      if (isComplete) return bytes;
      const maxFeatures = Math.ceil(maxBytes / minFeatureBytes);
      const remainingRange = { after: lastTile, until };
      const countQuery = countFeatures(caller, query, remainingRange, maxFeatures);
      const remaining = await runQuery(dataApi.read, countQuery);
      return bytes + remaining.bytes + remaining.features * overheadPerFeature(bytes);
    },
    readRemainingChunks: () => {
      const planStart = {
        after: lastTile,
        skipped: 0n,
        // Features of one type can be rare, so a chunk can read many tiles and contain features of only a few of them.
        length: Math.max(1, completeTileCount ?? countTiles(firstResult)) * chunksPerPlan,
        chunkBytes: range.chunkBytes,
        overhead: Math.ceil(Math.max(lineOverhead, overheadPerFeature(firstResult.bytes))),
      };
      return isComplete ? noChunks() : readChunks(source, planChunks(source, planStart, until));
    },
  };
}

async function* noChunks(): AsyncGenerator<FeatureChunk> {}

function toOpenRange(
  { query, chunkBytes = maxPageChunkBytes }: FeatureSource,
  position: FeaturePosition,
): OpenRange {
  const hasNoProperties =
    query.layer === null &&
    query.mobileProject === null &&
    query.nodegroups.length === 0 &&
    !query.includePrimaryName;
  const overhead = lineOverhead + (hasNoProperties ? 0 : assumedFeatureBytes);
  if (position.kind === 'all') {
    const length = maxTilesPerChunk(chunkBytes);
    return { after: position.after, skipped: 0n, length, overhead, chunkBytes };
  }
  const { limit: length } = position;
  return position.kind === 'page'
    ? { after: null, skipped: pageOffset(position.page, length), length, overhead, chunkBytes }
    : { after: position.after, skipped: 0n, length, overhead, chunkBytes };
}

/** Returns how many tiles of its range a chunk contains completely; undefined if the chunk was cut. */
function countCompleteTiles(
  { isRangeComplete, largeTile }: FeatureCallResult,
  page: PageExtent,
): number | undefined {
  if (largeTile !== null) return 1;
  return isRangeComplete ? page.covered : undefined;
}

/** The features of the first chunk, as a list because they are also counted. */
type FeatureList = { readonly features: readonly FeatureWithTiles[] };

/** The size of the features of a chunk as stored, comparable with the column `bytes` of the table feature. */
function storedBytes({ features }: FeatureList): number {
  return features.reduce(
    (sum, { properties, geometry }) =>
      sum + Buffer.byteLength(properties) + Buffer.byteLength(geometry),
    0,
  );
}

function countTiles({ features }: FeatureList): number {
  return new Set(features.map(({ tileId }) => tileId)).size;
}

/**
 * Writes the features of a chunk, and returns its last tile. A tile with too many features for one call is read in
 * several calls.
 */
async function writeChunk(
  { dataApi, caller, query, baseUrl }: FeatureSource,
  chunk: FeatureCallResult,
): Promise<{ readonly features: Iterable<string>; readonly lastTile: TileKey | null }> {
  if (chunk.largeTile === null) {
    return { features: writeFeatures(chunk, query, baseUrl), lastTile: chunk.after };
  }
  const lines = await readDocument(dataApi, tileFeaturesStatement(caller, query, chunk.largeTile));
  return {
    features: writeFeatures(parseChunkLines(lines), query, baseUrl),
    lastTile: chunk.largeTile,
  };
}

async function* readChunks(
  source: FeatureSource,
  ranges: AsyncIterable<PlannedChunk>,
): AsyncGenerator<FeatureChunk> {
  const readRange = async (range: PlannedChunk): Promise<FeatureCallResult> =>
    parseChunkRows(
      await source.dataApi.read(closedRangeChunkStatement(source.caller, source.query, range)),
    );
  for await (const { plan: range, result } of readAhead(ranges, readRange)) {
    yield* readRangeInChunks(source, range, result, readRange);
  }
}

/** Reads a planned range: one chunk, or several if its values are larger than expected. */
async function* readRangeInChunks(
  source: FeatureSource,
  range: PlannedChunk,
  firstResult: FeatureCallResult,
  readRange: (range: PlannedChunk) => Promise<FeatureCallResult>,
): AsyncGenerator<FeatureChunk> {
  for (let result = firstResult; ;) {
    const { features, lastTile } = await writeChunk(source, result);
    const isComplete = result.isRangeComplete || isSameKey(lastTile, range.until);
    yield { features, next: isComplete && range.isLast ? null : lastTile };
    if (isComplete) return;
    result = await readRange({ ...range, after: lastTile });
  }
}

/** Whether two keys are equal. The feature is compared too, because in a layer a range can end within a tile. */
const isSameKey = (key: TileKey | null, end: TileKey): boolean =>
  key?.tileId === end.tileId && key.gid === end.gid;
