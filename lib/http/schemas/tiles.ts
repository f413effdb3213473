import * as z from 'zod';

import { anyObjectSchema, uuidSchema } from './common.ts';

/** A tile (specification). */
export const tileRecord = z
  .object({
    tileid: uuidSchema,
    data: anyObjectSchema.meta({ description: 'The value of each node, by its id.' }),
    nodegroup_id: uuidSchema,
    parenttile_id: uuidSchema.nullable(),
    provisionaledits: z.unknown().meta({
      description: 'Proposed values, visible to their authors and to reviewers; null if none.',
    }),
    resourceinstance_id: uuidSchema,
    sortorder: z.int32().nullable(),
  })
  .meta({ id: 'Tile', description: 'A tile of a resource instance.' });

/** The response if a stored tile is too large to be sent. */
export const storedTile = z
  .object({ tileid: uuidSchema, nodegroup_id: uuidSchema, resourceinstance_id: uuidSchema })
  .meta({ id: 'StoredTile' });

export const pendingReview = z.array(uuidSchema).min(1).optional().meta({
  description: 'The tiles with changes that wait for a reviewer; absent if there are none.',
});

/** A tile in the response to a write. */
export const writtenTile = tileRecord
  .extend({ pending_review: pendingReview })
  .meta({ id: 'WrittenTile', description: 'The stored tile.' });

const optionalId = z.union([uuidSchema, z.literal('')]).nullish();

/** A tile in a request. Other members, which clients of Arches send, are ignored. */
export const tileInput = z
  .looseObject({
    tileid: optionalId,
    nodegroup_id: uuidSchema,
    parenttile_id: optionalId,
    resourceinstance_id: optionalId,
    sortorder: z.int32().nullish(),
    data: anyObjectSchema,
  })
  .meta({ id: 'SentTile', description: 'A tile to be stored.' });
