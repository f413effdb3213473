import { isUuid } from '../../../../lib/model/ids.ts';
import { deriveNameUuid } from '../../../../lib/model/name-uuid.ts';

/**
 * The legacy ids in the CSV files of a run, by model. Cells may refer to rows that follow later.
 * @rule Imports and exports: Which resource instance does a legacy id name?
 */
export class LegacyIdsOfRun {
  readonly #keysByGraph = new Map<string, Set<string>>();

  /** Adds the keys of the rows of a model: legacy ids, and ids, which are left out. */
  add(graphId: string, keys: ReadonlySet<string>): void {
    const graphKeys = this.#keysByGraph.get(graphId) ?? new Set();
    this.#keysByGraph.set(graphId, graphKeys);
    for (const key of keys) if (!isUuid(key) && key !== '') graphKeys.add(key);
  }

  /** Lists the ids of the resource instances with a legacy id, of allowed models. */
  listResourceIds(legacyId: string, isAllowed: (graphId: string) => boolean): readonly string[] {
    return [...this.#keysByGraph]
      .filter(([graphId, keys]) => isAllowed(graphId) && keys.has(legacyId))
      .map(([graphId]) => deriveNameUuid(graphId, legacyId));
  }
}
