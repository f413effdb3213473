import * as z from 'zod';

import { millNodes } from './mill-service.ts';

const tile = z.looseObject({
  tileid: z.string(),
  nodegroup_id: z.string(),
  resourceinstance_id: z.string(),
  data: z.record(
    z.string(),
    z.object({
      type: z.literal('FeatureCollection'),
      features: z.array(
        z.object({
          type: z.literal('Feature'),
          id: z.string(),
          properties: z.object({}),
          geometry: z.object({ type: z.string(), coordinates: z.json() }),
        }),
      ),
    }),
  ),
});

/** Parses an answer with the place tile of a mill. @returns the ids of the tile, and the features of the place */
export async function parseStoredPlace(response: Response) {
  const { data, ...ids } = tile.parse(await response.json());
  return { ...ids, features: data[millNodes.geometry]?.features ?? [] };
}
