import type { MessageValues } from '../words/message-values.generated.ts';

/** The messages of the map's script. */
export type MapMessageKey = Extract<keyof MessageValues, `map-script.${string}`>;

/** The words of the map, of which its script makes texts. */
export type MapWords = {
  /** The language tag by whose rules numbers and plurals are written. */
  readonly locale: string;
  /** ICU messages by key. */
  readonly messages: Readonly<Record<string, string>>;
};

/** West, south, east and north, in degrees. */
export type Bounds = readonly [number, number, number, number];

/** The options that a page passes to the script of the map (lib/browser/map). Paths begin with a slash. */
export type MapOptions = {
  readonly words: MapWords;
  /** The path of the tileset with all records that the reader may see, without a slash at the end. */
  readonly tiles: string;
  /** The path of the pages of resource instances, with a slash at the end. */
  readonly resources: string;
  /** The query of the tiles: the conditions of the records. Empty, or with its question mark. */
  readonly query?: string;
  readonly worker: string;
  readonly stylesheet: string;
  /** The paths of GeoJSON with the land and the borders of the world: first coarse for small scales, then detailed. */
  readonly outlines: readonly [string, string];
  /** The URL of the project's own style, which replaces the outlines. */
  readonly ownStyle?: string | undefined;
  /** The resource instance that the map highlights, and the area that the map shows at first. */
  readonly resource?: { readonly id: string; readonly bounds: Bounds };
  /** Whether the map is the main content of its page. Then the URL stores its position, and models and records in view are listed. */
  readonly isWholePage: boolean;
};
