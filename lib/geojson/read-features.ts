import { maxSetChunkBytes } from '../data-api/sets.ts';
import { readDocument } from '../data-api/chunks.ts';
import { runQuery } from '../data-api/query.ts';
import { readAhead } from '../data-api/read-ahead.ts';
import { NotFound } from '../errors.ts';
import { projectNotFoundMessage } from '../model/mobile-projects/mobile-project.ts';
import {
  closedRangeChunk,
  tileFeatures,
  openRangeChunk,
  maxCountedFeatures,
} from '../queries/geojson/feature-chunk.ts';
import { lineBytes, maxTilesPerChunk, type OpenRange } from '../queries/geojson/chunk-range.ts';
import { countFeatures } from '../queries/geojson/chunk-plan.ts';
import { pageOffset } from '../queries/page-offset.ts';
import {
  parseFeatureLines,
  parseFeatureChunk,
  type PageExtent,
  type FeatureCallResult,
} from '../queries/geojson/parse-feature-chunk.ts';
import type { FeatureWithTiles } from '../queries/geojson/parse-features.ts';
import { writeFeatures } from '../serializers/geojson/write-features.ts';
import type { TileKey } from '../model/geojson/feature-query.ts';
import type { FeatureSource } from './feature-source.ts';
import { planChunksAfter, type PlannedChunk } from './plan-chunks.ts';

/** Features of about a million bytes, all of one state of the data. */
export type FeatureChunk = {
  /** Each the JSON text of one behind its number (feature-writer.ts). They can be gone through once, and are written meanwhile. */
  readonly features: Iterable<string>;
  /** The tile that the next chunk begins behind; null where this is the last. */
  readonly next: TileKey | null;
};

/** Where reading begins, and how many tiles are requested. */
export type FeaturePosition =
  | { readonly kind: 'all'; readonly after: TileKey | null }
  | { readonly kind: 'page'; readonly page: number; readonly limit: number }
  | { readonly kind: 'cursor'; readonly after: TileKey | null; readonly limit: number };

/** A layer that is being read: the names of its columns, as far as the caller may read them. */
export type LayerInfo = { readonly columns: readonly string[] };

/** Features that are being read: the first chunk has come. */
export type OpenedFeatures = {
  /** What is known of the layer that is read; null where it is none, or none that the caller may see. */
  readonly layer: LayerInfo | null;
  readonly first: FeatureChunk & { readonly features: readonly string[] };
  /** The features of all pages of a layer, where it is known beside the first; null elsewhere. */
  readonly matchedCount: number | null;
  /** The last tile of the page where another page follows; null elsewhere. */
  readonly pageEnd: TileKey | null;
  /** The bytes that all will come to, by what is stored and what the first chunk came to. @param most bytes from which on it does not matter how many they are */
  readonly estimateBytes: (most: number) => Promise<number>;
  /** The chunks behind the first, in order. */
  readonly rest: () => AsyncGenerator<FeatureChunk>;
};

/** Bytes that a feature is taken to need for its values and its names, until it is known. */
const guessedBytes = 100;

/** Chunks that are planned at once. */
const chunksOfPlan = 16;

const noPage: PageExtent = {
  count: 0,
  covered: 0,
  last: null,
  matched: null,
  isProjectVisible: true,
};

/** No feature is written in fewer bytes. */
const shortestFeature = 200;

/**
 * Reads the first features, as many as one call brings (a page of a few hundred tiles is one call), and opens the rest. Each chunk is read by a call of its own, which
 * checks the rights of the caller. What is there throughout the reading comes exactly once.
 * @throws ChangedWhileReading when a tile whose features are too many for one call kept changing, NotFound for a mobile project that the caller may not know of, and
 * the errors of the Data API
 */
export async function openFeatures(
  source: FeatureSource,
  position: FeaturePosition,
): Promise<OpenedFeatures> {
  const { data, caller, query } = source;
  const range = openRange(source, position);
  const chunk = parseFeatureChunk(await data.read(openRangeChunk(caller, query, range)));
  const first = { ...chunk, features: Array.from(chunk.features) };
  const page = first.page ?? noPage;
  if (!page.isProjectVisible) throw new NotFound(projectNotFoundMessage);
  const isPage = position.kind !== 'all';
  const hasMore = page.count > range.length;
  const isEnd =
    tilesGiven(first, page) === Math.min(page.count, range.length) && (isPage || !hasMore);
  const given = await givenFeatures(source, first);
  const features = Array.from(given.features);
  const { after } = given;
  const until = isPage ? page.last : null;
  const bytes = features.reduce((sum, feature) => sum + feature.length, 0);
  const overheadOf = (all: number): number =>
    (all - storedBytes(first)) / Math.max(1, features.length);
  return {
    layer: first.layer && { columns: first.nodes.map(({ propertyName }) => propertyName) },
    first: { features, next: isEnd ? null : after },
    matchedCount: page.matched !== null && page.matched <= maxCountedFeatures ? page.matched : null,
    pageEnd: hasMore && isPage ? page.last : null,
    estimateBytes: async (most) => {
      if (isEnd) return bytes;
      const rest = countFeatures(
        caller,
        query,
        { after, until },
        Math.ceil(most / shortestFeature),
      );
      const counted = await runQuery(data.read, rest);
      return bytes + counted.bytes + counted.features * overheadOf(bytes);
    },
    rest: () => {
      const behind = {
        after,
        skipped: 0n,
        length: Math.max(1, tilesAmong(first)) * chunksOfPlan,
        chunkBytes: range.chunkBytes,
        overhead: Math.ceil(Math.max(lineBytes, overheadOf(first.bytes))),
      };
      return isEnd ? nothing() : chunksOf(source, planChunksAfter(source, behind, until));
    },
  };
}

/** Reads all features behind a tile, in order. @throws what openFeatures throws */
export async function* readFeatures(
  source: FeatureSource,
  after: TileKey | null,
): AsyncGenerator<FeatureChunk> {
  const { first, rest } = await openFeatures(source, { kind: 'all', after });
  yield first;
  yield* rest();
}

async function* nothing(): AsyncGenerator<FeatureChunk> {}

function openRange(
  { query, chunkBytes = maxSetChunkBytes }: FeatureSource,
  position: FeaturePosition,
): OpenRange {
  const isBare =
    query.layer === null &&
    query.mobileProject === null &&
    query.nodegroups.length === 0 &&
    !query.includePrimaryName;
  const overhead = lineBytes + (isBare ? 0 : guessedBytes);
  if (position.kind === 'all') {
    const length = maxTilesPerChunk(chunkBytes);
    return { after: position.after, skipped: 0n, length, overhead, chunkBytes };
  }
  const { limit: length } = position;
  return position.kind === 'page'
    ? { after: null, skipped: pageOffset(position.page, length), length, overhead, chunkBytes }
    : { after: position.after, skipped: 0n, length, overhead, chunkBytes };
}

/** How many tiles of its range a chunk gives whole; undefined where it was cut. */
function tilesGiven(
  { isWhole, largeTile }: FeatureCallResult,
  page: PageExtent,
): number | undefined {
  if (largeTile !== null) return 1;
  return isWhole ? page.covered : undefined;
}

/** The features of the first chunk are counted and weighed besides. */
type FirstFeatures = { readonly features: readonly FeatureWithTiles[] };

/** What `feature.bytes` says of all features of a chunk. */
function storedBytes({ features }: FirstFeatures): number {
  return features.reduce(
    (sum, { properties, geometry }) => sum + properties.length + geometry.length,
    0,
  );
}

function tilesAmong({ features }: FirstFeatures): number {
  return new Set(features.map(({ tileId }) => tileId)).size;
}

/** The features that a chunk gives, and the tile that they end with. Those of a tile that are too many for one call are read by calls of their own. */
async function givenFeatures(
  { data, caller, query, baseUrl }: FeatureSource,
  chunk: FeatureCallResult,
): Promise<{ readonly features: Iterable<string>; readonly after: TileKey | null }> {
  if (chunk.largeTile === null) {
    return { features: writeFeatures(chunk, query, baseUrl), after: chunk.after };
  }
  const lines = await readDocument(data, tileFeatures(caller, query, chunk.largeTile));
  return {
    features: writeFeatures(parseFeatureLines(lines), query, baseUrl),
    after: chunk.largeTile,
  };
}

async function* chunksOf(
  source: FeatureSource,
  ranges: AsyncIterable<PlannedChunk>,
): AsyncGenerator<FeatureChunk> {
  const read = async (range: PlannedChunk): Promise<FeatureCallResult> =>
    parseFeatureChunk(await source.data.read(closedRangeChunk(source.caller, source.query, range)));
  for await (const { plan, result } of readAhead(ranges, read)) {
    yield* chunksOfRange(source, plan, result, read);
  }
}

/** The chunks of a planned range: one, but where its values are larger than expected. */
async function* chunksOfRange(
  source: FeatureSource,
  range: PlannedChunk,
  first: FeatureCallResult,
  read: (range: PlannedChunk) => Promise<FeatureCallResult>,
): AsyncGenerator<FeatureChunk> {
  for (let chunk = first; ;) {
    const { features, after } = await givenFeatures(source, chunk);
    const isEnd = chunk.isWhole || after?.tileId === range.until.tileId;
    yield { features, next: isEnd && range.isLast ? null : after };
    if (isEnd) return;
    chunk = await read({ ...range, after });
  }
}
