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

/** A node whose concepts are members of a collection. */
type ConceptNode = { readonly node: CompiledNode; readonly collectionId: string };

/** A value of a node with a collection, and where it stands. */
type ConceptValue = ConceptNode & {
  readonly value: unknown;
  readonly candidate: RecordCandidate;
  /** The index of its tile in the record. */
  readonly index: number;
};

/**
 * Warns of concepts outside of the collection of their node, which imports store and writes refuse. Values of CSV have this warning, with
 * row and column, from the reading of their cells.
 */
export class ConceptWarnings {
  readonly #dataApi: DataApi;
  readonly #dryRun: boolean;
  /** The nodes with a collection, by graph and node id. */
  readonly #nodes: ReadonlyMap<string, ReadonlyMap<string, ConceptNode>>;
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
          nodes.flatMap((node) => {
            const collectionId = findCollectionId(node);
            return collectionId === undefined
              ? []
              : [[node.nodeId as string, { node, collectionId }] as const];
          }),
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

  #listValues(candidate: RecordCandidate) {
    const { resource, tiles } = candidate.record;
    const nodes = this.#nodes.get(resource.graph_id);
    const values: ConceptValue[] = [];
    if (nodes === undefined || nodes.size === 0) return values;
    for (const [index, { data }] of tiles.entries()) {
      for (const nodeId of Object.keys(data)) {
        const conceptNode = nodes.get(nodeId);
        const value = data[nodeId];
        if (conceptNode !== undefined && value !== null)
          values.push({ ...conceptNode, value, candidate, index });
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

  #findProblems(conceptValue: ConceptValue): readonly Problem[] {
    const { value, node, collectionId, candidate, index } = conceptValue;
    if (this.#dryRun && this.#members.get(collectionId)?.size === 0) return [];
    if (this.#areMembers(value, collectionId)) return [];
    const { record, positions } = candidate;
    const path = jsonPointer(['tiles', positions[index] ?? index, 'data', node.nodeId]);
    return datatypeOf(node.datatype)
      .validate(value, node, this.#validation)
      .filter(({ code }) => code === 'concept_not_in_collection')
      .map(({ code, message, pointer: itemPointer }) =>
        importWarning(code, `${message} The value is imported unchanged.`, {
          pointer: candidate.pointer + path + itemPointer,
          record: record.resource.resource_id,
        }),
      );
  }

  /** Returns whether all items of a value are members of a collection, which is quicker to see than what is wrong with them. */
  #areMembers(value: unknown, collectionId: string): boolean {
    const members = this.#members.get(collectionId);
    return asList(value).every((item) => {
      const conceptId = typeof item === 'string' && this.#conceptIds.get(item.toLowerCase());
      return typeof conceptId === 'string' && members?.has(conceptId) === true;
    });
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
