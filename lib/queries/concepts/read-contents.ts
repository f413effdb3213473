import { ChangedWhileReading } from '../../data-api/chunks.ts';
import { runQuery } from '../../data-api/query.ts';
import { readAhead } from '../../data-api/read-ahead.ts';
import { findConceptContents, type ConceptContent } from './concept-contents.ts';
import type { ConceptPosition } from './concept-positions.ts';
import { overheadBytes } from './find-concept.ts';
import type { ConceptReadOptions } from './concept-read-options.ts';
import type { LoadedConcept } from './read-concept.ts';

/** A concept in a document, with all values or only with labels. */
export type DocumentConcept = {
  readonly concept: ConceptPosition;
  readonly needsAllValues: boolean;
};

/** A piece of a document: a text, or a concept whose contents must be inserted. */
export type ConceptFragment = string | DocumentConcept;

/** Some fragments of a document, with the contents of their concepts. */
export type ConceptChunk = {
  readonly fragments: readonly ConceptFragment[];
  /** @throws ChangedWhileReading if the concept was deleted */
  readonly getContent: (documentConcept: DocumentConcept) => ConceptContent;
};

type ChunkContentPlan = {
  readonly fragments: ConceptFragment[];
  /** Ids of concepts to read with all values, and with labels only. */
  readonly idsWithAllValues: Set<string>;
  readonly idsWithLabels: Set<string>;
};

/** By the ids of the concepts. */
type Contents = ReadonlyMap<string, ConceptContent>;

/** How many recent chunks keep their contents in memory, because related concepts are often close together in a document. */
const maxCachedChunks = 8;

/** The first chunk is smaller by this factor, so that the response starts soon. */
const firstChunkDivisor = 16;

const emptyPlan = (): ChunkContentPlan => ({
  fragments: [],
  idsWithAllValues: new Set(),
  idsWithLabels: new Set(),
});

function isPlanned(
  { idsWithAllValues, idsWithLabels }: ChunkContentPlan,
  { concept: { id }, needsAllValues }: DocumentConcept,
): boolean {
  return idsWithAllValues.has(id) || (!needsAllValues && idsWithLabels.has(id));
}

/** The approximate bytes of a concept in a call. */
function estimateBytes({ concept: { size }, needsAllValues }: DocumentConcept): number {
  const [count, bytes] = needsAllValues
    ? [size.values, size.valueBytes]
    : [size.labels, size.labelBytes];
  return overheadBytes.concept + count * overheadBytes.value + bytes;
}

/**
 * Splits fragments into chunks by their length and the estimated bytes of their contents.
 * @param isAvailable whether the contents of a concept are already in memory
 */
function* planContentChunks(
  fragments: Iterable<ConceptFragment>,
  isAvailable: (documentConcept: DocumentConcept) => boolean,
  maxBytes: number,
): Generator<ChunkContentPlan> {
  let plan = emptyPlan();
  let recentPlans: readonly ChunkContentPlan[] = [];
  let textLength = 0;
  let bytes = 0;
  for (const fragment of fragments) {
    plan.fragments.push(fragment);
    if (typeof fragment === 'string') textLength += fragment.length;
    else if (
      !isAvailable(fragment) &&
      ![plan, ...recentPlans].some((earlierPlan) => isPlanned(earlierPlan, fragment))
    ) {
      bytes += estimateBytes(fragment);
      (fragment.needsAllValues ? plan.idsWithAllValues : plan.idsWithLabels).add(
        fragment.concept.id,
      );
    }
    const limit = recentPlans.length === 0 ? maxBytes / firstChunkDivisor : maxBytes;
    if (textLength < limit && bytes < limit) continue;
    yield plan;
    recentPlans = [...recentPlans, plan].slice(-maxCachedChunks);
    plan = emptyPlan();
    textLength = 0;
    bytes = 0;
  }
  yield plan;
}

/**
 * Reads the contents for a document in order, a few calls ahead. Only a few chunks are in memory, even for a long
 * document. Contents that `readConcept` has read are not read again.
 * @param concept the result of `readConcept`
 * @param fragments the document
 * @throws ChangedWhileReading if the thesaurus has changed; and the errors of `runQuery`
 */
export async function* readContents(
  { execute, caller, request, contentBytesPerCall }: ConceptReadOptions,
  concept: Pick<LoadedConcept, 'contents' | 'version'>,
  fragments: Iterable<ConceptFragment>,
): AsyncGenerator<ConceptChunk> {
  const firstContents: Contents = new Map(concept.contents.map((content) => [content.id, content]));

  async function loadContents({
    idsWithAllValues,
    idsWithLabels,
  }: ChunkContentPlan): Promise<Contents> {
    if (idsWithAllValues.size + idsWithLabels.size === 0) return new Map();
    const ids = [[...idsWithAllValues], [...idsWithLabels.difference(idsWithAllValues)]] as const;
    const query = findConceptContents(caller, ...ids, request.includesStatements);
    const { version, contents } = await runQuery(execute, query);
    if (version !== concept.version) throw createChangedError();
    return new Map(contents.map((content) => [content.id, content]));
  }

  const isAvailable = (documentConcept: DocumentConcept): boolean =>
    findContent([firstContents], documentConcept) !== undefined;
  let recentContents: readonly Contents[] = [];
  for await (const { plan, result } of readAhead(
    planContentChunks(fragments, isAvailable, contentBytesPerCall),
    loadContents,
  )) {
    const availableContents = [firstContents, result, ...recentContents];
    yield {
      fragments: plan.fragments,
      getContent: (documentConcept) => {
        const content = findContent(availableContents, documentConcept);
        if (content === undefined) throw createChangedError();
        return content;
      },
    };
    recentContents = [...recentContents, result].slice(-maxCachedChunks);
  }
}

function findContent(
  availableContents: readonly Contents[],
  documentConcept: DocumentConcept,
): ConceptContent | undefined {
  for (const contents of availableContents) {
    const content = contents.get(documentConcept.concept.id);
    if (content !== undefined && (content.hasAllValues || !documentConcept.needsAllValues))
      return content;
  }
  return undefined;
}

function createChangedError(): ChangedWhileReading {
  return new ChangedWhileReading('The thesaurus changed while it was being read. Try again.');
}
