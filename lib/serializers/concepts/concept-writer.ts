import type { ConceptContent } from '../../queries/concepts/concept-contents.ts';
import type {
  ConceptChunk,
  ConceptFragment,
  ShownConcept,
} from '../../queries/concepts/read-contents.ts';

/** What to show of a concept, and how. */
export type ConceptOptions = {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly includeSubConcepts: boolean;
  readonly includeParentConcepts: boolean;
  readonly includeRelatedConcepts: boolean;
  /** Layers of sub concepts; undefined for all. */
  readonly depthLimit: number | undefined;
};

/** How a document about a concept is written in one format. It is for one document. */
export type ConceptWriter = {
  /**
   * The document in its order.
   * @throws ConceptTooDeep, NotExpressibleInXml: once all steps were taken, the document can be written
   */
  readonly steps: () => Iterable<ConceptFragment>;
  /** What stands where a concept is shown. Called for each of them, in the order of the document. */
  readonly write: (shown: ShownConcept, content: ConceptContent) => string;
  /** How long that is, about: its letters, and how many of them take a second byte inside a JSON string. */
  readonly expectedSize: (shown: ShownConcept) => ExpectedSize;
  /** What is written last where the document cannot be finished: nobody can take it for whole. */
  readonly abortText: string;
};

/** The size of a text that is not there yet. */
export type ExpectedSize = { readonly bytes: number; readonly quotes: number };

/** Letters that a part of the text has at least, but the last one. */
const partLength = 16_384;

/** The text of a document, in parts that are made as its chunks are read. */
export async function* writeConcept(
  chunks: AsyncIterable<ConceptChunk>,
  { write }: Pick<ConceptWriter, 'write'>,
): AsyncGenerator<string> {
  let text = '';
  for await (const { fragments: steps, contentOf } of chunks) {
    for (const step of steps) {
      text += typeof step === 'string' ? step : write(step, contentOf(step));
      if (text.length < partLength) continue;
      yield text;
      text = '';
    }
  }
  yield text;
}

/**
 * How many bytes a document has, about.
 * @param isInJson whether it travels inside a JSON string
 * @param most where counting ends
 * @returns over `most` where it is larger
 * @throws ConceptTooDeep, NotExpressibleInXml where these are met before
 */
export function estimateConceptBytes(
  writer: ConceptWriter,
  isInJson: boolean,
  most: number,
): number {
  let bytes = 0;
  for (const step of writer.steps()) {
    if (typeof step === 'string') bytes += isInJson ? JSON.stringify(step).length - 2 : step.length;
    else {
      const expected = writer.expectedSize(step);
      bytes += expected.bytes + (isInJson ? expected.quotes : 0);
    }
    if (bytes > most) break;
  }
  return bytes;
}
