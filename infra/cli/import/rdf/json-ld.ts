import { JsonLdParser } from 'jsonld-streaming-parser';
import { Util } from 'jsonld-streaming-parser/lib/Util.js';

import { bundledContexts } from '../../../../lib/json-ld/contexts/bundled.ts';
import { maxNesting, nestedTooDeepMessage } from '../../../../lib/json/nesting.ts';
import { repeatedMemberCode, RepeatedMemberFinder } from '../../../../lib/json/repeated-members.ts';
import { isAbsoluteIri } from '../../../../lib/rdf/iri.ts';
import { isBlankNodeId } from '../../../../lib/rdf/terms.ts';
import { settings } from '../../../../lib/settings.ts';
import { FileFormatError } from '../file-error.ts';
import { parseStream } from '../parse-stream.ts';
import { relativeBase, termFactory, toTriple, type Triple } from './triple.ts';

// The library leaves out every statement about an IRI with forbidden characters, without an error. `encodeIris` encodes these characters.
Util.isValidIri = (iri) => iri !== null && (isAbsoluteIri(iri) || isBlankNodeId(iri));

/**
 * Streams the triples of JSON-LD 1.1, including those of named graphs. Contexts are not fetched from the web: a context that is named by
 * its URL must be one of those that the service contains.
 * @throws FileFormatError `malformed_json_ld`, with the location, if the text is not JSON-LD or is cut off; `unknown_context` if it
 * names another context, `too_deep` if it is nested too deep, `repeated_member`
 */
export async function* parseJsonLd(chunks: AsyncIterable<string>): AsyncGenerator<Triple> {
  // The error of the loader is kept, because the parser replaces it with another one.
  let loaderError: FileFormatError | undefined;
  const loadContext = async (url: string) => {
    const contexts = bundledContexts([settings().baseUrl]);
    const context = contexts.get(url);
    if (context !== undefined) return { '@context': context };
    loaderError = makeUnknownContextError(url, [...contexts.keys()]);
    throw loaderError;
  };
  const parser = new JsonLdParser({
    dataFactory: termFactory,
    baseIRI: relativeBase,
    documentLoader: { load: loadContext },
  });
  try {
    for await (const quad of parseStream(checkChunks(chunks), parser, { objectMode: true }))
      yield toTriple(quad);
  } catch (error) {
    if (loaderError !== undefined) throw loaderError;
    if (error instanceof FileFormatError || !(error instanceof Error)) throw error;
    const isCutOff = error.message === 'Unclosed document';
    const message = isCutOff ? 'The file is cut off' : error.message;
    // Only the internal JSON parser knows the offset.
    const { offset }: { readonly offset: number } = parser['jsonParser'];
    throw new FileFormatError(
      'malformed_json_ld',
      `The file is not well-formed JSON-LD: ${message}`,
      { byteOffset: offset + (isCutOff ? 1 : 0) },
      { cause: error },
    );
  }
}

/**
 * Passes on the chunks of a JSON document. Refuses one that repeats a member, and one nested too deep: the time of the parser grows with
 * the square of the depth.
 */
async function* checkChunks(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  const finder = new RepeatedMemberFinder();
  for await (const chunk of chunks) {
    finder.addChunk(chunk);
    if (finder.maxDepth > maxNesting) throw new FileFormatError('too_deep', nestedTooDeepMessage);
    const [repeatedMember] = finder.members;
    if (repeatedMember !== undefined) {
      const { message, pointer } = repeatedMember;
      throw new FileFormatError(repeatedMemberCode, message, { pointer });
    }
    yield chunk;
  }
}

function makeUnknownContextError(url: string, urls: readonly string[]): FileFormatError {
  return new FileFormatError(
    'unknown_context',
    `The file refers to the unknown context ${url}, and contexts are not fetched. Write the context itself in place of its URL, or expand the file. ` +
      `Known contexts: ${urls.join(', ')}`,
  );
}
