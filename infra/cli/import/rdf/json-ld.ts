import { Readable } from 'node:stream';

import { JsonLdParser } from 'jsonld-streaming-parser';

import { bundledContexts } from '../../../../lib/json-ld/contexts/bundled.ts';
import { settings } from '../../../../lib/settings.ts';
import { FileFormatError } from '../file-error.ts';
import { relativeBase, termFactory, toTriple, type Triple } from './triple.ts';

/**
 * Streams the triples of JSON-LD 1.1, those of named graphs like all others. Nothing is fetched: a context by URL is one of those
 * that the service brings along.
 * @throws FileFormatError `malformed_json_ld`, with the place, where the text is no JSON-LD or is cut off; `unknown_context` where it
 * names another context
 */
export async function* parseJsonLd(chunks: AsyncIterable<string>): AsyncGenerator<Triple> {
  // The parser tells of an error of the loader in words of its own.
  let unknown: FileFormatError | undefined;
  const load = async (url: string) => {
    const contexts = bundledContexts([settings().baseUrl]);
    const context = contexts.get(url);
    if (context !== undefined) return { '@context': context };
    unknown = unknownContext(url, [...contexts.keys()]);
    throw unknown;
  };
  const parser = new JsonLdParser({
    dataFactory: termFactory,
    baseIRI: relativeBase,
    documentLoader: { load },
  });
  const source = Readable.from(chunks);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const quad of parser) yield toTriple(quad);
  } catch (error) {
    if (unknown !== undefined) throw unknown;
    if (error instanceof FileFormatError || !(error instanceof Error)) throw error;
    const isCutOff = error.message === 'Unclosed document';
    const message = isCutOff ? 'The file is cut off' : error.message;
    // The parser of JSON inside knows how far it came.
    const { offset }: { readonly offset: number } = parser['jsonParser'];
    throw new FileFormatError(
      'malformed_json_ld',
      `The file is not well-formed JSON-LD: ${message}`,
      { byteOffset: offset + (isCutOff ? 1 : 0) },
      { cause: error },
    );
  } finally {
    source.destroy();
  }
}

function unknownContext(url: string, urls: readonly string[]): FileFormatError {
  return new FileFormatError(
    'unknown_context',
    `The file names the context ${url}, and no context is fetched. Write the context itself in place of its URL, or expand the file. ` +
      `Known are: ${urls.join(', ')}`,
  );
}
