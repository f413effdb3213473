import type { DocumentProblem } from '../../../model/change/document-problem.ts';
import type { ModelNode } from '../model/model.ts';
import { nameOf } from '../model/names-of-nodes.ts';

/** A node of the tile of what it hangs in names another one. */
export function otherTile(
  node: ModelNode,
  named: string,
  tileId: string,
  pointer: string,
): DocumentProblem {
  const message = `${nameOf(node)} is in the tile of what it hangs in, ${tileId}, but its @id names tile ${named}: write the same tile id in both.`;
  return { code: 'other_tile', pointer, message };
}

export function tileOfOtherNodegroup(
  node: ModelNode,
  tileId: string,
  pointer: string,
): DocumentProblem {
  const message = `Tile ${tileId} is of another nodegroup than ${nameOf(node)}: give this one a tile id of its own, or leave its @id out.`;
  return { code: 'tile_of_other_nodegroup', pointer, message };
}

export function tileInSeveralPlaces(
  node: ModelNode,
  tileId: string,
  pointer: string,
): DocumentProblem {
  const message = `Tile ${tileId}, that of ${nameOf(node)}, hangs in several places of the document: write it in one of them.`;
  return { code: 'tile_in_several_places', pointer, message };
}

export function nodeRepeated(node: ModelNode, tileId: string, pointer: string): DocumentProblem {
  const message = `${nameOf(node)} of tile ${tileId} stands in several places of the document: write it in one of them.`;
  return { code: 'node_repeated', pointer, message };
}
