import * as z from 'zod';

import type { Row } from '../../data-api/client.ts';
import { DataApiRefused } from '../../data-api/errors.ts';
import type { TileKey } from '../../model/geojson/feature-query.ts';
import { parseLossless } from '../../json/lossless-json.ts';
import { labelledValue, type LabelledValue } from '../concepts/concept-labels.ts';
import {
  isFeatureLine,
  parseFeatures,
  uuidLength,
  type FeatureWithTiles,
} from './parse-features.ts';
import { tileKeySchema } from './tile-key.ts';

const config = z.record(z.string(), z.unknown());

const propertyNode = z
  .object({
    nodeId: z.string(),
    nodegroupPlace: z.number(),
    propertyName: z.string(),
    datatype: z.string(),
    config,
  })
  .readonly();

const pointedValue = z
  .object({
    tileId: z.string(),
    nodeId: z.string(),
    datatype: z.string(),
    config,
    value: z.unknown(),
  })
  .readonly();

const namesByLanguage = z.record(z.string(), z.string()).readonly();

/** A node whose values become properties. */
export type PropertyNode = z.output<typeof propertyNode>;

/** The spatial view whose layer is read. */
const layerRow = z.object({ language: z.string() }).readonly();

export type LayerRow = z.output<typeof layerRow>;

/** Features, with what their properties are made of. */
export type ParsedFeatures = {
  /** Null where no layer is requested, and where there is none that the caller may see. */
  readonly layer: LayerRow | null;
  /** In the order of the model. */
  readonly nodes: readonly PropertyNode[];
  /** By the id of the concept value. */
  readonly labels: ReadonlyMap<string, LabelledValue>;
  /** Names by language of the resource instances of the features, and of those that values mention: by id. */
  readonly names: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** Values of nodes of other tiles, to which values point: by tile id and node id with a space between. */
  readonly pointedValues: ReadonlyMap<string, z.output<typeof pointedValue>>;
  /** They can be gone through once, and are read meanwhile: those of a whole chunk would outlive what is cheap to take away. */
  readonly features: Iterable<FeatureWithTiles>;
};

/** The features that one call brought, and where they end. */
export type FeatureCallResult = ParsedFeatures & {
  /** The last tile that the chunk is about: all of its range up to it has come. Null where there is nothing in the range. */
  readonly after: TileKey | null;
  /** Whether the range ends with it. */
  readonly isWhole: boolean;
  /** The next tile, where its features are too many for one call. */
  readonly largeTile: TileKey | null;
  /** Bytes of all lines. */
  readonly bytes: number;
  /** Of a range without ends; null elsewhere. */
  readonly page: PageExtent | null;
};

/** How far a range without ends reaches. */
export type PageExtent = {
  /** Tiles that there are, one more than requested at most. */
  readonly count: number;
  /** How many of them the chunk is about. */
  readonly covered: number;
  /** The last one that was requested; null where there are fewer. */
  readonly last: TileKey | null;
  /** The features of all pages of a layer, one more than `mostCounted` where there are more; null where they were not counted. */
  readonly matched: number | null;
  /** Whether the caller may know of the mobile project that is requested; true where none is. */
  readonly knowsProject: boolean;
};

const head = z.object({
  isEnough: z.boolean(),
  given: tileKeySchema.nullable(),
  first: tileKeySchema.nullable(),
  last: tileKeySchema.nullable(),
  page: z
    .object({
      count: z.number(),
      covered: z.number(),
      last: tileKeySchema.nullable(),
      matched: z.number().nullable().default(null),
      knowsProject: z.boolean().default(true),
    })
    .readonly()
    .nullable(),
});

function textOf(row: Row | undefined): string {
  const value = row?.[0];
  if (typeof value !== 'string') throw new DataApiRefused('A row of features is not text.');
  return value;
}

/** Reads the rows of a statement of feature-chunk.ts. @throws ZodError, DataApiRefused where they are not what that gives */
export function parseFeatureChunk([first, ...rows]: readonly Row[]): FeatureCallResult {
  const told = head.parse(JSON.parse(textOf(first)));
  const texts = rows.map(textOf);
  const { isEnough, given, last, page } = told;
  return {
    ...parseFeatureLines(linesOf(texts)),
    after: isEnough ? last : given,
    isWhole: isEnough,
    largeTile: !isEnough && given === null ? told.first : null,
    bytes: texts.reduce((sum, text) => sum + text.length, 0),
    page,
  };
}

/** The lines of texts, each of which ends with a line break; one may begin in one text and end in another. Joined, the texts would take their room once more. */
function* linesOf(texts: readonly string[]): Generator<string> {
  let begun = '';
  for (const text of texts) {
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      yield begun + text.slice(start, end);
      begun = '';
      start = end + 1;
    }
    begun += text.slice(start);
  }
}

/**
 * Reads the lines of features and of what their properties are made of (chunk-contents.ts); those that all features share come first.
 * @throws ZodError, here or where the features are gone through
 */
export function parseFeatureLines(lines: Iterable<string>): ParsedFeatures {
  let layer: LayerRow | null = null;
  const geometryNodes: string[] = [];
  const nodes: PropertyNode[] = [];
  const labels = new Map<string, LabelledValue>();
  const names = new Map<string, Readonly<Record<string, string>>>();
  const pointedValues = new Map<string, z.output<typeof pointedValue>>();
  const readers: Readonly<Record<string, (line: string) => void>> = {
    c: (line) => {
      layer = layerRow.parse(JSON.parse(line.slice(1)));
    },
    g: (line) => geometryNodes.push(line.slice(1)),
    n: (line) => nodes.push(propertyNode.parse(JSON.parse(line.slice(1)))),
    l: (line) => {
      const label = labelledValue.parse(JSON.parse(line.slice(1)));
      labels.set(label.valueId, label);
    },
    r: (line) => {
      const text = line.slice(1 + uuidLength);
      names.set(line.slice(1, 1 + uuidLength), namesByLanguage.parse(JSON.parse(text)));
    },
    p: (line) => {
      const pointed = pointedValue.parse(parseLossless(line.slice(1)));
      pointedValues.set(`${pointed.tileId} ${pointed.nodeId}`, pointed);
    },
  };
  const rest = lines[Symbol.iterator]();
  let next = rest.next();
  for (; next.done !== true && !isFeatureLine(next.value); next = rest.next()) {
    readers[next.value.charAt(0)]?.(next.value);
  }
  const features = parseFeatures(behind(next, rest), geometryNodes, (line) => readers.r?.(line));
  return { layer, nodes, labels, names, pointedValues, features };
}

/** What an iterator gives from a place on. */
function* behind<Item>(from: IteratorResult<Item>, rest: Iterator<Item>): Generator<Item> {
  for (let next = from; next.done !== true; next = rest.next()) yield next.value;
}
