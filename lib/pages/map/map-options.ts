/** West, south, east and north in degrees. */
export type Bounds = readonly [number, number, number, number];

/** What a page hands to the script of the map (lib/browser/map). Paths begin with a slash. */
export type MapOptions = {
  /** Where the tiles of all that the reader may see are, without a slash at the end. */
  readonly tiles: string;
  /** Where the pages of resource instances are, with a slash at the end. */
  readonly resources: string;
  readonly worker: string;
  readonly stylesheet: string;
  /** GeoJSON with the land and the borders of the world: coarse for small scales, and detailed. */
  readonly outlines: readonly [string, string];
  /** The URL of the project's own style, which replaces the outlines. */
  readonly ownStyle?: string | undefined;
  /** The resource instance that the map highlights, and what it shows at first. */
  readonly resource?: { readonly id: string; readonly bounds: Bounds };
  /** Whether the map is what its page is about: with the address bar, the list of records and the choice of models. */
  readonly isWholePage: boolean;
};
