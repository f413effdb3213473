import * as z from 'zod';

import { nameMatchKinds, type MatchPosition } from '../../model/descriptors/name-match.ts';
import type { SortPosition } from '../../model/questions/sort.ts';
import type { SearchStart } from '../../questions/read-search-page.ts';
import { isUuid, parseResourceId, type ResourceId } from '../../model/ids.ts';
import { isStorableText } from '../../json/storable.ts';
import { cursorParameter } from '../parameters/cursor.ts';

/** Where a page of the resource instances that a question finds begins, and the question that the cursor belongs to. */
export type QuestionCursor = {
  readonly binding: string;
  readonly isWalk: boolean;
  readonly after: SortPosition;
};

/** Where a page of a search begins: after a name, or among what is found by values; and the search that the cursor belongs to. */
export type SearchCursor = { readonly binding: string; readonly start: SearchStart };

/** Where a page of resource instances begins: after an id, in a search after a match, or in a list with conditions or an order. */
export type ResourceCursor =
  | { readonly kind: 'id'; readonly after: ResourceId }
  | { readonly kind: 'match'; readonly after: MatchPosition }
  | ({ readonly kind: 'question' } & QuestionCursor)
  | ({ readonly kind: 'search' } & SearchCursor);

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
export const toMatchKey = (match: MatchPosition): string => JSON.stringify(matchKeyOf(match));

const matchKeyOf = ({ kind, distance, entry, resourceId }: MatchPosition) =>
  [kind, distance, entry, resourceId] as const;

const positionSchema = z
  .tuple([
    z.string().max(200).refine(isStorableText),
    z.string().refine(isUuid).transform(parseResourceId),
  ])
  .transform(([key, resourceId]): SortPosition => ({ key, resourceId }));

const questionSchema = z
  .tuple([
    z.literal('question'),
    z.string(),
    z.boolean(),
    z.string().max(200).refine(isStorableText),
    z.string().refine(isUuid).transform(parseResourceId),
  ])
  .transform(([, binding, isWalk, key, resourceId]): QuestionCursor => ({
    binding,
    isWalk,
    after: { key, resourceId },
  }));

const searchSchema = z
  .tuple([
    z.literal('search'),
    z.string(),
    z.union([
      z
        .object({ names: matchSchema })
        .transform(({ names }) => ({ part: 'names', after: names }) as const),
      z
        .object({ isWalk: z.boolean(), after: positionSchema.nullable() })
        .transform((start) => ({ part: 'values', ...start }) as const),
    ]),
  ])
  .transform(([, binding, start]): SearchCursor => ({ binding, start }));

/** The key of a position in a search. */
export function toSearchKey({ binding, start }: SearchCursor): string {
  const { part, after } = start;
  return JSON.stringify([
    'search',
    binding,
    part === 'names'
      ? { names: after && matchKeyOf(after) }
      : { isWalk: start.isWalk, after: after && [after.key, after.resourceId] },
  ]);
}

/** The key of a position in a list with conditions or an order. */
export function toQuestionKey({
  binding,
  isWalk,
  after: { key, resourceId },
}: QuestionCursor): string {
  return JSON.stringify(['question', binding, isWalk, key, resourceId]);
}

/** `cursor` of a list of resource instances: continues after an id, or in a search after a match. */
export const resourceCursorParameter = cursorParameter.transform(
  (text, context): ResourceCursor | undefined => {
    if (text === undefined) return undefined;
    if (isUuid(text)) return { kind: 'id', after: parseResourceId(text) };
    const json = parseJson(text);
    const parsedPosition = matchSchema.safeParse(json);
    if (parsedPosition.success) return { kind: 'match', after: parsedPosition.data };
    const parsedStart = questionSchema.safeParse(json);
    if (parsedStart.success) return { kind: 'question', ...parsedStart.data };
    const parsedSearch = searchSchema.safeParse(json);
    if (parsedSearch.success) return { kind: 'search', ...parsedSearch.data };
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
