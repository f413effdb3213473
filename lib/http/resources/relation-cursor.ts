import * as z from 'zod';

import { isUuid, parseResourceId } from '../../model/ids.ts';
import { relationParts, type RelationPosition } from '../../model/resources/relation-parts.ts';
import type { ListedRelation } from '../../queries/resources/relation-rows.ts';
import { cursorParameter } from '../parameters/cursor.ts';

const uuid = z.string().refine(isUuid);

const positionSchema = z
  .tuple([
    z
      .int()
      .min(0)
      .max(relationParts.length - 1),
    uuid.transform(parseResourceId),
    uuid,
  ])
  .transform(([part, resourceId, relationId]): RelationPosition => ({
    part,
    resourceId,
    relationId,
  }));

/** The key of a relation, from which `encodeCursor` makes the cursor that continues after it. */
export function toRelationKey({ part, resourceId, relationId }: ListedRelation): string {
  return `${part} ${resourceId} ${relationId}`;
}

/** `cursor` of a list of relations. */
export const relationCursorParameter = cursorParameter.transform(
  (text, context): RelationPosition | undefined => {
    if (text === undefined) return undefined;
    const [part = '', ...ids] = text.split(' ');
    const parsedPosition = positionSchema.safeParse([Number(part), ...ids]);
    if (parsedPosition.success) return parsedPosition.data;
    context.addIssue({ code: 'custom', message: 'is not a cursor from this service.' });
    return z.NEVER;
  },
);
