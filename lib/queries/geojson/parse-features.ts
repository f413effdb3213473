/** The length of a UUID. */
export const uuidLength = 36;

/** A stored feature. Its properties and its geometry are JSON strings. */
export type StoredFeature = {
  readonly resourceId: string;
  readonly tileId: string;
  readonly nodeId: string;
  /** The number of a feature of a layer, otherwise its UUID; empty if it is not needed (feature-lines.ts). */
  readonly id: string;
  readonly properties: string;
  readonly geometry: string;
};

/** A tile whose values become properties of the features of its resource instance. */
export type ValueTile = {
  /** The position of its nodegroup in the model, as in `PropertyNode`. */
  readonly nodegroupPlace: number;
  readonly sortOrder: number;
  readonly tileId: string;
  /** The values by node id: a JSON string of an object. */
  readonly data: string;
};

export type FeatureWithTiles = StoredFeature & {
  /** In order; the features of one resource instance share the list. */
  readonly tiles: readonly ValueTile[];
};

/** Whether a line belongs to one feature or its value tiles; other lines are shared by all features. */
export function isFeatureLine(line: string): boolean {
  return line.startsWith('f') || line.startsWith('v');
}

/**
 * Parses the lines of features (feature-lines.ts), one feature at a time.
 * @param geometryNodes ids of the geometry nodes, by position
 * @param readName handles the line with the name of a resource instance
 */
export function* parseFeatures(
  lines: Iterable<string>,
  geometryNodes: readonly string[],
  readName: (line: string) => void,
): Generator<FeatureWithTiles> {
  let resourceId = '';
  let tiles: readonly ValueTile[] = [];
  let next: ValueTile[] = [];
  for (const line of lines) {
    if (line.startsWith('v')) next.push(valueTile(line));
    else if (line.startsWith('r')) readName(line);
    else {
      const feature = storedFeature(line, geometryNodes);
      // The tiles of a resource instance come before its first feature.
      if (feature.resourceId !== resourceId) {
        ({ resourceId } = feature);
        tiles = next.length > 1 ? next.toSorted(inOrder) : next;
        next = [];
      }
      yield { ...feature, tiles };
    }
  }
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

/** Ordered by nodegroup, sort order and id. Ids have the same length, so they compare as in the database. */
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
