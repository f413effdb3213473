import { findUnstorable } from '../../json/storable.ts';
import { datatypeOf } from '../datatypes/registry.ts';
import type { CompiledNode } from '../graphs/compiled-graph.ts';
import { pickText } from '../pick-language.ts';
import type { ComparisonContext, ModelLookup } from './comparison-context.ts';
import type { DocumentProblem } from './document-problem.ts';
import type { IntendedTile } from './intended-resource.ts';
import { isEqualValue } from './compare-values.ts';
import type { StoredTile } from './stored-resource.ts';

/** The values of a tile after a change. */
export type TileValues = {
  readonly data: Readonly<Record<string, unknown>>;
  /** Ids of the nodes with changed values. */
  readonly changed: readonly string[];
  readonly problems: readonly DocumentProblem[];
};

/**
 * Merges intended values into a tile. A value equal to the stored one keeps its stored form, even if it is
 * invalid. Changed values are normalised and validated. A new tile has an entry for every node of its nodegroup,
 * null for a node without a value.
 * @rule Writing: Who refuses a required value that is missing?
 * @param stored undefined for a new tile
 */
export function mergeTileValues(
  stored: StoredTile | undefined,
  intended: IntendedTile,
  model: ModelLookup,
  context: ComparisonContext,
): TileValues {
  const storedData = stored?.data ?? {};
  const data: Record<string, unknown> = {
    ...(stored === undefined ? emptyTileData(intended, model) : storedData),
  };
  const changedIds: string[] = [];
  const problems: DocumentProblem[] = [];
  for (const nodeId of listAffectedNodeIds(intended, storedData, model)) {
    const intendedValue = ownValue(intended.data, nodeId);
    if (isEqualValue(intendedValue, ownValue(storedData, nodeId))) continue;
    const node = model.nodes.get(nodeId);
    if (node === undefined || node.nodegroupId !== intended.nodegroupId) {
      problems.push(createUnknownNodeProblem(nodeId, intended));
      continue;
    }
    const value = datatypeOf(node.datatype).normalise(intendedValue, node, {
      ...context.normalisation,
      stored: storedData[nodeId] ?? null,
    });
    if (isEqualValue(value, storedData[nodeId])) continue;
    data[nodeId] = value;
    changedIds.push(nodeId);
    problems.push(...validateValue(value, node, intended, context));
  }
  problems.push(...findMissingValues(data, changedIds, stored === undefined, intended, model));
  return { data, changed: changedIds, problems };
}

/** Returns a value by its node id, which a document can call `__proto__`; null if there is none. */
function ownValue(data: Readonly<Record<string, unknown>>, nodeId: string): unknown {
  return Object.hasOwn(data, nodeId) ? (data[nodeId] ?? null) : null;
}

/** Returns the data of an empty tile. Semantic nodes have no entry. */
export function emptyTileData(
  { nodegroupId }: Pick<IntendedTile, 'nodegroupId'>,
  model: ModelLookup,
): Readonly<Record<string, unknown>> {
  const nodeIds = model.nodegroups.get(nodegroupId)?.nodeIds ?? [];
  return Object.fromEntries(
    nodeIds
      .filter((nodeId) => !isSemanticNode(model.nodes.get(nodeId)))
      .map((nodeId) => [nodeId, null]),
  );
}

function isSemanticNode(node: CompiledNode | undefined): boolean {
  return node !== undefined && datatypeOf(node.datatype).holds === 'nothing';
}

/**
 * Returns the ids of the nodes in the document, and of nodes with a stored value that the document leaves out. Stored values of nodes that
 * are not in the model stay unchanged.
 */
function listAffectedNodeIds(
  intended: IntendedTile,
  storedData: Readonly<Record<string, unknown>>,
  model: ModelLookup,
): ReadonlySet<string> {
  const storedNodeIds = Object.keys(storedData).filter(
    (nodeId) => model.nodes.get(nodeId)?.nodegroupId === intended.nodegroupId,
  );
  return new Set([...Object.keys(intended.data), ...storedNodeIds]);
}

function pointerTo(nodeId: string, { pointers, pointer }: IntendedTile): string {
  return pointers[nodeId] ?? pointer;
}

function createUnknownNodeProblem(nodeId: string, intended: IntendedTile): DocumentProblem {
  return {
    code: 'unknown_node',
    pointer: pointerTo(nodeId, intended),
    message: `Nodegroup ${intended.nodegroupId} has no node ${nodeId}: write the value in a tile of the nodegroup that the node belongs to, or leave it out.`,
  };
}

function validateValue(
  value: unknown,
  node: CompiledNode,
  intended: IntendedTile,
  { validation }: ComparisonContext,
): readonly DocumentProblem[] {
  if (value === null) return [];
  const storageProblem = findUnstorable(value);
  if (storageProblem !== undefined) {
    const { code, message } = storageProblem;
    const pointer = pointerTo(node.nodeId, intended);
    return [{ code, pointer, message: `${nodeLabel(node)} ${message}` }];
  }
  return datatypeOf(node.datatype)
    .validate(value, node, validation)
    .map(({ code, pointer, message }) => ({
      code,
      pointer: `${pointerTo(node.nodeId, intended)}${pointer}`,
      message: `${nodeLabel(node)}: ${message}`,
    }));
}

/** Reports required nodes without a value, in new tiles and after the removal of a value. */
function findMissingValues(
  data: Readonly<Record<string, unknown>>,
  changedIds: readonly string[],
  isNew: boolean,
  intended: IntendedTile,
  model: ModelLookup,
): readonly DocumentProblem[] {
  const nodeIds = model.nodegroups.get(intended.nodegroupId)?.nodeIds ?? [];
  return nodeIds.flatMap((nodeId) => {
    const node = model.nodes.get(nodeId);
    if (node === undefined || !node.isRequired || isSemanticNode(node)) return [];
    if ((data[nodeId] ?? null) !== null || !(isNew || changedIds.includes(nodeId))) return [];
    return [
      {
        code: 'required_value_missing',
        pointer: intended.pointer,
        message: `${nodeLabel(node)}: the model requires a value here. Write one, or leave the whole tile out.`,
      },
    ];
  });
}

/** Returns the name of a node for messages. */
export function nodeLabel({ name, nodeId }: CompiledNode): string {
  return pickText(name, ['en']) ?? nodeId;
}
