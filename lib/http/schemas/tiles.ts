import * as z from 'zod';

import { anyMembers, uuid } from './words.ts';

/** A tile (specification). Values are by the id of their node. */
export const tileRecord = z
  .object({
    tileid: uuid,
    data: anyMembers.meta({ description: 'The value of each node, by its id.' }),
    nodegroup_id: uuid,
    parenttile_id: uuid.nullable(),
    provisionaledits: z
      .unknown()
      .meta({ description: 'Proposed values, for their authors and for reviewers; null if none.' }),
    resourceinstance_id: uuid,
    sortorder: z.int32().nullable(),
  })
  .meta({ id: 'Tile', description: 'A tile of a resource instance.' });

/** A tile that was stored and is too large to be shown. */
export const storedTile = z
  .object({ tileid: uuid, nodegroup_id: uuid, resourceinstance_id: uuid })
  .meta({ id: 'StoredTile' });

/** The tiles of a request that wait for a reviewer; absent where none do. */
export const pendingReview = z.array(uuid).min(1).optional().meta({
  description: 'The tiles in which what was written waits for a reviewer; absent where none does.',
});

/** A tile as the answer to its writer has it. */
export const writtenTile = tileRecord
  .extend({ pending_review: pendingReview })
  .meta({ id: 'WrittenTile', description: 'A tile as it is stored.' });

const idOrNothing = z.union([uuid, z.literal('')]).nullish();

/** A tile as it may be sent. What an existing client sends besides is not read. */
export const sentTile = z
  .looseObject({
    tileid: idOrNothing,
    nodegroup_id: uuid,
    parenttile_id: idOrNothing,
    resourceinstance_id: idOrNothing,
    sortorder: z.int32().nullish(),
    data: anyMembers,
  })
  .meta({ id: 'SentTile', description: 'A tile to be stored.' });
