import type { DataApi } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { rankLabelType, labelTypes } from '../../../../lib/model/concepts/label-order.ts';
import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import { isUuid } from '../../../../lib/model/ids.ts';
import { compareCodeUnits, compareTags } from '../../../../lib/model/pick-language.ts';
import type { ReferencedConcept } from '../../../../lib/model/datatypes/datatype.ts';
import {
  readCollectionLabels,
  readLabels,
  readSchemeLabels,
  type CollectionLabel,
} from './queries/labels-in-cells.ts';
import { readInBatches } from '../run-in-batches.ts';
import { foldText } from './fold-text.ts';
import type { CsvNode } from './plan-columns.ts';

const itemsPerStatement = 500;

/**
 * Finds the concepts whose labels or ids are in cells.
 * @rule Imports and exports: Which concept does a cell name, and which one is created?
 */
export class ConceptLookup {
  readonly #dataApi: DataApi;
  readonly #compareTags: (left: string, right: string) => number;
  /** The labels by collection id and text, and by collection id and folded text. */
  readonly #labelsByText = new Map<string, CollectionLabel[]>();
  readonly #labelsByValueId = new Map<string, CollectionLabel>();
  /** The labels by collection id, which is empty for a concept that was loaded by its id, and concept id. */
  readonly #labelsByConcept = new Map<string, CollectionLabel[]>();
  /** The labels in the schemes of a collection, by collection id and folded text. */
  readonly #schemeLabels = new Map<string, CollectionLabel[]>();
  readonly #loadedConceptIds = new Set<string>();
  readonly #loadedCollectionIds = new Set<string>();
  /** The ids of collections that have labels. */
  readonly #filledCollectionIds = new Set<string>();

  /** @param language the project's default language */
  constructor(dataApi: DataApi, language: string) {
    this.#dataApi = dataApi;
    this.#compareTags = compareTags([language]);
  }

  /** Loads the labels of the collections of nodes, unless they are already loaded. */
  async loadCollections(nodes: readonly CsvNode[]): Promise<void> {
    const ids = nodes.flatMap((node) => findCollectionId(node) ?? []);
    const missingIds = [...new Set(ids)].filter((id) => !this.#loadedCollectionIds.has(id));
    if (missingIds.length === 0) return;
    for (const id of missingIds) this.#loadedCollectionIds.add(id);
    const labels = await runQuery(this.#dataApi.read, readCollectionLabels(missingIds));
    this.addLabels(labels);
  }

  /**
   * Loads the concepts that texts of a node name, but that are not in its collection, unless they are already loaded: by the ids of values
   * and concepts, and by the labels in the schemes of the members of its collection.
   */
  async loadOtherConcepts(texts: readonly string[], node: CsvNode): Promise<void> {
    const missingTexts = [...new Set(texts)].filter(
      (text) => this.findConcepts(text, node).length === 0,
    );
    await this.#loadConceptsById(missingTexts.filter(isUuid).map((id) => id.toLowerCase()));
    const collection = findCollectionId(node);
    if (collection === undefined) return;
    const labels = missingTexts.filter(
      (text) => !isUuid(text) && !this.#schemeLabels.has(`${collection} ${foldText(text)}`),
    );
    for (const text of labels) this.#schemeLabels.set(`${collection} ${foldText(text)}`, []);
    const matches = await readInBatches(this.#dataApi.read, labels, itemsPerStatement, (batch) =>
      readSchemeLabels(collection, batch),
    );
    for (const label of matches) {
      this.#labelsByValueId.set(label.valueId, label);
      appendTo(this.#schemeLabels, `${collection} ${foldText(label.text)}`, label);
    }
  }

  /** Adds concepts that were created in the collection of a node. */
  async loadCreatedConcepts(conceptIds: readonly string[], node: CsvNode): Promise<void> {
    const collectionId = findCollectionId(node) ?? '';
    const labels = await readInBatches(
      this.#dataApi.read,
      conceptIds,
      itemsPerStatement,
      readLabels,
    );
    this.addLabels(labels.map((label) => ({ ...label, collectionId })));
  }

  /** Adds labels of members of collections. */
  addLabels(labels: readonly CollectionLabel[]): void {
    for (const label of labels) {
      this.#filledCollectionIds.add(label.collectionId);
      this.#labelsByValueId.set(label.valueId, label);
      appendTo(this.#labelsByConcept, `${label.collectionId} ${label.conceptId}`, label);
      appendTo(this.#labelsByText, `${label.collectionId} ${label.text}`, label);
      appendTo(this.#labelsByText, `${label.collectionId} folded ${foldText(label.text)}`, label);
    }
  }

  async #loadConceptsById(ids: readonly string[]): Promise<void> {
    const newIds = ids.filter((id) => !this.#loadedConceptIds.has(id));
    for (const id of newIds) this.#loadedConceptIds.add(id);
    const labels = await readInBatches(this.#dataApi.read, newIds, itemsPerStatement, readLabels);
    const requestedIds = new Set(newIds);
    for (const label of labels) {
      this.#labelsByValueId.set(label.valueId, label);
      if (requestedIds.has(label.conceptId))
        appendTo(this.#labelsByConcept, ` ${label.conceptId}`, label);
    }
  }

  /** Whether the collection of a node has no stored labels, as in a dry run, which does not store the thesaurus of its package. */
  hasEmptyCollection(node: CsvNode): boolean {
    const collection = findCollectionId(node);
    return collection !== undefined && !this.#filledCollectionIds.has(collection);
  }

  /**
   * Finds the concepts that a text identifies: by the id of a value or of the concept, also outside of the node's collection; by an equal
   * label of a member of the collection, or by a label in another letter case; then by a label in the schemes of its members. Preferred
   * labels take precedence.
   * @returns for each concept the label whose id is stored
   */
  findConcepts(text: string, node: CsvNode): readonly CollectionLabel[] {
    const collection = findCollectionId(node);
    if (isUuid(text)) return this.#findConceptsById(text.toLowerCase(), collection ?? '');
    return collection === undefined ? [] : this.#findConceptsByLabel(text, collection);
  }

  #findConceptsById(id: string, collection: string): readonly CollectionLabel[] {
    const label = this.#labelsByValueId.get(id);
    if (label !== undefined) return [label];
    const ofMember = this.#labelsByConcept.get(`${collection} ${id}`);
    return this.#pickForEachConcept(ofMember ?? this.#labelsByConcept.get(` ${id}`) ?? []);
  }

  #findConceptsByLabel(text: string, collection: string): readonly CollectionLabel[] {
    const folded = foldText(text);
    const schemeLabels = this.#schemeLabels.get(`${collection} ${folded}`) ?? [];
    const candidates = [
      this.#labelsByText.get(`${collection} ${text}`) ?? [],
      this.#labelsByText.get(`${collection} folded ${folded}`) ?? [],
      schemeLabels.filter((label) => label.text === text),
      schemeLabels,
    ];
    for (const labels of candidates) {
      for (const type of labelTypes) {
        const matches = this.#pickForEachConcept(labels.filter((label) => label.type === type));
        if (matches.length > 0) return matches;
      }
    }
    return [];
  }

  /** Returns the concept of a value, for validation. */
  findConceptByValueId(valueId: string): ReferencedConcept | undefined {
    const label = this.#labelsByValueId.get(valueId.toLowerCase());
    if (label === undefined) return undefined;
    const { conceptId, text, language } = label;
    return { conceptId, text, language, labels: {}, identifiers: [] };
  }

  isInCollection(conceptId: string, collectionId: string): boolean {
    return this.#labelsByConcept.has(`${collectionId.toLowerCase()} ${conceptId}`);
  }

  /** Picks one label of each concept: preferably in the default language, and of several the one with the lowest id. */
  #pickForEachConcept(labels: readonly CollectionLabel[]): readonly CollectionLabel[] {
    const labelsByConcept = Map.groupBy(labels, ({ conceptId }) => conceptId);
    return [...labelsByConcept.values()]
      .map((conceptLabels) => {
        const [best] = conceptLabels.toSorted(
          (one, other) =>
            rankLabelType(one.type) - rankLabelType(other.type) ||
            this.#compareTags(one.language ?? '', other.language ?? '') ||
            compareCodeUnits(one.valueId, other.valueId),
        );
        return best ?? conceptLabels[0];
      })
      .filter((label) => label !== undefined);
  }
}

/** Returns whether a node has concepts, but no collection, so that its concepts may be in any collection. */
export const isConceptNodeWithoutCollection = (node: CsvNode): boolean =>
  datatypeOf(node.datatype).holds === 'concept values' && findCollectionId(node) === undefined;

/** Returns the id of the collection of a concept node, in lower case, or undefined if it has none. */
export function findCollectionId({
  config,
  datatype,
}: Pick<CsvNode, 'config' | 'datatype'>): string | undefined {
  if (datatypeOf(datatype).holds !== 'concept values') return undefined;
  const collection = config['rdmCollection'];
  return isUuid(collection) ? collection.toLowerCase() : undefined;
}

function appendTo<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const items = map.get(key);
  if (items === undefined) map.set(key, [item]);
  else items.push(item);
}
