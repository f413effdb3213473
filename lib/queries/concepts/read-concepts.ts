import { ChangedWhileReading } from '../../data-api/chunks.ts';
import { run, type Execute } from '../../data-api/query.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ConceptId } from '../../model/ids.ts';
import type { StoredConcept } from './concept-rows.ts';
import {
  conceptContents,
  findConcept,
  type FoundConcepts,
  type FoundContents,
  type WantedConcept,
} from './concepts.ts';

/** What a caller finds where a concept is looked for, read to its end. */
export type ReadConcepts = Omit<FoundConcepts, 'places' | 'contents'> & {
  readonly concepts: readonly StoredConcept[];
};

/** How often a reading starts again because the thesaurus changed under it. */
const attempts = 4;
/** Calls that may be under way at once. */
const readAhead = 3;

/**
 * Reads a concept and all that its document shows: one call where that is at most about a million bytes, else one for each million.
 * The first call finds out which concepts these are, so that the others only read what they bring.
 * @throws ChangedWhileReading when the thesaurus kept changing, and what `run` throws
 */
export async function readConcepts(
  execute: Execute,
  caller: Caller,
  conceptId: ConceptId,
  wanted: WantedConcept,
): Promise<ReadConcepts> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const { places, contents, ...found } = await run(
      execute,
      findConcept(caller, conceptId, wanted),
    );
    const others = await readOthers(execute, caller, places, wanted);
    if (others.some(({ version }) => version !== found.version)) continue;
    const contentOf = new Map(
      [contents, ...others.map((other) => other.contents)].flat().map((one) => [one.id, one]),
    );
    const concepts = places.flatMap(({ id, hasSubConcepts, parentConcepts, relatedConcepts }) => {
      const content = contentOf.get(id);
      if (content === undefined) return [];
      return [{ ...content, hasSubConcepts, parentConcepts, relatedConcepts }];
    });
    return { ...found, concepts };
  }
  throw new ChangedWhileReading('The thesaurus changed while it was read. Ask again.');
}

/** The contents that the first call did not bring. */
async function readOthers(
  execute: Execute,
  caller: Caller,
  places: FoundConcepts['places'],
  { showsStatements }: WantedConcept,
): Promise<readonly FoundContents[]> {
  const pieces = Map.groupBy(
    places.filter(({ piece }) => piece > 0),
    ({ piece }) => piece,
  );
  const queries = Array.from(pieces.values(), (ofPiece) => {
    const [whole, labelled] = [true, false].map((isWhole) =>
      ofPiece.flatMap((place) => (place.isWhole === isWhole ? [place.id] : [])),
    );
    return conceptContents(caller, whole ?? [], labelled ?? [], showsStatements);
  });
  const read: FoundContents[] = [];
  for (let next = 0; next < queries.length; next += readAhead) {
    const ahead = queries.slice(next, next + readAhead);
    read.push(...(await Promise.all(ahead.map((query) => run(execute, query)))));
  }
  return read;
}
