import type { DataApi } from '../../../lib/data-api/client.ts';
import { isUuid, parseResourceId, type ResourceId } from '../../../lib/model/ids.ts';
import { findResourcesByAnyId, type IdentifiedResource } from './resources/queries/legacy-ids.ts';
import { readInBatches } from './run-in-batches.ts';

const textsPerStatement = 500;

/** The resource instance that a text of a file names, or the reason why there is none. */
export type ResourceMatch =
  | { readonly kind: 'found'; readonly resourceId: ResourceId }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'ambiguous'; readonly resourceIds: readonly string[] };

/** Finds the resource instance that a text names. */
export type FindResource = (text: string) => ResourceMatch;

/** Finds resource instances by their ids; nothing is looked up. */
export const findResourceById: FindResource = (text) =>
  isUuid(text) ? { kind: 'found', resourceId: parseResourceId(text) } : { kind: 'unknown' };

/** Which resource instances a text may name. */
export type ResourceScope = {
  /** Whether the text may name resource instances of a model. */
  readonly allows: (graphId: string) => boolean;
  /** The ids of those that it names in another way than by an id. */
  readonly otherIds: readonly string[];
};

/**
 * Finds the stored resource instances that texts of files name: by id, otherwise by the id in another system (legacy id).
 * @rule Imports and exports: Which resource instance does a legacy id name?
 */
export class ResourceLookup {
  readonly #dataApi: DataApi;
  /** By id in lower case, or legacy id. */
  readonly #resources = new Map<string, readonly IdentifiedResource[]>();

  constructor(dataApi: DataApi) {
    this.#dataApi = dataApi;
  }

  /** Loads the resource instances with one of the texts as their id or legacy id, unless they are already loaded. */
  async load(texts: readonly string[]): Promise<void> {
    const keys = [...new Set(texts.map(toKey))].filter((key) => !this.#resources.has(key));
    const matches = await readInBatches(
      this.#dataApi.read,
      keys,
      textsPerStatement,
      findResourcesByAnyId,
    );
    const matchesByText = Map.groupBy(matches, ({ text }) => text);
    for (const key of keys) this.#resources.set(key, matchesByText.get(key) ?? []);
  }

  /**
   * Finds the resource instance that a text names. An id that is not stored may be that of a resource instance that is imported later.
   * @param text one that is loaded
   * @param scope by default, all resource instances, by id or legacy id
   */
  find(text: string, { allows, otherIds }: ResourceScope = anyResource): ResourceMatch {
    const resources = this.#resources.get(toKey(text)) ?? [];
    const allowedIds = resources
      .filter(({ graphId }) => allows(graphId))
      .map(({ resourceId }) => resourceId);
    const resourceIds = [...new Set([...allowedIds, ...otherIds])];
    const [resourceId, anotherId] = resourceIds;
    if (resourceId === undefined || resources.some(({ isId }) => isId)) {
      const match = findResourceById(text);
      if (match.kind === 'found') return match;
    }
    if (resourceId === undefined) return { kind: 'unknown' };
    return anotherId === undefined
      ? { kind: 'found', resourceId: parseResourceId(resourceId) }
      : { kind: 'ambiguous', resourceIds };
  }
}

const anyResource: ResourceScope = { allows: () => true, otherIds: [] };

function toKey(text: string): string {
  return isUuid(text) ? text.toLowerCase() : text;
}
