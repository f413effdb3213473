import { chunkBudget } from '../data-api/sets.ts';
import { readDocument } from '../data-api/chunks.ts';
import { run } from '../data-api/query.ts';
import { readAhead } from '../data-api/read-ahead.ts';
import { NotFound } from '../errors.ts';
import { unknownProject } from '../model/mobile-projects/mobile-project.ts';
import {
  featuresBetween,
  featuresOfTile,
  firstFeatures,
  mostCounted,
} from '../queries/geojson/feature-piece.ts';
import { lineBytes, mostTiles, type OpenStretch } from '../queries/geojson/feature-stretches.ts';
import { countFeatures } from '../queries/geojson/feature-ranges.ts';
import { rowsBefore } from '../queries/page-offset.ts';
import {
  readLines,
  readPiece,
  type FoundPage,
  type FoundPiece,
} from '../queries/geojson/read-piece.ts';
import type { FoundFeature } from '../queries/geojson/read-feature-lines.ts';
import { writtenFeatures } from '../serializers/geojson/written-features.ts';
import type { TileKey } from './feature-query.ts';
import type { FeatureSource } from './feature-source.ts';
import { stretchesBehind, type PlannedStretch } from './stretches.ts';

/** Features of about a million bytes, all of one state of the data. */
export type FeaturePiece = {
  /** Each the JSON text of one behind its number (feature-writer.ts). They can be gone through once, and are written meanwhile. */
  readonly features: Iterable<string>;
  /** The tile that the next piece begins behind; null where this is the last. */
  readonly next: TileKey | null;
};

/** Where reading begins, and how many tiles are wanted. */
export type FeaturePosition =
  | { readonly kind: 'all'; readonly after: TileKey | null }
  | { readonly kind: 'page'; readonly page: number; readonly limit: number }
  | { readonly kind: 'cursor'; readonly after: TileKey | null; readonly limit: number };

/** A layer that is being read: the names of its columns, as far as the caller may read them. */
export type ReadLayer = { readonly columns: readonly string[] };

/** Features that are being read: the first piece has come. */
export type FeatureReading = {
  /** What is known of the layer that is read; null where it is none, or none that the caller may see. */
  readonly layer: ReadLayer | null;
  readonly first: FeaturePiece & { readonly features: readonly string[] };
  /** The features of all pages of a layer, where it is known beside the first; null elsewhere. */
  readonly matched: number | null;
  /** The last tile of the page where another page follows; null elsewhere. */
  readonly pageEnd: TileKey | null;
  /** The bytes that all will come to, by what is stored and what the first piece came to. @param most bytes from which on it does not matter how many they are */
  readonly expectedBytes: (most: number) => Promise<number>;
  /** The pieces behind the first, in order. */
  readonly rest: () => AsyncGenerator<FeaturePiece>;
};

/** Bytes that a feature is taken to need for its values and its names, until it is known. */
const guessedBytes = 100;

/** Stretches that are planned at once. */
const stretchesOfPlan = 16;

const noPage: FoundPage = {
  count: 0,
  covered: 0,
  last: null,
  matched: null,
  knowsProject: true,
};

/** No feature is written in fewer bytes. */
const shortestFeature = 200;

/**
 * Reads the first features, as many as one call brings (a page of a few hundred tiles is one call), and opens the rest. Each piece is read by a call of its own, which
 * checks the rights of the caller. What is there throughout the reading comes exactly once.
 * @throws ChangedWhileReading when a tile whose features are too many for one call kept changing, NotFound for a mobile project that the caller may not know of, and
 * the errors of the Data API
 */
export async function openFeatures(
  source: FeatureSource,
  position: FeaturePosition,
): Promise<FeatureReading> {
  const { data, caller, query } = source;
  const stretch = openStretch(source, position);
  const piece = readPiece(await data.read(firstFeatures(caller, query, stretch)));
  const found = { ...piece, features: Array.from(piece.features) };
  const page = found.page ?? noPage;
  if (!page.knowsProject) throw new NotFound(unknownProject);
  const isPage = position.kind !== 'all';
  const hasMore = page.count > stretch.length;
  const isEnd =
    tilesGiven(found, page) === Math.min(page.count, stretch.length) && (isPage || !hasMore);
  const given = await givenFeatures(source, found);
  const features = Array.from(given.features);
  const { after } = given;
  const until = isPage ? page.last : null;
  const bytes = features.reduce((sum, feature) => sum + feature.length, 0);
  const overheadOf = (all: number): number =>
    (all - storedBytes(found)) / Math.max(1, features.length);
  return {
    layer: found.layer && { columns: found.nodes.map(({ propertyName }) => propertyName) },
    first: { features, next: isEnd ? null : after },
    matched: page.matched !== null && page.matched <= mostCounted ? page.matched : null,
    pageEnd: hasMore && isPage ? page.last : null,
    expectedBytes: async (most) => {
      if (isEnd) return bytes;
      const rest = countFeatures(
        caller,
        query,
        { after, until },
        Math.ceil(most / shortestFeature),
      );
      const counted = await run(data.read, rest);
      return bytes + counted.bytes + counted.features * overheadOf(bytes);
    },
    rest: () => {
      const behind = {
        after,
        skipped: 0n,
        length: Math.max(1, tilesAmong(found)) * stretchesOfPlan,
        pieceBytes: stretch.pieceBytes,
        overhead: Math.ceil(Math.max(lineBytes, overheadOf(found.bytes))),
      };
      return isEnd ? nothing() : piecesOf(source, stretchesBehind(source, behind, until));
    },
  };
}

/** Reads all features behind a tile, in order. @throws what openFeatures throws */
export async function* readFeatures(
  source: FeatureSource,
  after: TileKey | null,
): AsyncGenerator<FeaturePiece> {
  const { first, rest } = await openFeatures(source, { kind: 'all', after });
  yield first;
  yield* rest();
}

async function* nothing(): AsyncGenerator<FeaturePiece> {}

function openStretch(
  { query, pieceBytes = chunkBudget }: FeatureSource,
  position: FeaturePosition,
): OpenStretch {
  const isBare =
    query.layer === null &&
    query.mobileProject === null &&
    query.nodegroups.length === 0 &&
    !query.includePrimaryName;
  const overhead = lineBytes + (isBare ? 0 : guessedBytes);
  if (position.kind === 'all') {
    const length = mostTiles(pieceBytes);
    return { after: position.after, skipped: 0n, length, overhead, pieceBytes };
  }
  const { limit: length } = position;
  return position.kind === 'page'
    ? { after: null, skipped: rowsBefore(position.page, length), length, overhead, pieceBytes }
    : { after: position.after, skipped: 0n, length, overhead, pieceBytes };
}

/** How many tiles of its stretch a piece gives whole; undefined where it was cut. */
function tilesGiven({ isWhole, largeTile }: FoundPiece, page: FoundPage): number | undefined {
  if (largeTile !== null) return 1;
  return isWhole ? page.covered : undefined;
}

/** The features of the first piece are counted and weighed besides. */
type FirstFeatures = { readonly features: readonly FoundFeature[] };

/** What `feature.bytes` says of all features of a piece. */
function storedBytes({ features }: FirstFeatures): number {
  return features.reduce(
    (sum, { properties, geometry }) => sum + properties.length + geometry.length,
    0,
  );
}

function tilesAmong({ features }: FirstFeatures): number {
  return new Set(features.map(({ tileId }) => tileId)).size;
}

/** The features that a piece gives, and the tile that they end with. Those of a tile that are too many for one call are read by calls of their own. */
async function givenFeatures(
  { data, caller, query, baseUrl }: FeatureSource,
  found: FoundPiece,
): Promise<{ readonly features: Iterable<string>; readonly after: TileKey | null }> {
  if (found.largeTile === null) {
    return { features: writtenFeatures(found, query, baseUrl), after: found.after };
  }
  const lines = await readDocument(data, featuresOfTile(caller, query, found.largeTile));
  return {
    features: writtenFeatures(readLines(lines), query, baseUrl),
    after: found.largeTile,
  };
}

async function* piecesOf(
  source: FeatureSource,
  stretches: AsyncIterable<PlannedStretch>,
): AsyncGenerator<FeaturePiece> {
  const read = async (stretch: PlannedStretch): Promise<FoundPiece> =>
    readPiece(await source.data.read(featuresBetween(source.caller, source.query, stretch)));
  for await (const { plan, result } of readAhead(stretches, read)) {
    yield* piecesOfStretch(source, plan, result, read);
  }
}

/** The pieces of a planned stretch: one, but where its values are larger than expected. */
async function* piecesOfStretch(
  source: FeatureSource,
  stretch: PlannedStretch,
  first: FoundPiece,
  read: (stretch: PlannedStretch) => Promise<FoundPiece>,
): AsyncGenerator<FeaturePiece> {
  for (let piece = first; ;) {
    const { features, after } = await givenFeatures(source, piece);
    const isEnd = piece.isWhole || after?.tileId === stretch.until.tileId;
    yield { features, next: isEnd && stretch.isLast ? null : after };
    if (isEnd) return;
    piece = await read({ ...stretch, after });
  }
}
