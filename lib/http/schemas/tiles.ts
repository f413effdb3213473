import * as z from 'zod';

import { anyObjectSchema, uuidSchema } from './common.ts';

/** A tile (specification). Values are by the id of their node. */
export const tileRecord = z
  .object({
    tileid: uuidSchema,
    data: anyObjectSchema.meta({ description: 'The value of each node, by its id.' }),
    nodegroup_id: uuidSchema,
    parenttile_id: uuidSchema.nullable(),
    provisionaledits: z
      .unknown()
      .meta({ description: 'Proposed values, for their authors and for reviewers; null if none.' }),
    resourceinstance_id: uuidSchema,
    sortorder: z.int32().nullable(),
  })
  .meta({ id: 'Tile', description: 'A tile of a resource instance.' });

/** A tile that was stored and is too large to be shown. */
export const storedTile = z
  .object({ tileid: uuidSchema, nodegroup_id: uuidSchema, resourceinstance_id: uuidSchema })
  .meta({ id: 'StoredTile' });

/** The tiles of a request that wait for a reviewer; absent where none do. */
export const pendingReview = z.array(uuidSchema).min(1).optional().meta({
  description: 'The tiles in which what was written waits for a reviewer; absent where none does.',
});

/** A tile as the answer to its writer has it. */
export const writtenTile = tileRecord
  .extend({ pending_review: pendingReview })
  .meta({ id: 'WrittenTile', description: 'A tile as it is stored.' });

const idOrNothing = z.union([uuidSchema, z.literal('')]).nullish();

/** A tile as it may be sent. What an existing client sends besides is not read. */
export const sentTile = z
  .looseObject({
    tileid: idOrNothing,
    nodegroup_id: uuidSchema,
    parenttile_id: idOrNothing,
    resourceinstance_id: idOrNothing,
    sortorder: z.int32().nullish(),
    data: anyObjectSchema,
  })
  .meta({ id: 'SentTile', description: 'A tile to be stored.' });
