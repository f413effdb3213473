/** A resource model. Its records form a layer of the tiles. */
export type Model = {
  /** The name of the layer in the tiles. */
  readonly layer: string;
  readonly name: string;
};

type TileJson = {
  readonly vector_layers: readonly { readonly id: string; readonly description: string }[];
};

/**
 * Fetches the models that the reader may see, sorted by name.
 * @param tilesetPath the path of the tileset
 * @throws Error if the service responds with an error
 */
export async function fetchModels(tilesetPath: string): Promise<readonly Model[]> {
  const response = await fetch(`${tilesetPath}?format=tilejson`);
  if (!response.ok) throw new Error(`The service responded with status ${response.status}.`);
  const { vector_layers: layers }: TileJson = await response.json();
  return layers
    .map(({ id, description }) => ({ layer: id, name: description }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}
