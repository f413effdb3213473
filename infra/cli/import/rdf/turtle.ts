import { Lexer, StreamParser, type ParserOptions } from 'n3';

import { encodeIri } from '../../../../lib/rdf/iri.ts';
import type { OnEncodedIri } from './encode-iris.ts';
import { FileFormatError } from '../file-error.ts';
import { parseStream } from '../parse-stream.ts';
import { relativeBase, termFactory, toTriple, type Triple } from './triple.ts';

/** Matches an absolute IRI with characters or escapes that an IRI may not have. No other token of Turtle begins like it. */
const lenientIri = /<([a-z][a-z0-9+.-]*:[^<>"\r\n]*)>[ \t]*/iy;

const escapePattern = /\\u([\dA-Fa-f]{4})|\\U([\dA-Fa-f]{8})/g;

/** Creates a lexer that encodes the IRIs that the lexer of the library refuses, together with their file. */
function createLexer(onEncoded: OnEncodedIri): Lexer {
  const lexer = new Lexer({ lineMode: false, n3: false });
  const iri = {
    lastIndex: 0,
    exec: (input: string): readonly string[] | null => {
      lenientIri.lastIndex = iri.lastIndex;
      const [token, text] = lenientIri.exec(input) ?? [];
      if (token === undefined || text === undefined) return null;
      const name = text.replaceAll(escapePattern, (_escape, short?: string, long?: string) =>
        String.fromCodePoint(Number.parseInt(short ?? long ?? '', 16)),
      );
      const encodedName = encodeIri(name);
      if (encodedName !== name) onEncoded(name);
      return [token, encodedName];
    },
  };
  return Object.assign(lexer, { _iri: iri });
}

/**
 * Streams the triples of Turtle (RDF 1.1 Turtle) or its subset N-Triples.
 * @param onEncoded receives IRIs that are percent-encoded
 * @throws FileFormatError `malformed_turtle`, with the line, if the text is not Turtle or is cut off
 */
export async function* parseTurtle(
  chunks: AsyncIterable<string>,
  onEncoded: OnEncodedIri,
): AsyncGenerator<Triple> {
  // The types of the library lack the option `lexer`.
  const options: ParserOptions & { readonly lexer: Lexer } = {
    format: 'text/turtle',
    baseIRI: relativeBase,
    factory: termFactory,
    lexer: createLexer(onEncoded),
  };
  const parser = new StreamParser(options);
  try {
    for await (const quad of parseStream(chunks, parser, { objectMode: true }))
      yield toTriple(quad);
  } catch (cause) {
    if (cause instanceof FileFormatError || !(cause instanceof Error)) throw cause;
    const message = `The file is not well-formed Turtle: ${cause.message}`;
    throw new FileFormatError('malformed_turtle', message, {}, { cause });
  }
}
