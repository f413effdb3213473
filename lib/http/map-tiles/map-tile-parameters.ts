import * as z from 'zod';

import * as descriptions from '../description/descriptions.ts';
import type { ResponseDescription } from '../operation.ts';
import { indentParameter } from '../parameters/types/numbers.ts';
import { formatParameter } from '../parameters/types/texts.ts';

/** The parameters of vector tiles. */
export const mapTileParameters = z.object({ format: formatParameter('mvt: a vector tile.') });

/** The parameters of lists of tilesets and tile matrix sets. */
export const tilesetMetadataParameters = z.object({
  indent: indentParameter,
  format: formatParameter('json.'),
});

/** The parameters of tilesets. */
export const tilesetParameters = z.object({
  indent: indentParameter,
  format: formatParameter('json, or tilejson for maps.'),
});

const vectorTile = {
  description: 'The tile. It shows up to 5,000 features.',
  body: { 'application/vnd.mapbox-vector-tile': 'vectorTileBody' },
} satisfies ResponseDescription;

/** The responses of tiles below /ogc. */
export const mapTileResponses = {
  200: vectorTile,
  204: 'The tile is empty.',
  304: descriptions.notModified,
  404: 'There is no such tile, or no such collection that the caller may read.',
} as const;

/** The responses of tiles for clients of the former platform. */
export const nodeMapTileResponses = {
  200: vectorTile,
  304: descriptions.notModified,
  404: 'The tile is empty, or there is no such geometry node that the caller may read.',
} as const;
