import type { DataApi } from '../../../../lib/data-api/client.ts';
import { isUuid, parseResourceId, type ResourceId } from '../../../../lib/model/ids.ts';
import { findResourcesByAnyId } from '../../../queries/legacy-ids.ts';
import { readInBatches } from '../run-in-batches.ts';

const textsPerStatement = 500;

/** The resource instance of one end of a relation, or the reason why there is none. */
export type RelationEnd =
  | { readonly kind: 'found'; readonly resourceId: ResourceId }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'ambiguous'; readonly resourceIds: readonly string[] };

/** Finds the resource instance of an end. */
export type FindRelationEnd = (text: string) => RelationEnd;

/** Finds ends that are ids; nothing is looked up. */
export const findEndById: FindRelationEnd = (text) =>
  isUuid(text) ? { kind: 'found', resourceId: parseResourceId(text) } : { kind: 'unknown' };

/**
 * Looks up ends: by id, otherwise by the id in another system (legacy id). An id that is not stored may be that of a resource instance that
 * is imported later.
 */
export async function lookUpRelationEnds(
  texts: readonly string[],
  dataApi: DataApi,
): Promise<FindRelationEnd> {
  const keys = [...new Set(texts.map(toKey))];
  const matches = await readInBatches(dataApi.read, keys, textsPerStatement, findResourcesByAnyId);
  const matchesByText = Map.groupBy(matches, ({ text }) => text);
  return (text) => {
    const resources = matchesByText.get(toKey(text)) ?? [];
    const [resource, anotherResource] = resources;
    if (resource === undefined || resources.some(({ isId }) => isId)) {
      const end = findEndById(text);
      if (end.kind === 'found') return end;
    }
    if (resource === undefined) return { kind: 'unknown' };
    if (anotherResource === undefined)
      return { kind: 'found', resourceId: parseResourceId(resource.resourceId) };
    return { kind: 'ambiguous', resourceIds: resources.map(({ resourceId }) => resourceId) };
  };
}

function toKey(text: string): string {
  return isUuid(text) ? text.toLowerCase() : text;
}
