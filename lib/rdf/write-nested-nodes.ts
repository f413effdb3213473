import type { RdfNode } from './terms.ts';

/** A text, or a node whose text is inserted in its place. */
export type TextPiece = string | RdfNode;

/** Pieces are joined in batches, which takes less memory than one list of all of them. */
const batchSize = 200;

/**
 * Writes a tree in a format that nests nodes as the tree does. Pending pieces are in a list, so that a deep tree does not overflow the
 * stack.
 * @param piecesOf returns the pieces of the text of a node, in order; a child node is a piece of its own
 */
export function writeNestedNodes(
  root: RdfNode,
  piecesOf: (node: RdfNode) => readonly TextPiece[],
): string {
  const pending: TextPiece[] = [root];
  let text = '';
  let batch: string[] = [];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') {
      if (batch.push(next) === batchSize) {
        text += batch.join('');
        batch = [];
      }
    } else {
      for (const piece of piecesOf(next).toReversed()) pending.push(piece);
    }
  }
  return text + batch.join('');
}
