import type { DataApi } from '../../../../lib/data-api/client.ts';
import { asList, isObject } from '../../../../lib/model/datatypes/values/json-values.ts';
import { isUuid } from '../../../../lib/model/ids.ts';
import { findResourcesByName, type NamedResource } from './queries/labels-in-cells.ts';
import { ResourceLookup, type ResourceMatch } from '../resource-lookup.ts';
import { readInBatches } from '../run-in-batches.ts';
import type { LegacyIdsOfRun } from './legacy-ids-of-run.ts';
import type { CsvNode } from './plan-columns.ts';

const namesPerStatement = 500;

/** Finds the resource instances that cells name: by id, by the legacy id of a stored one or of another row, or by name. */
export class NamedResources {
  readonly #dataApi: DataApi;
  readonly #legacyIds: LegacyIdsOfRun;
  readonly #lookup: ResourceLookup;
  readonly #resourcesByName = new Map<string, readonly NamedResource[]>();

  constructor(dataApi: DataApi, legacyIds: LegacyIdsOfRun) {
    this.#dataApi = dataApi;
    this.#legacyIds = legacyIds;
    this.#lookup = new ResourceLookup(dataApi);
  }

  /** Loads the resource instances that texts of cells name, unless they are already loaded. */
  async load(texts: readonly string[]): Promise<void> {
    await this.#lookup.load(texts);
    const names = [...new Set(texts)].filter(
      (text) => !isUuid(text) && !this.#resourcesByName.has(text),
    );
    const matches = await readInBatches(
      this.#dataApi.read,
      names,
      namesPerStatement,
      findResourcesByName,
    );
    const byName = Map.groupBy(matches, ({ name }) => name);
    for (const name of names) this.#resourcesByName.set(name, byName.get(name) ?? []);
  }

  /** Finds the resource instance that a text names, of the models of a node. @param text one that is loaded */
  find(text: string, node: CsvNode): ResourceMatch {
    const models = listModelIds(node);
    const allows = (graphId: string): boolean => models.length === 0 || models.includes(graphId);
    const named = (this.#resourcesByName.get(text) ?? []).filter(({ graphId }) => allows(graphId));
    const otherIds = [
      ...this.#legacyIds.listResourceIds(text, allows),
      ...named.map(({ resourceId }) => resourceId),
    ];
    return this.#lookup.find(text, { allows, otherIds });
  }
}

/** Lists the ids of the models to which the resource instances of a node may belong. Empty if they may belong to any. */
function listModelIds({ config }: CsvNode): readonly string[] {
  return asList(config['graphs']).flatMap((entry) => {
    const id = isObject(entry) ? (entry['graphid'] ?? entry['id']) : entry;
    return typeof id === 'string' ? [id.toLowerCase()] : [];
  });
}
