import type { IncomingValue } from '../incoming-value.ts';
import type { MatchingState, PlacedInstance } from './matching-state.ts';
import type { ModelNode } from './match-model.ts';
import {
  createRepeatedNodeProblem,
  createValueOutsideTilesProblem,
  toDocumentProblems,
} from './match-problems.ts';
import type { DocumentTile } from './tiles/document-tiles.ts';
import { removeMissingValue } from './tiles/missing-tiles.ts';
import { readValue, type ReadValueResult } from './values/read-value.ts';

/**
 * Reads the value of one instance of a node, and stores it in its tile.
 * @param values the values that stand for the instance
 * @returns undefined if the tile already has an instance of the node
 */
export function placeValue(
  matching: MatchingState,
  node: ModelNode,
  tile: DocumentTile | null,
  values: readonly IncomingValue[],
): PlacedInstance | undefined {
  const { index, problems } = matching;
  const storedInstance =
    tile === null
      ? index.findInstance(null, node.nodeId)
      : tile.stored && index.findInstance(tile.stored.tileId, node.nodeId);
  const instance: PlacedInstance = { node, tile, storedInstance };
  const pointer = values[0]?.pointer ?? '';
  if (tile?.placedNodes.has(node.nodeId) === true) {
    problems.push(createRepeatedNodeProblem(node, tile.tileId, pointer));
    return undefined;
  }
  tile?.placedNodes.add(node.nodeId);
  const readResult = readWithStored(matching, values, node, storedInstance?.value ?? null);
  if (readResult.kind === 'nothing') {
    tile?.pointers.set(node.nodeId, pointer);
    if (tile !== null) removeMissingValue(matching, node, tile);
    return instance;
  }
  const valuePointer = readResult.sources[0]?.pointer ?? pointer;
  if (tile === null) {
    if (readResult.kind === 'problem' || readResult.value !== null)
      problems.push(createValueOutsideTilesProblem(node, valuePointer));
    return instance;
  }
  tile.pointers.set(node.nodeId, valuePointer);
  if (readResult.kind === 'value') tile.data.set(node.nodeId, readResult.value);
  problems.push(...toDocumentProblems(readResult, node, valuePointer));
  return instance;
}

/**
 * Reads a value together with the stored value that it replaces. If that fails, it reads the value together with a stored value of
 * another tile, because a file can move from one tile to another.
 */
function readWithStored(
  matching: MatchingState,
  values: readonly IncomingValue[],
  node: ModelNode,
  stored: unknown,
): ReadValueResult {
  const result = readValue(values, node, matching, { value: stored, isSingleValue: true });
  if (result.kind !== 'problem') return result;
  const resultWithOtherStored = readValue(values, node, matching);
  return resultWithOtherStored.kind === 'problem' ? result : resultWithOtherStored;
}
