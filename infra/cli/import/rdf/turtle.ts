import { StreamParser } from 'n3';

import { FileFormatError } from '../file-error.ts';
import { parseStream } from '../parse-stream.ts';
import { relativeBase, termFactory, toTriple, type Triple } from './triple.ts';

/**
 * Streams the triples of Turtle (RDF 1.1 Turtle) or its subset N-Triples.
 * @throws FileFormatError `malformed_turtle`, with the line, if the text is not Turtle or is cut off
 */
export async function* parseTurtle(chunks: AsyncIterable<string>): AsyncGenerator<Triple> {
  const parser = new StreamParser({
    format: 'text/turtle',
    baseIRI: relativeBase,
    factory: termFactory,
  });
  try {
    for await (const quad of parseStream(chunks, parser, { objectMode: true }))
      yield toTriple(quad);
  } catch (cause) {
    if (cause instanceof FileFormatError || !(cause instanceof Error)) throw cause;
    const message = `The file is not well-formed Turtle: ${cause.message}`;
    throw new FileFormatError('malformed_turtle', message, {}, { cause });
  }
}
