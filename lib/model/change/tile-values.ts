import { isStorable } from '../../json/storable.ts';
import { datatypeOf } from '../datatypes/registry.ts';
import type { CompiledNode } from '../graphs/compiled-graph.ts';
import { pickText } from '../pick-language.ts';
import type { ChangeContext, ModelLookup } from './change-context.ts';
import type { DocumentProblem } from './document-problem.ts';
import type { IntendedTile } from './intended-tiles.ts';
import { isEqualValue } from './compare-values.ts';
import type { StoredTile } from './stored-resource.ts';

/** The values of a tile as they are to be stored. */
export type TileValues = {
  readonly data: Readonly<Record<string, unknown>>;
  /** The nodes whose values are others than before. */
  readonly changed: readonly string[];
  readonly problems: readonly DocumentProblem[];
};

/**
 * The values of a tile after a change. A value that says what is stored stays exactly as it is stored, also one that breaks its
 * model; each other is brought into the form in which its datatype is stored, and must be right. A new tile has every node
 * of its nodegroup, null where it has no value.
 * @param stored the tile as it is; undefined for a new one
 */
export function mergeTileValues(
  stored: StoredTile | undefined,
  intended: IntendedTile,
  model: ModelLookup,
  context: ChangeContext,
): TileValues {
  const before = stored?.data ?? {};
  const data: Record<string, unknown> = {
    ...(stored === undefined ? emptyTileData(intended, model) : before),
  };
  const changed: string[] = [];
  const problems: DocumentProblem[] = [];
  for (const nodeId of nodesOf(intended, before, model)) {
    const intendedValue = intended.data[nodeId] ?? null;
    if (isEqualValue(intendedValue, before[nodeId])) continue;
    const node = model.nodes.get(nodeId);
    if (node === undefined || node.nodegroupId !== intended.nodegroupId) {
      problems.push(foreignNode(nodeId, intended));
      continue;
    }
    const value = datatypeOf(node.datatype).normalise(intendedValue, node, {
      ...context.normalisation,
      stored: before[nodeId] ?? null,
    });
    if (isEqualValue(value, before[nodeId])) continue;
    data[nodeId] = value;
    changed.push(nodeId);
    problems.push(...valueProblems(value, node, intended, context));
  }
  problems.push(...missingValues(data, changed, stored === undefined, intended, model));
  return { data, changed, problems };
}

/** A tile of a nodegroup without any value. Nodes that only group others have no place in a tile. */
export function emptyTileData(
  { nodegroupId }: Pick<IntendedTile, 'nodegroupId'>,
  model: ModelLookup,
): Readonly<Record<string, unknown>> {
  const nodeIds = model.nodegroups.get(nodegroupId)?.nodeIds ?? [];
  return Object.fromEntries(
    nodeIds
      .filter((nodeId) => !groupsOthers(model.nodes.get(nodeId)))
      .map((nodeId) => [nodeId, null]),
  );
}

/** Whether a node is there for the nodes below it alone. */
function groupsOthers(node: CompiledNode | undefined): boolean {
  return node !== undefined && datatypeOf(node.datatype).holds === 'nothing';
}

/** The nodes that the document speaks of, and those that it leaves out. What the model does not know is left as it is. */
function nodesOf(
  intended: IntendedTile,
  before: Readonly<Record<string, unknown>>,
  model: ModelLookup,
): ReadonlySet<string> {
  const known = Object.keys(before).filter(
    (nodeId) => model.nodes.get(nodeId)?.nodegroupId === intended.nodegroupId,
  );
  return new Set([...Object.keys(intended.data), ...known]);
}

function pointerTo(nodeId: string, { pointers, pointer }: IntendedTile): string {
  return pointers[nodeId] ?? pointer;
}

function foreignNode(nodeId: string, intended: IntendedTile): DocumentProblem {
  return {
    code: 'unknown_node',
    pointer: pointerTo(nodeId, intended),
    message: `Nodegroup ${intended.nodegroupId} has no node ${nodeId}: write the value in a tile of the nodegroup that the node belongs to, or leave it out.`,
  };
}

function valueProblems(
  value: unknown,
  node: CompiledNode,
  intended: IntendedTile,
  { validation }: ChangeContext,
): readonly DocumentProblem[] {
  if (value === null) return [];
  if (!isStorable(value)) return [unusableText(node, pointerTo(node.nodeId, intended))];
  return datatypeOf(node.datatype)
    .validate(value, node, validation)
    .map(({ code, pointer, message }) => ({
      code,
      pointer: `${pointerTo(node.nodeId, intended)}${pointer}`,
      message: `${nodeLabel(node)}: ${message}`,
    }));
}

function unusableText(node: CompiledNode, pointer: string): DocumentProblem {
  return {
    code: 'unusable_character',
    pointer,
    message: `${nodeLabel(node)}: the text holds U+0000 or half of a surrogate pair, which cannot be stored. Take it out.`,
  };
}

/** Required nodes without a value: of new tiles, and of a node that loses its value. */
function missingValues(
  data: Readonly<Record<string, unknown>>,
  changed: readonly string[],
  isNew: boolean,
  intended: IntendedTile,
  model: ModelLookup,
): readonly DocumentProblem[] {
  const nodeIds = model.nodegroups.get(intended.nodegroupId)?.nodeIds ?? [];
  return nodeIds.flatMap((nodeId) => {
    const node = model.nodes.get(nodeId);
    if (node === undefined || !node.isRequired || groupsOthers(node)) return [];
    if ((data[nodeId] ?? null) !== null || !(isNew || changed.includes(nodeId))) return [];
    return [
      {
        code: 'required_value_missing',
        pointer: intended.pointer,
        message: `${nodeLabel(node)}: the model requires a value here. Write one, or leave the whole tile out.`,
      },
    ];
  });
}

/** The name of a node for whoever reads a problem. */
export function nodeLabel({ name, nodeId }: CompiledNode): string {
  return pickText(name, ['en']) ?? nodeId;
}
