import type { DocumentProblem } from '../../model/change/document-problem.ts';
import type { IncomingNode, IncomingProperty, IncomingValue } from '../incoming-value.ts';
import { chooseNodes } from './choice/choose-nodes.ts';
import { TooAmbiguousError } from './choice/work-limit.ts';
import { mergeNestedProperties } from './document/nested-properties.ts';
import type { MatchInputOfShape, MatchResult } from './match-input.ts';
import { startMatching, type MatchingState, type PlacedInstance } from './matching-state.ts';
import { toIntendedTile, type DocumentTile } from './tiles/document-tiles.ts';
import { locateInstances } from './tiles/locate-instances.ts';
import { findMissingTiles, removeMissingValue } from './tiles/missing-tiles.ts';
import { leaveOutRepeatedValues } from './tiles/values-without-node.ts';
import type { ModelNode } from './match-model.ts';
import {
  createRepeatedNodeProblem,
  createValueOutsideTilesProblem,
  toDocumentProblems,
} from './match-problems.ts';
import { readValue, type ReadValueResult } from './values/read-value.ts';

/**
 * Matches a document in a given shape to the model and the tiles of a resource instance. Values in the form of the other shape are
 * read as well. A document that cannot be matched is refused with all of its problems.
 *
 * The steps: check the types of the document; then, from the root down, choose a node of the model for each value of a property
 * (choice/), find the tile of each instance of a node (tiles/) and read its value (values/); finally remove the stored values that the
 * document leaves out.
 * @throws Error when the graph has no nodes
 */
export function matchInShape(document: IncomingNode, input: MatchInputOfShape): MatchResult {
  const matching = startMatching(document, input);
  const { tiles, problems, ignored, model, index } = matching;
  problems.push(...validateTypes(document, matching));
  try {
    placeNested(matching, { node: model.root, tile: null, storedInstance: index.root }, [document]);
  } catch (error) {
    if (!(error instanceof TooAmbiguousError)) throw error;
    return { kind: 'refused', problems: [createTooAmbiguousProblem(document.pointer)] };
  }
  if (problems.length > 0) return { kind: 'refused', problems };
  for (const tile of tiles.all()) {
    for (const node of model.nodesByNodegroup.get(tile.nodegroupId) ?? []) {
      if (!tile.placedNodes.has(node.nodeId)) removeMissingValue(matching, node, tile);
    }
  }
  const intended = { tiles: tiles.all().map(toIntendedTile), deleted: findMissingTiles(matching) };
  return { kind: 'read', intended, ignored };
}

/** Places the values that are nested in one instance. */
function placeNested(
  matching: MatchingState,
  parent: PlacedInstance,
  values: readonly IncomingValue[],
): void {
  for (const property of mergeNestedProperties(values, parent.node, matching.uris)) {
    placeProperty(matching, parent, property);
  }
}

function placeProperty(
  matching: MatchingState,
  parent: PlacedInstance,
  property: IncomingProperty,
): void {
  const remainingValues = leaveOutRepeatedValues(matching, parent, property);
  if (remainingValues.length === 0) return;
  for (const [node, groups] of chooseNodes(matching, parent, {
    ...property,
    values: remainingValues,
  })) {
    for (const location of locateInstances(matching, parent, node, groups)) {
      const values = location.groups.flatMap((group) => group.values);
      const instance = placeValue(matching, node, location.tile, values);
      if (instance !== undefined) placeNested(matching, instance, values);
    }
  }
}

/** Reports each type of the document that names another model, or a class other than that of the root node. */
function validateTypes(
  { types, pointer }: IncomingNode,
  { uris, model, input }: MatchingState,
): readonly DocumentProblem[] {
  const { graphId } = input.graph;
  const { classIri } = model.root;
  return types.flatMap((type) => {
    const typeGraphId = uris.parseGraphId(type);
    if (typeGraphId === graphId) return [];
    if (typeGraphId !== undefined) {
      const message = `${type} is not the model of this resource instance: write the document for the model ${graphId}.`;
      return [{ code: 'other_graph', pointer, message }];
    }
    if (classIri === null || type === classIri) return [];
    const message = `${type} is not the class of resource instances of this model: write ${classIri}, or leave the type out.`;
    return [{ code: 'class_mismatch', pointer, message }];
  });
}

function createTooAmbiguousProblem(pointer: string): DocumentProblem {
  const message =
    'Too many values of this document could each stand for several nodes of the model: write the @id of tiles and nodes, as in the documents that this service returns.';
  return { code: 'too_ambiguous', pointer, message };
}

/**
 * Reads the value of one instance of a node, and stores it in its tile.
 * @param values the values that stand for the instance
 * @returns undefined if the tile already has an instance of the node
 */
function placeValue(
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
