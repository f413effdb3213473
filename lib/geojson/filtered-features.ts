import { maxPageChunkBytes } from '../data-api/read-pages.ts';
import { readDocument } from '../data-api/chunks.ts';
import { runQuery } from '../data-api/query.ts';
import { InvalidInput } from '../errors.ts';
import type { TileKey } from '../model/geojson/feature-query.ts';
import { createEvaluation } from '../model/layer-filters/evaluate.ts';
import { listPlaces, type LayerFilter } from '../model/layer-filters/layer-filter.ts';
import type { Question } from '../model/questions/question.ts';
import { lineOverhead } from '../queries/geojson/chunk-range.ts';
import {
  openRangeChunkStatement,
  tileFeaturesStatement,
} from '../queries/geojson/feature-chunk.ts';
import {
  parseChunkLines,
  parseChunkRows,
  type ParsedFeatures,
} from '../queries/geojson/parse-chunk.ts';
import type { FeatureWithTiles } from '../queries/geojson/parse-features-with-tiles.ts';
import { findPlacesOfFeatures } from '../queries/ogc/places-of-features.ts';
import { writeFeatures } from '../serializers/geojson/write-features.ts';
import type { FeatureSource } from './feature-source.ts';
import { readMatchingBatches } from './matching-batches.ts';
import { assumedFeatureBytes } from './read-features.ts';
import {
  createShownFeatures,
  type PlacesByFeature,
} from '../serializers/geojson/shown-features.ts';

/** The features of a layer that meet a filter. */
export type FilteredSource = FeatureSource & {
  readonly filter: LayerFilter;
  /** Finds the resource instances whose features can meet the filter; undefined if all can. */
  readonly candidates: Question | undefined;
};

export type FilteredPageRequest = {
  readonly after: TileKey | null;
  readonly limit: number;
  /** Whether all features are counted that meet the filter. */
  readonly countsAll: boolean;
};

/** A page of features that meet a filter. */
export type FilteredPage = {
  /** As `writeFeatures` writes them. */
  readonly features: readonly string[];
  /** The key of the last feature, after which the next page begins; null if no page follows. */
  readonly nextKey: TileKey | null;
  /** The number of features on all pages; undefined if not all were compared. */
  readonly matchedCount: number | undefined;
};

/** The most features that are compared for one page. */
const maxComparedFeatures = 150_000;

/** How many features are compared beyond a full first page, to count those that follow. */
const maxComparedForCount = 5000;

/** How many features the first call of a page reads, and by how much each later call reads more. */
const firstLength = 250;
const lengthFactor = 4;
const maxLength = 4000;

/** How many more resource instances than features the first batch of candidates has. */
const idsBeyondPage = 100;

/** The features of one call. */
type Chunk = {
  readonly parsed: ParsedFeatures;
  readonly features: readonly FeatureWithTiles[];
};

/**
 * Reads a page of the features that meet a filter. They are read chunk by chunk, and compared by what they show; the page ends when it is
 * full and one more feature is known to follow, so that no page with a next one is empty.
 * @rule GeoJSON and OGC API Features: How is a page of filtered features read, and how much work is it?
 * @throws InvalidInput if too many features are compared before one meets the filter; the errors of readMatchingBatches
 */
export async function readFilteredPage(
  source: FilteredSource,
  request: FilteredPageRequest,
): Promise<FilteredPage> {
  const page = new PageBuilder(source, request);
  for await (const chunk of readChunks(source, request)) {
    await page.add(chunk);
    if (page.isComplete) break;
  }
  return page.finish();
}

class PageBuilder {
  readonly #source: FilteredSource;
  readonly #request: FilteredPageRequest;
  readonly #isMet: ReturnType<typeof createEvaluation>;
  readonly #features: string[] = [];
  #bytes = 0;
  #compared = 0;
  #matched = 0;
  #lastKey: TileKey | null = null;
  /** Whether a feature that meets the filter follows the page. */
  #hasNext = false;
  #isStopped = false;
  #lastCompared: TileKey | null = null;

  constructor(source: FilteredSource, request: FilteredPageRequest) {
    this.#source = source;
    this.#request = request;
    this.#isMet = createEvaluation(source.filter);
  }

  /** Whether no more features need to be read. */
  get isComplete(): boolean {
    return this.#isStopped;
  }

  async add(chunk: Chunk): Promise<void> {
    this.#lastCompared = keyOf(chunk.features.at(-1)) ?? this.#lastCompared;
    const { query, baseUrl } = this.#source;
    const places = await readPlaces(this.#source, chunk.features);
    const show = createShownFeatures(chunk.parsed, query, places);
    const matching = chunk.features.filter((feature) => this.#isMet(show(feature)));
    this.#compared += chunk.features.length;
    this.#matched += matching.length;
    const onPage = this.#takeForPage(matching);
    const written = writeFeatures({ ...chunk.parsed, features: onPage }, query, baseUrl);
    for (const [index, text] of Array.from(written).entries()) {
      const size = Buffer.byteLength(text);
      if (this.#features.length > 0 && this.#bytes + size > maxPageChunkBytes) {
        this.#hasNext = true;
        break;
      }
      this.#features.push(text);
      this.#bytes += size;
      this.#lastKey = keyOf(onPage[index]);
    }
    this.#decideToStop();
  }

  /** The features of the page among some that meet the filter. */
  #takeForPage(matching: readonly FeatureWithTiles[]): readonly FeatureWithTiles[] {
    const { after, limit } = this.#request;
    const following = matching.filter((feature) => after === null || isAfter(feature, after));
    const onPage = this.#hasNext ? [] : following.slice(0, limit - this.#features.length);
    if (onPage.length < following.length) this.#hasNext = true;
    return onPage;
  }

  #decideToStop(): void {
    const { after, countsAll } = this.#request;
    const isCounted = countsAll || (after === null && this.#compared < maxComparedForCount);
    const isTooMuch = this.#compared >= maxComparedFeatures;
    this.#isStopped = (this.#hasNext && !isCounted) || isTooMuch;
  }

  finish(): FilteredPage {
    const { after, countsAll } = this.#request;
    if (this.#isStopped && this.#features.length === 0) throw tooManyComparedError();
    const isCounted = !this.#isStopped && (countsAll || after === null);
    // If no more could be compared, the next page goes on there.
    const endOfPage = this.#hasNext ? this.#lastKey : this.#lastCompared;
    return {
      features: this.#features,
      nextKey: this.#hasNext || this.#isStopped ? endOfPage : null,
      matchedCount: isCounted ? this.#matched : undefined,
    };
  }
}

const tooManyComparedError = (): InvalidInput =>
  new InvalidInput([
    {
      in: 'parameters',
      pointer: '/filter',
      code: 'invalid',
      detail: `filter: none of 150,000 features met the conditions, and there are more. Add bbox, or a condition with = or IN.`,
    },
  ]);

function keyOf(feature: FeatureWithTiles | undefined): TileKey | null {
  if (feature === undefined) return null;
  const { resourceId, tileId, id } = feature;
  return { resourceId, tileId, gid: Number(id) };
}

/** Whether a feature comes after a key. Ids have lower-case letters, whose order as texts is that of the database. */
function isAfter({ resourceId, tileId, id }: FeatureWithTiles, key: TileKey): boolean {
  if (resourceId !== key.resourceId) return resourceId > key.resourceId;
  if (tileId !== key.tileId) return tileId > key.tileId;
  return Number(id) > (key.gid ?? 0);
}

async function readPlaces(
  { dataApi, caller, filter }: FilteredSource,
  features: readonly FeatureWithTiles[],
): Promise<PlacesByFeature> {
  const places = listPlaces(filter).map(({ place }) => place);
  if (places.length === 0 || features.length === 0) return new Map();
  const gids = features.map(({ id }) => Number(id));
  return new Map(await runQuery(dataApi.read, findPlacesOfFeatures(caller, gids, places)));
}

/** Reads the features of a layer chunk by chunk, those of the candidates alone if there are any. */
async function* readChunks(
  source: FilteredSource,
  { after, limit, countsAll }: FilteredPageRequest,
): AsyncGenerator<Chunk> {
  const { candidates } = source;
  // All are counted from the first one on.
  const start = countsAll ? null : after;
  if (candidates === undefined) {
    yield* readRange(source, start, limit);
    return;
  }
  for await (const batch of readMatchingBatches(source, candidates, start, limit + idsBeyondPage)) {
    if (batch.source.query.resources?.length !== 0) {
      yield* readRange(batch.source, batch.after, limit);
    }
  }
}

async function* readRange(
  source: FeatureSource,
  start: TileKey | null,
  limit: number,
): AsyncGenerator<Chunk> {
  const { dataApi, caller, query, chunkBytes = maxPageChunkBytes } = source;
  let length = Math.min(Math.max(limit + 1, firstLength), maxLength);
  for (let after = start; ;) {
    const overhead = lineOverhead + assumedFeatureBytes;
    const range = { after, skipped: 0n, length, overhead, chunkBytes };
    const result = parseChunkRows(
      await dataApi.read(openRangeChunkStatement(caller, query, range)),
    );
    const { largeTile, page } = result;
    const parsed =
      largeTile === null
        ? result
        : parseChunkLines(
            await readDocument(dataApi, tileFeaturesStatement(caller, query, largeTile)),
          );
    yield { parsed, features: Array.from(parsed.features) };
    after = largeTile ?? result.after;
    const isEnd = largeTile === null && result.isRangeComplete && isLastRange(page, length);
    if (isEnd || after === null) return;
    length = Math.min(length * lengthFactor, maxLength);
  }
}

/** Whether a range of so many features is the last one, and all of its features are in the chunk. */
const isLastRange = (
  page: { readonly count: number; readonly covered: number } | null,
  length: number,
): boolean => page === null || (page.count <= length && page.covered === page.count);
