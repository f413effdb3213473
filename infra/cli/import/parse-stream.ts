import { Readable, type Duplex } from 'node:stream';

/**
 * Pipes chunks into a parser and streams its output. An error of the chunks also ends the parser.
 * @throws the errors of the chunks and of the parser
 */
export async function* parseStream<Parsed>(
  chunks: AsyncIterable<string | Uint8Array>,
  parser: Duplex & AsyncIterable<Parsed>,
  options: { readonly objectMode?: boolean } = { objectMode: false },
): AsyncGenerator<Parsed> {
  const source = Readable.from(chunks, options).on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const parsed of parser) yield parsed;
  } finally {
    source.destroy();
  }
}
