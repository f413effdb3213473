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
    sortorder: z.int().nullable(),
  })
  .meta({ id: 'Tile', description: 'A tile of a resource instance.' });

/** A tile that was stored and is too large to be shown. */
export const storedTile = z
  .object({ tileid: uuid, nodegroup_id: uuid, resourceinstance_id: uuid })
  .meta({ id: 'StoredTile' });

const idOrNothing = z.union([uuid, z.literal('')]).nullish();

/** A tile as it may be sent. What an existing client sends besides is not read. */
export const sentTile = z
  .looseObject({
    tileid: idOrNothing,
    nodegroup_id: uuid,
    parenttile_id: idOrNothing,
    resourceinstance_id: idOrNothing,
    sortorder: z.int().nullish(),
    data: anyMembers,
  })
  .meta({ id: 'SentTile', description: 'A tile to be stored.' });
