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

/** What an answer tells of a tile with the place of a mill: its ids, and the features of the place. */
export async function storedPlace(response: Response) {
  const { data, ...ids } = tile.parse(await response.json());
  return { ...ids, features: data[millNodes.geometry]?.features ?? [] };
}
