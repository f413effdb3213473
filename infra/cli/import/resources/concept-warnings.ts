import type { DataApi } from '../../../../lib/data-api/client.ts';
import type { ValidateContext } from '../../../../lib/model/datatypes/datatype.ts';
import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import { asList } from '../../../../lib/model/datatypes/values/json-values.ts';
import type { CompiledGraph, CompiledNode } from '../../../../lib/model/graphs/compiled-graph.ts';
import { isUuid } from '../../../../lib/model/ids.ts';
import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import { findValuesOutsideCollections } from './queries/collection-members.ts';
import { findCollectionId } from '../csv/concept-lookup.ts';
import { importWarning } from '../import-problems.ts';
import { readInBatches } from '../run-in-batches.ts';
import type { RecordCandidate } from './salvage.ts';

/** An answer with a line for each stays below its limit. */
const valuesPerStatement = 2000;

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
 * @rule Imports and exports: Which imported concepts get a warning, because they are not in the collection of their
 * node?
 */
export class ConceptWarnings {
  readonly #dataApi: DataApi;
  readonly #dryRun: boolean;
  /** The nodes with a collection, by graph and node id. */
  readonly #nodes: ReadonlyMap<string, ReadonlyMap<string, ConceptNode>>;
  /** The ids of compared values by collection id, and the id of the concept of each that is outside of the collection. */
  readonly #foreignConceptIds = new Map<string, Map<string, string | undefined>>();

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
              : [[node.nodeId, { node, collectionId }] as const];
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
    await this.#compare(values);
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

  async #compare(values: readonly ConceptValue[]): Promise<void> {
    const newValues: { readonly valueId: string; readonly collectionId: string }[] = [];
    for (const { value, collectionId } of values) {
      const conceptIds = this.#conceptIdsOutside(collectionId);
      for (const item of asList(value)) {
        const valueId = typeof item === 'string' ? item.toLowerCase() : '';
        if (conceptIds.has(valueId) || !isUuid(valueId)) continue;
        conceptIds.set(valueId, undefined);
        newValues.push({ valueId, collectionId });
      }
    }
    const foreignValues = await readInBatches(
      this.#dataApi.read,
      newValues,
      valuesPerStatement,
      findValuesOutsideCollections,
    );
    for (const { valueId, conceptId, collectionId, isCollectionEmpty } of foreignValues)
      if (!(this.#dryRun && isCollectionEmpty))
        this.#conceptIdsOutside(collectionId).set(valueId, conceptId);
  }

  #conceptIdsOutside(collectionId: string): Map<string, string | undefined> {
    const stored = this.#foreignConceptIds.get(collectionId);
    if (stored !== undefined) return stored;
    const created = new Map<string, string | undefined>();
    this.#foreignConceptIds.set(collectionId, created);
    return created;
  }

  #findProblems(conceptValue: ConceptValue): readonly Problem[] {
    const { value, node, collectionId, candidate, index } = conceptValue;
    const conceptIds = this.#conceptIdsOutside(collectionId);
    const conceptIdOf = (item: unknown) =>
      typeof item === 'string' ? conceptIds.get(item.toLowerCase()) : undefined;
    if (!asList(value).some((item) => conceptIdOf(item) !== undefined)) return [];
    const { record, positions } = candidate;
    const path = jsonPointer(['tiles', positions[index] ?? index, 'data', node.nodeId]);
    return datatypeOf(node.datatype)
      .validate(value, node, validateMembership(conceptIdOf))
      .filter(({ code }) => code === 'concept_not_in_collection')
      .map(({ code, message, pointer: itemPointer }) =>
        importWarning(code, `${message} The value is imported unchanged.`, {
          pointer: candidate.pointer + path + itemPointer,
          record: record.resource.resource_id,
        }),
      );
  }
}

/** The id of a member of a collection, which is not compared again. */
const someMember = '';

/** Makes the context of a validation that knows only which values are outside of the collection of their node. */
function validateMembership(
  conceptIdOutside: (valueId: string) => string | undefined,
): ValidateContext {
  return {
    concept: (valueId) => ({
      conceptId: conceptIdOutside(valueId) ?? someMember,
      text: '',
      language: null,
      labels: {},
      identifiers: [],
    }),
    isInCollection: (conceptId) => conceptId === someMember,
    resource: () => undefined,
    isTile: () => true,
    timeZone: null,
  };
}
