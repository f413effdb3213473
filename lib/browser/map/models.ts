import type { Bounds } from '../../pages/map/map-options.ts';

/** A resource model. Its records form a layer of the tiles. */
export type Model = {
  /** The name of the layer in the tiles. */
  readonly layer: string;
  readonly name: string;
};

/** What the tiles of everything show to the reader. */
export type Tileset = {
  /** Sorted by name. */
  readonly models: readonly Model[];
  /** The extent of all records; undefined if there are none. */
  readonly bounds: Bounds | undefined;
};

type TileJson = {
  readonly bounds: Bounds;
  /** Only if there are features. */
  readonly center?: unknown;
  readonly vector_layers: readonly { readonly id: string; readonly description: string }[];
};

/**
 * Fetches the models that the reader may see, and the extent of their records.
 * @param tilesetPath the path of the tileset
 * @throws Error if the service responds with an error
 */
export async function fetchTileset(tilesetPath: string): Promise<Tileset> {
  const response = await fetch(`${tilesetPath}?format=tilejson`);
  if (!response.ok) throw new Error(`The service responded with status ${response.status}.`);
  const { vector_layers: layers, bounds, center }: TileJson = await response.json();
  const models = layers
    .map(({ id, description }) => ({ layer: id, name: description }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return { models, bounds: center === undefined ? undefined : bounds };
}
