import type { IncomingValue } from '../incoming-value.ts';
import type { Matching, PlacedInstance } from './matching.ts';
import type { ModelNode } from './model.ts';
import { nodeRepeated, valueOutsideTiles, valueProblems } from './problems.ts';
import type { DocumentTile } from './tiles/document-tiles.ts';
import { removeMissingValue } from './tiles/missing.ts';
import { readValue, type ReadValue } from './values/read-value.ts';

/**
 * Reads the value of one instance of a node, and stores it in its tile.
 * @param values the values that stand for the instance
 * @returns undefined if the tile already has an instance of the node
 */
export function placeValue(
  matching: Matching,
  node: ModelNode,
  tile: DocumentTile | null,
  values: readonly IncomingValue[],
): PlacedInstance | undefined {
  const { index, problems } = matching;
  const stored =
    tile === null
      ? index.instance(null, node.nodeId)
      : tile.stored && index.instance(tile.stored.tileId, node.nodeId);
  const placed: PlacedInstance = { node, tile, stored };
  const pointer = values[0]?.pointer ?? '';
  if (tile?.placedNodes.has(node.nodeId) === true) {
    problems.push(nodeRepeated(node, tile.tileId, pointer));
    return undefined;
  }
  tile?.placedNodes.add(node.nodeId);
  const read = readBeside(matching, values, node, stored?.value ?? null);
  if (read.kind === 'nothing') {
    tile?.pointers.set(node.nodeId, pointer);
    if (tile !== null) removeMissingValue(matching, node, tile);
    return placed;
  }
  const valuePointer = read.sources[0]?.pointer ?? pointer;
  if (tile === null) {
    if (read.kind === 'problem' || read.value !== null)
      problems.push(valueOutsideTiles(node, valuePointer));
    return placed;
  }
  tile.pointers.set(node.nodeId, valuePointer);
  if (read.kind === 'value') tile.data.set(node.nodeId, read.value);
  problems.push(...valueProblems(read, node, valuePointer));
  return placed;
}

/**
 * Reads a value together with the stored value that it replaces. If that fails, it reads the value together with a stored value of
 * another tile, because a file can move from one tile to another.
 */
function readBeside(
  matching: Matching,
  values: readonly IncomingValue[],
  node: ModelNode,
  stored: unknown,
): ReadValue {
  const read = readValue(values, node, matching, { value: stored, isWhole: true });
  if (read.kind !== 'problem') return read;
  const other = readValue(values, node, matching);
  return other.kind === 'problem' ? read : other;
}
