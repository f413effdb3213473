import type { DataApi } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { asList, isObject } from '../../../../lib/model/datatypes/values/json-values.ts';
import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import { isUuid } from '../../../../lib/model/ids.ts';
import type { ReferencedConcept } from '../../../../lib/model/datatypes/datatype.ts';
import {
  findResourcesByName,
  readCollectionLabels,
  readLabels,
  type CollectionLabel,
  type NamedResource,
} from '../../../queries/labels-in-cells.ts';
import { readInBatches } from '../run-in-batches.ts';
import type { CsvNode } from './plan-columns.ts';

const namesPerStatement = 500;

/** Texts are compared in this form if no label is exactly the same. */
const fold = (text: string): string => text.normalize('NFC').trim().toLowerCase();

const typeRanks: readonly string[] = ['prefLabel', 'altLabel', 'hiddenLabel'];

/** Finds the concepts and resource instances that cells name. */
export class CellLookup {
  readonly dataApi: DataApi;
  readonly #language: string;
  /** By collection id and label. */
  readonly #labels = new Map<string, CollectionLabel[]>();
  readonly #byValueId = new Map<string, CollectionLabel>();
  /** By collection id and concept id. */
  readonly #byConcept = new Map<string, CollectionLabel[]>();
  readonly #loadedCollectionIds = new Set<string>();
  /** The collections that have members. */
  readonly #filledCollectionIds = new Set<string>();
  readonly #resources = new Map<string, readonly NamedResource[]>();

  /** @param language the project's default language */
  constructor(dataApi: DataApi, language: string) {
    this.dataApi = dataApi;
    this.#language = language;
  }

  /** Reads the labels of the collections of nodes. */
  async loadCollections(nodes: readonly CsvNode[]): Promise<void> {
    const ids = nodes.flatMap((node) => collectionOf(node) ?? []);
    const missingIds = [...new Set(ids)].filter((id) => !this.#loadedCollectionIds.has(id));
    if (missingIds.length === 0) return;
    for (const id of missingIds) this.#loadedCollectionIds.add(id);
    const labels = await runQuery(this.dataApi.read, readCollectionLabels(missingIds));
    for (const label of labels) {
      this.#filledCollectionIds.add(label.collectionId);
      this.#byValueId.set(label.valueId, label);
      addTo(this.#byConcept, `${label.collectionId} ${label.conceptId}`, label);
      addTo(this.#labels, `${label.collectionId} ${label.text}`, label);
      addTo(this.#labels, `${label.collectionId} folded ${fold(label.text)}`, label);
    }
  }

  /** Reads labels by the ids of their values, for nodes that have no collection. */
  async loadLabels(valueIds: readonly string[]): Promise<void> {
    const newIds = [...new Set(valueIds)].filter((id) => !this.#byValueId.has(id));
    const labels = await readInBatches(this.dataApi.read, newIds, namesPerStatement, readLabels);
    for (const label of labels) this.#byValueId.set(label.valueId, label);
  }

  /** Whether the collection of a node has no labels to check against. A dry run does not store the thesaurus of its package. */
  hasEmptyCollection(node: CsvNode): boolean {
    const collection = collectionOf(node);
    return collection !== undefined && !this.#filledCollectionIds.has(collection);
  }

  /** Looks up the names of resource instances, for findResources(). */
  async loadResourceNames(names: readonly string[]): Promise<void> {
    const newNames = [...new Set(names)].filter((name) => !this.#resources.has(name));
    if (newNames.length === 0) return;
    const matches = await readInBatches(
      this.dataApi.read,
      newNames,
      namesPerStatement,
      findResourcesByName,
    );
    const byName = Map.groupBy(matches, ({ name }) => name);
    for (const name of newNames) this.#resources.set(name, byName.get(name) ?? []);
  }

  /** The resource instances that have a name. */
  findResources(name: string): readonly NamedResource[] {
    return this.#resources.get(name) ?? [];
  }

  /**
   * Finds the concepts of the node's collection that a text names: by the id of a value or of the concept, by the same label, or by
   * the label in another letter case. Preferred labels come before others.
   * @returns the label to store for each concept
   */
  findConcepts(text: string, node: CsvNode): readonly CollectionLabel[] {
    const collection = collectionOf(node);
    const id = text.toLowerCase();
    if (isUuid(text)) {
      const label = this.#byValueId.get(id);
      if (label !== undefined) return [label];
      return this.#pickForEachConcept(this.#byConcept.get(`${collection ?? ''} ${id}`) ?? []);
    }
    for (const key of [text, `folded ${fold(text)}`]) {
      const labels = this.#labels.get(`${collection ?? ''} ${key}`) ?? [];
      for (const type of typeRanks) {
        const matches = this.#pickForEachConcept(labels.filter((label) => label.type === type));
        if (matches.length > 0) return matches;
      }
    }
    return [];
  }

  /** Returns the concept of a value, for validation. */
  concept(valueId: string): ReferencedConcept | undefined {
    const label = this.#byValueId.get(valueId.toLowerCase());
    if (label === undefined) return undefined;
    const { conceptId, text, language } = label;
    return { conceptId, text, language, labels: {}, identifiers: [] };
  }

  isInCollection(conceptId: string, collectionId: string): boolean {
    return this.#byConcept.has(`${collectionId.toLowerCase()} ${conceptId}`);
  }

  /** The best label of each concept: in the default language, otherwise the one with the lowest id, so that it is always the same. */
  #pickForEachConcept(labels: readonly CollectionLabel[]): readonly CollectionLabel[] {
    const byConcept = Map.groupBy(labels, ({ conceptId }) => conceptId);
    return [...byConcept.values()]
      .map((ownLabels) => {
        const [best] = ownLabels.toSorted(
          (one, other) =>
            this.#rank(one) - this.#rank(other) || (one.valueId < other.valueId ? -1 : 1),
        );
        return best ?? ownLabels[0];
      })
      .filter((label) => label !== undefined);
  }

  #rank({ language, type }: CollectionLabel): number {
    const base = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';
    const own = language ?? '';
    const languageRank = own === this.#language ? 0 : base(own) === base(this.#language) ? 1 : 2;
    return typeRanks.indexOf(type) * 3 + languageRank;
  }
}

/** Whether the values of a node are concepts of any collection. */
export const hasNoCollection = (node: CsvNode): boolean =>
  datatypeOf(node.datatype).holds === 'concept values' && collectionOf(node) === undefined;

/** The collection of a node, in lower case; undefined if it takes concepts from none. */
export function collectionOf({ config, datatype }: CsvNode): string | undefined {
  if (datatypeOf(datatype).holds !== 'concept values') return undefined;
  const collection = config['rdmCollection'];
  return isUuid(collection) ? collection.toLowerCase() : undefined;
}

/** The models to which the resource instances of a node belong; empty if they may belong to any. */
export function modelsOf({ config }: CsvNode): readonly string[] {
  return asList(config['graphs']).flatMap((entry) => {
    const id = isObject(entry) ? (entry['graphid'] ?? entry['id']) : entry;
    return typeof id === 'string' ? [id.toLowerCase()] : [];
  });
}

function addTo<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const items = map.get(key);
  if (items === undefined) map.set(key, [item]);
  else items.push(item);
}
