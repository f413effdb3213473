import type { ConceptContent } from '../../queries/concepts/concept-contents.ts';
import type {
  ConceptChunk,
  ConceptFragment,
  DocumentConcept,
} from '../../queries/concepts/read-contents.ts';

export type ConceptOptions = {
  /** The base URL of the service, without a slash at the end. */
  readonly baseUrl: string;
  readonly includeSubConcepts: boolean;
  readonly includeParentConcepts: boolean;
  readonly includeRelatedConcepts: boolean;
  /** The number of levels of sub concepts; undefined for all. */
  readonly depthLimit: number | undefined;
};

/** Writes one document about a concept in one format. */
export type ConceptWriter = {
  /**
   * Lists the fragments of the document in order. If this throws no error, the document can be written.
   * @throws ConceptTooDeep, NotExpressibleInXml
   */
  readonly listFragments: () => Iterable<ConceptFragment>;
  /** Writes the text of a concept. Called for each concept in document order. */
  readonly write: (concept: DocumentConcept, content: ConceptContent) => string;
  /**
   * Estimates the length of the text that `write` returns: its bytes, and how many of them are escaped in a JSON
   * string.
   */
  readonly estimateSize: (concept: DocumentConcept) => EstimatedSize;
  /** Written last if the document cannot be completed, so that readers reject it. */
  readonly abortText: string;
};

/** An estimated text size. */
export type EstimatedSize = { readonly bytes: number; readonly quotes: number };

/** The minimum length of a part, except the last. */
const partLength = 16_384;

/** Writes a document in parts, while its chunks are read. */
export async function* writeConcept(
  chunks: AsyncIterable<ConceptChunk>,
  { write }: Pick<ConceptWriter, 'write'>,
): AsyncGenerator<string> {
  let text = '';
  for await (const { fragments, getContent } of chunks) {
    for (const fragment of fragments) {
      text += typeof fragment === 'string' ? fragment : write(fragment, getContent(fragment));
      if (text.length < partLength) continue;
      yield text;
      text = '';
    }
  }
  yield text;
}

/**
 * Estimates the size of a document in bytes.
 * @param isInJson whether it is sent inside a JSON string
 * @param maxBytes the limit at which counting stops
 * @returns a number over `maxBytes` if the document is larger
 * @throws ConceptTooDeep, NotExpressibleInXml if they occur before the limit
 */
export function estimateConceptBytes(
  writer: ConceptWriter,
  isInJson: boolean,
  maxBytes: number,
): number {
  let bytes = 0;
  for (const fragment of writer.listFragments()) {
    if (typeof fragment === 'string')
      bytes += isInJson ? JSON.stringify(fragment).length - 2 : fragment.length;
    else {
      const expected = writer.estimateSize(fragment);
      bytes += expected.bytes + (isInJson ? expected.quotes : 0);
    }
    if (bytes > maxBytes) break;
  }
  return bytes;
}
