import * as z from 'zod';

import type { Row } from '../../data-api/client.ts';
import { DataApiRefused } from '../../data-api/errors.ts';
import type { TileKey } from '../../geojson/feature-query.ts';
import { parseLossless } from '../../json/lossless-json.ts';
import { labelledValue, type LabelledValue } from '../concepts/concept-labels.ts';
import { tileKey } from './tile-key.ts';

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

/** A feature as it is stored; its properties and its geometry are JSON texts. */
export type StoredFeature = {
  readonly resourceId: string;
  readonly tileId: string;
  readonly nodeId: string;
  /** The number of a feature of a layer; else its UUID, empty where none is written (feature-lines.ts). */
  readonly id: string;
  readonly properties: string;
  readonly geometry: string;
};

/** A tile whose values become properties of the features of its resource instance. */
export type ValueTile = {
  /** The place of its nodegroup in the model, as nodes have it. */
  readonly nodegroupPlace: number;
  readonly sortOrder: number;
  readonly tileId: string;
  /** JSON text of an object: the values by node id. */
  readonly data: string;
};

/** The spatial view whose layer is read. */
const foundLayer = z.object({ language: z.string() }).readonly();

export type FoundLayer = z.output<typeof foundLayer>;

/** Features, with what their properties are made of. */
export type FoundFeatures = {
  /** Null where no layer is asked for, and where there is none that the caller may see. */
  readonly layer: FoundLayer | null;
  /** In the order of the model. */
  readonly nodes: readonly PropertyNode[];
  /** By the id of the concept value. */
  readonly labels: ReadonlyMap<string, LabelledValue>;
  /** Names by language of the resource instances of the features, and of those that values mention: by id. */
  readonly names: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** Values of nodes of other tiles, to which values point: by tile id and node id with a space between. */
  readonly pointedValues: ReadonlyMap<string, z.output<typeof pointedValue>>;
  /** In their order, by resource id. */
  readonly values: ReadonlyMap<string, readonly ValueTile[]>;
  readonly features: readonly StoredFeature[];
};

/** The features that one call brought, and where they end. */
export type FoundPiece = FoundFeatures & {
  /** The last tile that the piece is about: all of its stretch up to it has come. Null where there is nothing in the stretch. */
  readonly after: TileKey | null;
  /** Whether the stretch ends with it. */
  readonly isWhole: boolean;
  /** The next tile, where its features are too many for one call. */
  readonly largeTile: TileKey | null;
  /** Bytes of all lines. */
  readonly bytes: number;
  /** Of a stretch without ends; null elsewhere. */
  readonly page: FoundPage | null;
};

/** How far a stretch without ends reaches. */
export type FoundPage = {
  /** Tiles that were found, one more than asked for at most. */
  readonly count: number;
  /** How many of them the piece is about. */
  readonly covered: number;
  /** The last one that was asked for; null where there are fewer. */
  readonly last: TileKey | null;
  /** The features of all pages of a layer, one more than `mostCounted` where there are more; null where they were not counted. */
  readonly matched: number | null;
  /** Whether the caller may know of the mobile project that is asked for; true where none is. */
  readonly knowsProject: boolean;
};

const head = z.object({
  isEnough: z.boolean(),
  given: tileKey.nullable(),
  first: tileKey.nullable(),
  last: tileKey.nullable(),
  page: z
    .object({
      count: z.number(),
      covered: z.number(),
      last: tileKey.nullable(),
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

/** Reads the rows of a statement of feature-piece.ts. @throws ZodError, DataApiRefused where they are not what that gives */
export function readPiece([first, ...slices]: readonly Row[]): FoundPiece {
  const told = head.parse(JSON.parse(textOf(first)));
  const text = slices.map(textOf).join('');
  const { isEnough, given, last, page } = told;
  return {
    ...readLines(text === '' ? [] : text.slice(0, -1).split('\n')),
    after: isEnough ? last : given,
    isWhole: isEnough,
    largeTile: !isEnough && given === null ? told.first : null,
    bytes: text.length,
    page,
  };
}

const uuidLength = 36;

/** Reads the lines of features and of what their properties are made of (piece-contents.ts). @throws ZodError */
export function readLines(lines: readonly string[]): FoundFeatures {
  let layer: FoundLayer | null = null;
  const geometryNodes: string[] = [];
  const nodes: PropertyNode[] = [];
  const labels = new Map<string, LabelledValue>();
  const names = new Map<string, Readonly<Record<string, string>>>();
  const pointedValues = new Map<string, z.output<typeof pointedValue>>();
  const values = new Map<string, readonly ValueTile[]>();
  const tiles: ValueTile[] = [];
  const features: StoredFeature[] = [];
  const readers: Readonly<Record<string, (line: string) => void>> = {
    c: (line) => {
      layer = foundLayer.parse(JSON.parse(line.slice(1)));
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
    v: (line) => tiles.push(valueTile(line)),
    f: (line) => {
      const feature = storedFeature(line, geometryNodes);
      features.push(feature);
      // They come before the first feature of their resource instance.
      if (tiles.length === 0) return;
      values.set(feature.resourceId, tiles.toSorted(inOrder));
      tiles.length = 0;
    },
  };
  for (const line of lines) readers[line.charAt(0)]?.(line);
  return { layer, nodes, labels, names, pointedValues, values, features };
}

function valueTile(line: string): ValueTile {
  const sortOrder = line.indexOf('\t') + 1;
  const tile = line.indexOf('\t', sortOrder) + 1;
  return {
    nodegroupPlace: Number(line.slice(1, sortOrder - 1)),
    sortOrder: Number(line.slice(sortOrder, tile - 1)),
    tileId: line.slice(tile, tile + uuidLength),
    data: line.slice(tile + uuidLength),
  };
}

/** By nodegroup, sort order and id: ids have one length, so that their letters are compared as the database compares them. */
function inOrder(one: ValueTile, other: ValueTile): number {
  return (
    one.nodegroupPlace - other.nodegroupPlace ||
    one.sortOrder - other.sortOrder ||
    (one.tileId < other.tileId ? -1 : 1)
  );
}

function storedFeature(line: string, geometryNodes: readonly string[]): StoredFeature {
  const tile = 1 + uuidLength;
  const node = tile + uuidLength;
  const id = line.indexOf('\t', node) + 1;
  const properties = line.indexOf('\t', id) + 1;
  const geometry = line.indexOf('\t', properties) + 1;
  return {
    resourceId: line.slice(1, tile),
    tileId: line.slice(tile, node),
    nodeId: geometryNodes[Number(line.slice(node, id - 1)) - 1] ?? '',
    id: line.slice(id, properties - 1),
    properties: line.slice(properties, geometry - 1),
    geometry: line.slice(geometry),
  };
}
