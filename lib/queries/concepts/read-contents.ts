import { ChangedWhileReading } from '../../data-api/chunks.ts';
import { runQuery } from '../../data-api/query.ts';
import { readAhead } from '../../data-api/read-ahead.ts';
import { findConceptContents, type ConceptContent } from './concept-contents.ts';
import type { ConceptPosition } from './concept-positions.ts';
import { overheadBytes } from './find-concept.ts';
import type { ConceptReadOptions } from './concept-read-options.ts';
import type { LoadedConcept } from './read-concept.ts';

/** A concept in a document, with all values or only with labels. */
export type ShownConcept = { readonly concept: ConceptPosition; readonly isWhole: boolean };

/** A piece of a document: a text, or a concept whose contents must be inserted. */
export type ConceptFragment = string | ShownConcept;

/** Some fragments of a document, with the contents of their concepts. */
export type ConceptChunk = {
  readonly fragments: readonly ConceptFragment[];
  /** @throws ChangedWhileReading if the concept was deleted */
  readonly contentOf: (shown: ShownConcept) => ConceptContent;
};

type Plan = {
  readonly fragments: ConceptFragment[];
  /** Ids of concepts to read with all values, and with labels only. */
  readonly whole: Set<string>;
  readonly labelled: Set<string>;
};

/** By the ids of the concepts. */
type Contents = ReadonlyMap<string, ConceptContent>;

/** How many chunks keep their contents in memory, because related concepts are often close together. */
const cachedChunks = 8;

/** The first chunk is smaller by this factor, so that the response starts soon. */
const firstChunkDivisor = 16;

const emptyPlan = (): Plan => ({ fragments: [], whole: new Set(), labelled: new Set() });

function includes({ whole, labelled }: Plan, { concept: { id }, isWhole }: ShownConcept): boolean {
  return whole.has(id) || (!isWhole && labelled.has(id));
}

/** The approximate bytes of a concept in a call. */
function estimateBytes({ concept: { size }, isWhole }: ShownConcept): number {
  const [count, bytes] = isWhole ? [size.values, size.valueBytes] : [size.labels, size.labelBytes];
  return overheadBytes.concept + count * overheadBytes.value + bytes;
}

/**
 * Splits fragments into chunks by their length and the estimated bytes of their contents.
 * @param isAvailable whether the contents of a concept are already in memory
 */
function* planChunks(
  fragments: Iterable<ConceptFragment>,
  isAvailable: (shown: ShownConcept) => boolean,
  maxBytes: number,
): Generator<Plan> {
  let plan = emptyPlan();
  let recent: readonly Plan[] = [];
  let textLength = 0;
  let bytes = 0;
  for (const fragment of fragments) {
    plan.fragments.push(fragment);
    if (typeof fragment === 'string') textLength += fragment.length;
    else if (
      !isAvailable(fragment) &&
      ![plan, ...recent].some((other) => includes(other, fragment))
    ) {
      bytes += estimateBytes(fragment);
      (fragment.isWhole ? plan.whole : plan.labelled).add(fragment.concept.id);
    }
    const limit = recent.length === 0 ? maxBytes / firstChunkDivisor : maxBytes;
    if (textLength < limit && bytes < limit) continue;
    yield plan;
    recent = [...recent, plan].slice(-cachedChunks);
    plan = emptyPlan();
    textLength = 0;
    bytes = 0;
  }
  yield plan;
}

/**
 * Reads the contents for a document in order, a few calls ahead. Only a few chunks are in memory, even for a long
 * document. Contents of the first call are not read again.
 * @param concept the result of `readConcept`
 * @param fragments the document
 * @throws ChangedWhileReading if the thesaurus has changed; and the errors of `runQuery`
 */
export async function* readContents(
  { execute, caller, request, contentBytesPerCall }: ConceptReadOptions,
  concept: Pick<LoadedConcept, 'contents' | 'version'>,
  fragments: Iterable<ConceptFragment>,
): AsyncGenerator<ConceptChunk> {
  const first: Contents = new Map(concept.contents.map((content) => [content.id, content]));

  async function read({ whole, labelled }: Plan): Promise<Contents> {
    if (whole.size + labelled.size === 0) return new Map();
    const ids = [[...whole], [...labelled.difference(whole)]] as const;
    const query = findConceptContents(caller, ...ids, request.showsStatements);
    const { version, contents } = await runQuery(execute, query);
    if (version !== concept.version) throw changedError();
    return new Map(contents.map((content) => [content.id, content]));
  }

  const isAvailable = (shown: ShownConcept): boolean => contentIn([first], shown) !== undefined;
  let recent: readonly Contents[] = [];
  for await (const { plan, result } of readAhead(
    planChunks(fragments, isAvailable, contentBytesPerCall),
    read,
  )) {
    const available = [first, result, ...recent];
    yield {
      fragments: plan.fragments,
      contentOf: (shown) => {
        const content = contentIn(available, shown);
        if (content === undefined) throw changedError();
        return content;
      },
    };
    recent = [...recent, result].slice(-cachedChunks);
  }
}

function contentIn(
  available: readonly Contents[],
  shown: ShownConcept,
): ConceptContent | undefined {
  for (const contents of available) {
    const content = contents.get(shown.concept.id);
    if (content !== undefined && (content.isWhole || !shown.isWhole)) return content;
  }
  return undefined;
}

function changedError(): ChangedWhileReading {
  return new ChangedWhileReading('The thesaurus changed while it was being read. Try again.');
}
