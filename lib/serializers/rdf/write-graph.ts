import type { RdfNode } from '../../rdf/terms.ts';
import type { RdfFormat } from './rdf-format.ts';

/** Characters that a part of the text has at least, but the last one. */
const partLength = 16_384;

/**
 * Writes many nodes as one document, as they come.
 * @param nodes each with what is said of it, once
 * @returns the text in parts, which are made as they are read
 */
export async function* writeGraph(
  format: RdfFormat,
  nodes: AsyncIterable<RdfNode> | Iterable<RdfNode>,
): AsyncGenerator<string> {
  const writer = format.graphWriter();
  let text = writer.begin;
  for await (const node of nodes) {
    text += writer.subject(node);
    if (text.length >= partLength) {
      yield text;
      text = '';
    }
  }
  yield text + writer.end;
}

/** Writes nodes that are all there as one text. See writeGraph. */
export function writeGraphText(format: RdfFormat, nodes: Iterable<RdfNode>): string {
  const writer = format.graphWriter();
  let text = writer.begin;
  for (const node of nodes) text += writer.subject(node);
  return text + writer.end;
}
