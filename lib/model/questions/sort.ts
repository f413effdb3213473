import type { ResourceId } from '../ids.ts';

export const sortKeys = ['name', 'created', 'changed', 'id'] as const;

export type SortKey = (typeof sortKeys)[number];

/** The order of a list. */
export type Sort = { readonly key: SortKey; readonly isDescending: boolean };

/** The values of the parameter `sort`: a key, or a key after a minus sign for the opposite order. */
export const sortNames = [
  'name',
  'created',
  'changed',
  'id',
  '-name',
  '-created',
  '-changed',
  '-id',
] as const satisfies readonly (SortKey | `-${SortKey}`)[];

export type SortName = (typeof sortNames)[number];

/** Reads the parameter `sort`. */
export function readSort(name: SortName): Sort {
  const key = sortKeys.find((candidate) => name.endsWith(candidate)) ?? 'id';
  return { key, isDescending: name.startsWith('-') };
}

/**
 * The key of a resource instance in an order: a text that sorts by its bytes. A time is in UTC with microseconds; a missing name comes after
 * all names.
 */
export type SortPosition = { readonly key: string; readonly resourceId: ResourceId };

/** The key of resource instances without a name that the caller may read: after all names. */
export const namelessKey = '\u{10FFFF}';
