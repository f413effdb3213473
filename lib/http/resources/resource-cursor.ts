import * as z from 'zod';

import { nameMatchKinds, type MatchPosition } from '../../model/descriptors/name-match.ts';
import { isUuid, parseResourceId, type ResourceId } from '../../model/ids.ts';
import { isStorableText } from '../../json/storable.ts';
import { cursorParameter } from '../parameters/cursor.ts';

/** Where a page of resource instances begins: after an id, or in a search after a match. */
export type ResourceCursor =
  | { readonly kind: 'id'; readonly after: ResourceId }
  | { readonly kind: 'match'; readonly after: MatchPosition };

const matchSchema = z
  .tuple([
    z.literal(nameMatchKinds),
    z.int().min(0).max(201),
    z.string().max(200).refine(isStorableText),
    z.string().refine(isUuid).transform(parseResourceId),
  ])
  .transform(([kind, distance, entry, resourceId]): MatchPosition => ({
    kind,
    distance,
    entry,
    resourceId,
  }));

/** The key of a match, from which `encodeCursor` makes the cursor that continues a search after it. */
export function toMatchKey({ kind, distance, entry, resourceId }: MatchPosition): string {
  return JSON.stringify([kind, distance, entry, resourceId]);
}

/** `cursor` of a list of resource instances: continues after an id, or in a search after a match. */
export const resourceCursorParameter = cursorParameter.transform(
  (text, context): ResourceCursor | undefined => {
    if (text === undefined) return undefined;
    if (isUuid(text)) return { kind: 'id', after: parseResourceId(text) };
    const parsedPosition = matchSchema.safeParse(parseJson(text));
    if (parsedPosition.success) return { kind: 'match', after: parsedPosition.data };
    context.addIssue({ code: 'custom', message: 'is not a cursor from this service.' });
    return z.NEVER;
  },
);

/** `cursor` of a list in the order of ids. */
export const idCursorParameter = cursorParameter.transform(
  (text, context): ResourceId | undefined => {
    if (text === undefined) return undefined;
    if (isUuid(text)) return parseResourceId(text);
    context.addIssue({ code: 'custom', message: 'is not a cursor from this service.' });
    return z.NEVER;
  },
);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
