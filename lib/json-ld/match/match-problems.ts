import type { DocumentProblem } from '../../model/change/document-problem.ts';
import type { ModelNode } from './match-model.ts';
import type { ReadValueResult } from './values/read-value.ts';

/**
 * Converts the problems of a value into problems of the document. A problem of a list element has the pointer of that element, if each
 * element was read from a value of its own.
 * @param pointer to the value as a whole
 */
export function toDocumentProblems(
  readResult: ReadValueResult,
  node: ModelNode,
  pointer: string,
): readonly DocumentProblem[] {
  if (readResult.kind === 'nothing') return [];
  if (readResult.kind === 'problem') {
    const { code = 'unreadable_value', message } = readResult;
    return [{ code, pointer, message: `${node.name}: ${message}` }];
  }
  const { value, sources } = readResult;
  const isPerElement = Array.isArray(value) && value.length === sources.length;
  return readResult.problems.map((problem) => {
    const [, position = ''] = problem.pointer.split('/');
    const source = isPerElement && position !== '' ? sources[Number(position)] : undefined;
    return {
      code: problem.code,
      pointer: source?.pointer ?? pointer,
      message: `${node.name}: ${problem.message}`,
    };
  });
}

/** @param pointer to the value on which the two shapes differ */
export function createUnclearShapeProblem(pointer: string): DocumentProblem {
  const message =
    'This has different meanings in the shape of the specification and in the linked shape: name the shape in Content-Type, as application/ld+json;profile=specification or application/ld+json;profile=linked.';
  return { code: 'shape_unclear', pointer, message };
}

export function createValueOutsideTilesProblem(
  { name }: ModelNode,
  pointer: string,
): DocumentProblem {
  const message = `${name} belongs to no nodegroup, so no tile can hold a value of it: leave the value out.`;
  return { code: 'value_outside_tiles', pointer, message };
}

export function createTooManyValuesProblem({ name }: ModelNode, pointer: string): DocumentProblem {
  const message = `${name} can have only one value here, but the document has several that cannot be combined: keep one of them.`;
  return { code: 'too_many_values', pointer, message };
}

/** @param parentTileId the tile of the parent */
export function createOtherTileProblem(
  { name }: ModelNode,
  namedTileId: string,
  parentTileId: string,
  pointer: string,
): DocumentProblem {
  const message = `${name} belongs to the tile of its parent, ${parentTileId}, but its @id names tile ${namedTileId}: write the same tile id in both.`;
  return { code: 'other_tile', pointer, message };
}

export function createTileOfOtherNodegroupProblem(
  { name }: ModelNode,
  tileId: string,
  pointer: string,
): DocumentProblem {
  const message = `Tile ${tileId} belongs to another nodegroup than ${name}: give this one a tile id of its own, or leave its @id out.`;
  return { code: 'tile_of_other_nodegroup', pointer, message };
}

export function createTileInSeveralPlacesProblem(
  { name }: ModelNode,
  tileId: string,
  pointer: string,
): DocumentProblem {
  const message = `Tile ${tileId}, that of ${name}, appears in several places of the document: write it in one of them.`;
  return { code: 'tile_in_several_places', pointer, message };
}

export function createRepeatedNodeProblem(
  { name }: ModelNode,
  tileId: string,
  pointer: string,
): DocumentProblem {
  const message = `${name} of tile ${tileId} appears in several places of the document: write it in one of them.`;
  return { code: 'node_repeated', pointer, message };
}
