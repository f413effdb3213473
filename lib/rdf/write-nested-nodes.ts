import type { RdfNode } from './terms.ts';

/** Text, or a node whose own text stands here. */
export type TextPiece = string | RdfNode;

/** Joined so many at a time, pieces are gone before they have cost much memory. */
const joined = 200;

/**
 * Writes a tree in a format that nests nodes as the tree does. It keeps what is still to be written in a list: no depth of
 * a tree overflows the stack.
 * @param piecesOf the text of a node, in order, with the nodes inside it
 */
export function writeNestedNodes(
  root: RdfNode,
  piecesOf: (node: RdfNode) => readonly TextPiece[],
): string {
  const pending: TextPiece[] = [root];
  let text = '';
  let pieces: string[] = [];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') {
      if (pieces.push(next) === joined) {
        text += pieces.join('');
        pieces = [];
      }
    } else {
      for (const piece of piecesOf(next).toReversed()) pending.push(piece);
    }
  }
  return text + pieces.join('');
}
