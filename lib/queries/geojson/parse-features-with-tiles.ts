import { compareTiles, type TilePlace } from '../../model/resources/tile-order.ts';

/** The length of a UUID. */
export const uuidLength = 36;

/** A stored feature. Its properties and its geometry are JSON strings. */
export type StoredFeature = {
  readonly resourceId: string;
  readonly tileId: string;
  readonly nodeId: string;
  /** The gid of a feature of a layer, otherwise its UUID; empty if it is not needed (feature-lines.ts). */
  readonly id: string;
  readonly properties: string;
  readonly geometry: string;
};

/** A tile whose values become properties of the features of its resource instance. */
export type ValueTile = TilePlace & {
  /** The position of its nodegroup in the model, as in `PropertyNode`. */
  readonly nodegroupPosition: number;
  /** The values by node id: a JSON string of an object. */
  readonly data: string;
};

export type FeatureWithTiles = StoredFeature & {
  /** In order; the features of one resource instance share the list. */
  readonly tiles: readonly ValueTile[];
};

/**
 * Whether a line is that of a feature or of a value tile. `parseChunkLines` parses the lines before the first such
 * line: those that all features share, and that with the name of the first resource instance.
 */
export function isFeatureLine(line: string): boolean {
  return line.startsWith('f') || line.startsWith('v');
}

/**
 * Parses the lines of features (feature-lines.ts), one feature at a time.
 * @rule GeoJSON and OGC API Features: Which kinds of lines does a chunk of features have?
 * @param geometryNodes ids of the geometry nodes, by position
 * @param handleNameLine is called for each line with a name, before the features of its resource instance
 */
export function* parseFeaturesWithTiles(
  lines: Iterable<string>,
  geometryNodes: readonly string[],
  handleNameLine: (line: string) => void,
): Generator<FeatureWithTiles> {
  let resourceId = '';
  let tiles: readonly ValueTile[] = [];
  let nextTiles: ValueTile[] = [];
  for (const line of lines) {
    if (line.startsWith('v')) nextTiles.push(parseValueTile(line));
    else if (line.startsWith('r')) handleNameLine(line);
    else {
      const feature = parseStoredFeature(line, geometryNodes);
      // The tiles of a resource instance come before its first feature.
      if (feature.resourceId !== resourceId) {
        ({ resourceId } = feature);
        tiles = nextTiles.length > 1 ? nextTiles.toSorted(compareValueTiles) : nextTiles;
        nextTiles = [];
      }
      yield { ...feature, tiles };
    }
  }
}

/** Parses `v` and four fields with tabs between them: position of the nodegroup, sort order, position, and tile id directly followed by the data. */
function parseValueTile(line: string): ValueTile {
  const sortOrderStart = line.indexOf('\t') + 1;
  const positionStart = line.indexOf('\t', sortOrderStart) + 1;
  const tileStart = line.indexOf('\t', positionStart) + 1;
  return {
    nodegroupPosition: Number(line.slice(1, sortOrderStart - 1)),
    sortOrder: Number(line.slice(sortOrderStart, positionStart - 1)),
    position: Number(line.slice(positionStart, tileStart - 1)),
    tileId: line.slice(tileStart, tileStart + uuidLength),
    data: line.slice(tileStart + uuidLength),
  };
}

function compareValueTiles(left: ValueTile, right: ValueTile): number {
  return left.nodegroupPosition - right.nodegroupPosition || compareTiles(left, right);
}

/**
 * Parses four fields with tabs between them: `f` directly followed by the ids of resource instance and tile and the position
 * of the node; then the id, the properties and the geometry.
 */
function parseStoredFeature(line: string, geometryNodes: readonly string[]): StoredFeature {
  const tileStart = 1 + uuidLength;
  const nodeStart = tileStart + uuidLength;
  const idStart = line.indexOf('\t', nodeStart) + 1;
  const propertiesStart = line.indexOf('\t', idStart) + 1;
  const geometryStart = line.indexOf('\t', propertiesStart) + 1;
  return {
    resourceId: line.slice(1, tileStart),
    tileId: line.slice(tileStart, nodeStart),
    nodeId: geometryNodes[Number(line.slice(nodeStart, idStart - 1)) - 1] ?? '',
    id: line.slice(idStart, propertiesStart - 1),
    properties: line.slice(propertiesStart, geometryStart - 1),
    geometry: line.slice(geometryStart),
  };
}
