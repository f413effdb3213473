import { Readable, type Duplex } from 'node:stream';

/**
 * Streams what a parser makes of chunks. An error of the chunks ends the parser as well.
 * @throws what the chunks and the parser throw
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
