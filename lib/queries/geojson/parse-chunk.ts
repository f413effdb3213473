import * as z from 'zod';

import type { Row } from '../../data-api/client.ts';
import { InvalidDataApiCall } from '../../data-api/errors.ts';
import type { TileKey } from '../../model/geojson/feature-query.ts';
import { parseLossless } from '../../json/lossless-json.ts';
import { labelledValueSchema, type LabelledValue } from '../concepts/concept-labels.ts';
import {
  isFeatureLine,
  parseFeaturesWithTiles,
  uuidLength,
  type FeatureWithTiles,
} from './parse-features-with-tiles.ts';
import { tileKeySchema } from './tile-key.ts';
import { pageReaderSchema, type PageReader } from '../users/page-reader.ts';

const configSchema = z.record(z.string(), z.unknown());

const propertyNodeSchema = z
  .object({
    nodeId: z.string(),
    nodegroupPosition: z.number(),
    propertyName: z.string(),
    datatype: z.string(),
    config: configSchema,
  })
  .readonly();

const pointedValueSchema = z
  .object({
    tileId: z.string(),
    nodeId: z.string(),
    datatype: z.string(),
    config: configSchema,
    value: z.unknown(),
  })
  .readonly();

const namesByLanguageSchema = z.record(z.string(), z.string()).readonly();

/** A node whose values become properties. */
export type PropertyNode = z.output<typeof propertyNodeSchema>;

const layerRowSchema = z
  .object({
    language: z.string(),
    /** Whether the features have names: those of models have. */
    hasNames: z.boolean(),
  })
  .readonly();

export type LayerRow = z.output<typeof layerRowSchema>;

/** Features, and the sources of their properties. */
export type ParsedFeatures = {
  /** Null without a requested layer, and for an invisible one. */
  readonly layer: LayerRow | null;
  /** In the order of the model. */
  readonly nodes: readonly PropertyNode[];
  /** By the id of the concept value. */
  readonly labels: ReadonlyMap<string, LabelledValue>;
  /** Names by language, by the id of the resource instance: those of the features, and those that values mention. */
  readonly names: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** Values of other tiles to which values point, by tile id and node id, separated by a space. */
  readonly pointedValues: ReadonlyMap<string, z.output<typeof pointedValueSchema>>;
  /**
   * Features are parsed during the iteration. If a whole chunk were parsed at once, its objects would live so long that the
   * cheap garbage collection of young objects would not collect them.
   */
  readonly features: Iterable<FeatureWithTiles>;
};

/** The features of one call, and the end of its range. */
export type FeatureCallResult = ParsedFeatures & {
  /** The last complete tile; null if the range is empty. */
  readonly after: TileKey | null;
  /** Whether this call contains the end of the range. */
  readonly isRangeComplete: boolean;
  /** The next tile, if it has too many features for one call. */
  readonly largeTile: TileKey | null;
  /** Bytes of all lines. */
  readonly bytes: number;
  /** Null for a closed range. */
  readonly page: PageExtent | null;
};

/** The extent of an open range. */
export type PageExtent = {
  /** The number of tiles, up to one more than requested. */
  readonly count: number;
  /** The number of those tiles in the chunk. */
  readonly covered: number;
  /** The last requested tile; null if there are fewer. */
  readonly last: TileKey | null;
  /** The number of features on all pages of a layer, up to one more than `maxCountedFeatures`; null if not counted. */
  readonly matched: number | null;
  /** Whether the requested mobile project is visible; true without one. */
  readonly isProjectVisible: boolean;
  /** The reader of an HTML page. */
  readonly pageReader?: PageReader | undefined;
};

const headerSchema = z.object({
  isComplete: z.boolean(),
  lastIncluded: tileKeySchema.nullable(),
  first: tileKeySchema.nullable(),
  last: tileKeySchema.nullable(),
  page: z
    .object({
      count: z.number(),
      covered: z.number(),
      last: tileKeySchema.nullable(),
      matched: z.number().nullable().default(null),
      isProjectVisible: z.boolean().default(true),
      pageReader: pageReaderSchema.optional(),
    })
    .readonly()
    .nullable(),
});

function rowText(row: Row | undefined): string {
  const value = row?.[0];
  if (typeof value !== 'string') throw new InvalidDataApiCall('A row of features is not text.');
  return value;
}

/** Parses the rows of a statement of feature-chunk.ts. @throws ZodError, InvalidDataApiCall for unexpected rows */
export function parseChunkRows([headerRow, ...lineRows]: readonly Row[]): FeatureCallResult {
  const header = headerSchema.parse(JSON.parse(rowText(headerRow)));
  const texts = lineRows.map(rowText);
  const { isComplete, lastIncluded, last, page } = header;
  return {
    ...parseChunkLines(splitIntoLines(texts)),
    after: isComplete ? last : lastIncluded,
    isRangeComplete: isComplete,
    largeTile: !isComplete && lastIncluded === null ? header.first : null,
    bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
    page,
  };
}

/** Splits texts into lines. A line can continue in the next text; joining all texts would need twice the memory. */
function* splitIntoLines(texts: readonly string[]): Generator<string> {
  let unfinished = '';
  for (const text of texts) {
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      yield unfinished + text.slice(start, end);
      unfinished = '';
      start = end + 1;
    }
    unfinished += text.slice(start);
  }
}

/**
 * Parses the lines of features and of their property sources (property-sources.ts); shared lines come first.
 * @throws ZodError, also during the iteration of the features
 */
export function parseChunkLines(lines: Iterable<string>): ParsedFeatures {
  let layer: LayerRow | null = null;
  const geometryNodes: string[] = [];
  const nodes: PropertyNode[] = [];
  const labels = new Map<string, LabelledValue>();
  const names = new Map<string, Readonly<Record<string, string>>>();
  const pointedValues = new Map<string, z.output<typeof pointedValueSchema>>();
  // By the first letter of a line (property-sources.ts).
  const lineParsers: Readonly<Record<string, (line: string) => void>> = {
    c: (line) => {
      layer = layerRowSchema.parse(JSON.parse(line.slice(1)));
    },
    g: (line) => geometryNodes.push(line.slice(1)),
    n: (line) => nodes.push(propertyNodeSchema.parse(JSON.parse(line.slice(1)))),
    l: (line) => {
      const label = labelledValueSchema.parse(JSON.parse(line.slice(1)));
      labels.set(label.valueId, label);
    },
    r: (line) => {
      const namesJson = line.slice(1 + uuidLength);
      names.set(line.slice(1, 1 + uuidLength), namesByLanguageSchema.parse(JSON.parse(namesJson)));
    },
    p: (line) => {
      const pointed = pointedValueSchema.parse(parseLossless(line.slice(1)));
      pointedValues.set(`${pointed.tileId} ${pointed.nodeId}`, pointed);
    },
  };
  const iterator = lines[Symbol.iterator]();
  let next = iterator.next();
  for (; next.done !== true && !isFeatureLine(next.value); next = iterator.next()) {
    lineParsers[next.value.charAt(0)]?.(next.value);
  }
  const features = parseFeaturesWithTiles(remainder(next, iterator), geometryNodes, (line) =>
    lineParsers.r?.(line),
  );
  return { layer, nodes, labels, names, pointedValues, features };
}

/** Yields the item of an iterator result, and all items after it. */
function* remainder<Item>(first: IteratorResult<Item>, iterator: Iterator<Item>): Generator<Item> {
  for (let next = first; next.done !== true; next = iterator.next()) yield next.value;
}
