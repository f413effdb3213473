import { Readable } from 'node:stream';

import { StreamParser } from 'n3';

import { FileFormatError } from '../file-error.ts';
import { relativeBase, termFactory, toTriple, type Triple } from './triple.ts';

/**
 * Streams the triples of Turtle (RDF 1.1 Turtle), of which N-Triples is a part.
 * @throws FileFormatError `malformed_turtle`, with the line, where the text is no Turtle or is cut off
 */
export async function* parseTurtle(chunks: AsyncIterable<string>): AsyncGenerator<Triple> {
  const parser = new StreamParser({
    format: 'text/turtle',
    baseIRI: relativeBase,
    factory: termFactory,
  });
  const source = Readable.from(chunks);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const quad of parser) yield toTriple(quad);
  } catch (error) {
    if (error instanceof FileFormatError || !(error instanceof Error)) throw error;
    const message = `The file is not well-formed Turtle: ${error.message}`;
    throw new FileFormatError('malformed_turtle', message, {}, { cause: error });
  } finally {
    source.destroy();
  }
}
