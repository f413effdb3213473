import { ChangedWhileReading } from '../../data-api/chunks.ts';
import { runQuery } from '../../data-api/query.ts';
import { readAhead } from '../../data-api/read-ahead.ts';
import { findConceptContents, type ConceptContent } from './concept-contents.ts';
import type { ConceptPosition } from './concept-positions.ts';
import { overheadBytes } from './find-concept.ts';
import type { ConceptReadOptions } from './concept-read-options.ts';
import type { LoadedConcept } from './read-concept.ts';

/** A concept at a place of a document, shown whole or by its labels alone. */
export type ShownConcept = { readonly concept: ConceptPosition; readonly isWhole: boolean };

/** What stands in a document, in its order: a text, or a concept where what it holds comes. */
export type ConceptFragment = string | ShownConcept;

/** Some steps of a document, with what their concepts hold. */
export type ConceptChunk = {
  readonly fragments: readonly ConceptFragment[];
  /** @throws ChangedWhileReading where the concept is gone */
  readonly contentOf: (shown: ShownConcept) => ConceptContent;
};

type Plan = {
  readonly steps: ConceptFragment[];
  /** The ids of those of which all values are to be read, and of those of which the labels are. */
  readonly whole: Set<string>;
  readonly labelled: Set<string>;
};

/** Contents by the ids of their concepts. */
type Contents = ReadonlyMap<string, ConceptContent>;

/** Chunks whose contents are kept: what is related to one another often stands close together. */
const chunksKept = 8;

/** How many times smaller the first chunk is, so that the answer begins soon. */
const firstChunk = 16;

const noPlan = (): Plan => ({ steps: [], whole: new Set(), labelled: new Set() });

function brings({ whole, labelled }: Plan, { concept: { id }, isWhole }: ShownConcept): boolean {
  return whole.has(id) || (!isWhole && labelled.has(id));
}

/** Bytes that a concept takes from a call, about. */
function bytesOf({ concept: { size }, isWhole }: ShownConcept): number {
  const [count, bytes] = isWhole ? [size.values, size.valueBytes] : [size.labels, size.labelBytes];
  return overheadBytes.concept + count * overheadBytes.value + bytes;
}

/**
 * The steps in chunks: each of about so many letters, and with contents of about so many bytes.
 * @param isThere whether a concept need not be read
 */
function* chunksOf(
  steps: Iterable<ConceptFragment>,
  isThere: (shown: ShownConcept) => boolean,
  most: number,
): Generator<Plan> {
  let plan = noPlan();
  let kept: readonly Plan[] = [];
  let letters = 0;
  let bytes = 0;
  for (const step of steps) {
    plan.steps.push(step);
    if (typeof step === 'string') letters += step.length;
    else if (!isThere(step) && ![plan, ...kept].some((other) => brings(other, step))) {
      bytes += bytesOf(step);
      (step.isWhole ? plan.whole : plan.labelled).add(step.concept.id);
    }
    const enough = kept.length === 0 ? most / firstChunk : most;
    if (letters < enough && bytes < enough) continue;
    yield plan;
    kept = [...kept, plan].slice(-chunksKept);
    plan = noPlan();
    letters = 0;
    bytes = 0;
  }
  yield plan;
}

/**
 * Reads what the concepts of a document hold, in the order of the document: chunk by chunk, some calls ahead. A few chunks are held at once, however long the
 * document is, and each call costs what it brings. What the first call brought is not read again.
 * @param found the concepts, by readConcept
 * @param steps of the document
 * @throws ChangedWhileReading when the thesaurus is not any more what it was, and what `run` throws
 */
export async function* readContents(
  { execute, caller, request: wanted, contentBytesPerCall: bytesAtOnce }: ConceptReadOptions,
  found: Pick<LoadedConcept, 'contents' | 'version'>,
  steps: Iterable<ConceptFragment>,
): AsyncGenerator<ConceptChunk> {
  const first: Contents = new Map(found.contents.map((content) => [content.id, content]));

  async function read({ whole, labelled }: Plan): Promise<Contents> {
    if (whole.size + labelled.size === 0) return new Map();
    const ids = [[...whole], [...labelled.difference(whole)]] as const;
    const query = findConceptContents(caller, ...ids, wanted.showsStatements);
    const { version, contents } = await runQuery(execute, query);
    if (version !== found.version) throw changed();
    return new Map(contents.map((content) => [content.id, content]));
  }

  const isThere = (shown: ShownConcept): boolean => contentIn([first], shown) !== undefined;
  let kept: readonly Contents[] = [];
  for await (const { plan, result } of readAhead(chunksOf(steps, isThere, bytesAtOnce), read)) {
    const held = [first, result, ...kept];
    yield {
      fragments: plan.steps,
      contentOf: (shown) => {
        const content = contentIn(held, shown);
        if (content === undefined) throw changed();
        return content;
      },
    };
    kept = [...kept, result].slice(-chunksKept);
  }
}

function contentIn(held: readonly Contents[], shown: ShownConcept): ConceptContent | undefined {
  for (const contents of held) {
    const content = contents.get(shown.concept.id);
    if (content !== undefined && (content.isWhole || !shown.isWhole)) return content;
  }
  return undefined;
}

function changed(): ChangedWhileReading {
  return new ChangedWhileReading('The thesaurus changed while it was read. Ask again.');
}
