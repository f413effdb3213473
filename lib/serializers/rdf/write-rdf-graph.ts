import type { RdfNode } from '../../rdf/terms.ts';
import type { RdfFormat } from './rdf-format.ts';

/** The minimum length of a part, except the last. */
const partLength = 16_384;

/**
 * Streams nodes as one document.
 * @param nodes each with all its statements
 * @returns the text in parts
 */
export async function* streamRdfGraph(
  format: RdfFormat,
  nodes: AsyncIterable<RdfNode> | Iterable<RdfNode>,
): AsyncGenerator<string> {
  const writer = format.createStreamWriter();
  let text = writer.begin;
  for await (const node of nodes) {
    text += writer.writeNode(node);
    if (text.length >= partLength) {
      yield text;
      text = '';
    }
  }
  yield text + writer.end;
}

/** Writes nodes as one text, in the same way as streamRdfGraph. */
export function writeRdfGraphText(format: RdfFormat, nodes: Iterable<RdfNode>): string {
  const writer = format.createStreamWriter();
  let text = writer.begin;
  for (const node of nodes) text += writer.writeNode(node);
  return text + writer.end;
}
