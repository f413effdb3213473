import type { DataApi } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import type { ValidateContext } from '../../../../lib/model/datatypes/datatype.ts';
import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import { asList } from '../../../../lib/model/datatypes/values/json-values.ts';
import type { CompiledGraph, CompiledNode } from '../../../../lib/model/graphs/compiled-graph.ts';
import { isUuid } from '../../../../lib/model/ids.ts';
import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import {
  readCollectionMembers,
  readConceptsOfValues,
} from '../../../queries/collection-members.ts';
import { findCollectionId } from '../csv/concept-lookup.ts';
import { importWarning } from '../import-problems.ts';
import { readInBatches } from '../run-in-batches.ts';
import type { RecordCandidate } from './salvage.ts';

const valuesPerStatement = 10_000;

/** A value of a node with a collection, and where it stands. */
type ConceptValue = {
  readonly value: unknown;
  readonly node: CompiledNode;
  readonly collectionId: string;
  readonly pointer: string;
  readonly record: string;
};

/**
 * Warns of concepts outside of the collection of their node, which imports store and writes refuse. Values of CSV have this warning, with
 * row and column, from the reading of their cells.
 */
export class ConceptWarnings {
  readonly #dataApi: DataApi;
  readonly #dryRun: boolean;
  /** The nodes with a collection, by graph and node id. */
  readonly #nodes: ReadonlyMap<string, ReadonlyMap<string, CompiledNode>>;
  /** The ids of concepts by the ids of their values; null for a value that is not stored. */
  readonly #conceptIds = new Map<string, string | null>();
  readonly #members = new Map<string, Set<string>>();

  /** @param dryRun whether the thesaurus of the files may not be stored, so that a collection without members is not compared */
  constructor(dataApi: DataApi, graphs: ReadonlyMap<string, CompiledGraph>, dryRun: boolean) {
    this.#dataApi = dataApi;
    this.#dryRun = dryRun;
    this.#nodes = new Map(
      Array.from(graphs, ([graphId, { nodes }]) => [
        graphId,
        new Map(
          nodes
            .filter((node) => findCollectionId(node) !== undefined)
            .map((node) => [node.nodeId as string, node]),
        ),
      ]),
    );
  }

  /** Finds the concepts outside of their collections in the records of a batch. */
  async find(candidates: readonly RecordCandidate[]): Promise<readonly Problem[]> {
    const values = candidates
      .filter(({ valueWarnings }) => valueWarnings === undefined)
      .flatMap((candidate) => this.#listValues(candidate));
    await this.#loadConcepts(values);
    await this.#loadMembers(values);
    return [
      ...candidates.flatMap(({ valueWarnings }) => valueWarnings ?? []),
      ...values.flatMap((value) => this.#findProblems(value)),
    ];
  }

  #listValues({ record, pointer, positions }: RecordCandidate) {
    const nodes = this.#nodes.get(record.resource.graph_id);
    const values: ConceptValue[] = [];
    if (nodes === undefined || nodes.size === 0) return values;
    for (const [index, tile] of record.tiles.entries()) {
      for (const [nodeId, value] of Object.entries(tile.data)) {
        const node = nodes.get(nodeId);
        const collectionId = node && findCollectionId(node);
        if (value === null || node === undefined || collectionId === undefined) continue;
        const path = jsonPointer(['tiles', positions[index] ?? index, 'data', nodeId]);
        const { resource_id: resourceId } = record.resource;
        values.push({ value, node, collectionId, pointer: pointer + path, record: resourceId });
      }
    }
    return values;
  }

  async #loadConcepts(values: readonly ConceptValue[]): Promise<void> {
    const ids = values.flatMap(({ value }) => asList(value).filter(isUuid));
    const newIds = [...new Set(ids.map((id) => id.toLowerCase()))].filter(
      (id) => !this.#conceptIds.has(id),
    );
    for (const id of newIds) this.#conceptIds.set(id, null);
    const found = await readInBatches(
      this.#dataApi.read,
      newIds,
      valuesPerStatement,
      readConceptsOfValues,
    );
    for (const { valueId, conceptId } of found) this.#conceptIds.set(valueId, conceptId);
  }

  async #loadMembers(values: readonly ConceptValue[]): Promise<void> {
    const ids = new Set(values.map(({ collectionId }) => collectionId));
    const newIds = [...ids].filter((id) => !this.#members.has(id));
    if (newIds.length === 0) return;
    const members = await runQuery(this.#dataApi.read, readCollectionMembers(newIds));
    for (const id of newIds) this.#members.set(id, new Set());
    for (const [collectionId, conceptId] of members)
      this.#members.get(collectionId)?.add(conceptId);
  }

  #findProblems({ value, node, collectionId, pointer, record }: ConceptValue): readonly Problem[] {
    if (this.#dryRun && this.#members.get(collectionId)?.size === 0) return [];
    return datatypeOf(node.datatype)
      .validate(value, node, this.#validation)
      .filter(({ code }) => code === 'concept_not_in_collection')
      .map(({ code, message, pointer: itemPointer }) =>
        importWarning(code, `${message} The value is imported unchanged.`, {
          pointer: pointer + itemPointer,
          record,
        }),
      );
  }

  readonly #validation: ValidateContext = {
    concept: (valueId) => {
      const conceptId = this.#conceptIds.get(valueId.toLowerCase()) ?? null;
      return conceptId === null
        ? undefined
        : { conceptId, text: '', language: null, labels: {}, identifiers: [] };
    },
    isInCollection: (conceptId, collectionId) =>
      this.#members.get(collectionId.toLowerCase())?.has(conceptId) === true,
    resource: () => undefined,
    isTile: () => true,
    timeZone: null,
  };
}
