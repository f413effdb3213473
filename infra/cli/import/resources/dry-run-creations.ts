import type { ResourceWrite } from '../../../../lib/model/change/resource-write.ts';

// A Set can have at most about 16 million entries.
const maxResources = 10_000_000;

/**
 * The resource instances that a dry run would have created. It stores none of them, so a second record of a resource instance is compared as if the first
 * were not stored. It remembers ten million resource instances.
 */
export class DryRunCreations {
  readonly #createdIds = new Set<string>();

  /** Follows the changes of the dry run, and returns them as the import would make them: what an earlier one creates, a later one updates. */
  follow(changes: readonly ResourceWrite[]): readonly ResourceWrite[] {
    return changes.flatMap((change): readonly ResourceWrite[] => {
      const { kind, resourceId, tiles } = change;
      if (kind !== 'Create') return [change];
      if (this.#createdIds.has(resourceId))
        return tiles.length === 0 ? [] : [{ ...change, kind: 'Update' }];
      if (this.#createdIds.size < maxResources) this.#createdIds.add(resourceId);
      return [change];
    });
  }
}
