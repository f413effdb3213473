import { ChangedWhileReading } from '../../data-api/chunks.ts';
import { runQuery } from '../../data-api/query.ts';
import type { ConceptId } from '../../model/ids.ts';
import type { ConceptReadOptions } from './concept-read-options.ts';
import { findConcept, type ConceptLookup } from './find-concept.ts';
import { readLayers } from './read-layers.ts';

/** What a caller finds where a concept is looked for: the places of all concepts that its document shows. */
export type LoadedConcept = ConceptLookup & {
  /** Whether there are more places than were to be read: then none is given. */
  readonly isTooLarge: boolean;
  /** Of a concept that is too large with so many layers: those that are not. */
  readonly layers: number;
};

/** How often a reading starts again because the thesaurus changed under it. */
const attempts = 4;

/**
 * Finds a concept and all that its document shows: one call where that is at most about a million bytes, contents included. Else the places
 * come step by step, and the contents are for readContents.
 * @param mostLinks places and links that may be held, about
 * @throws ChangedWhileReading when the thesaurus kept changing, and what `run` throws
 */
export async function readConcept(
  source: ConceptReadOptions,
  conceptId: ConceptId,
  mostLinks: number,
): Promise<LoadedConcept> {
  const { execute, caller, request: wanted, maxRelations: followedAtOnce } = source;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const query = findConcept(caller, conceptId, { ...wanted, most: followedAtOnce });
    const found = await runQuery(execute, query);
    if (!found.isLarge) return { ...found, isTooLarge: false, layers: 0 };
    const layers = await readLayers(source, conceptId, found.version, mostLinks);
    if (layers !== undefined) return { ...found, ...layers };
  }
  throw new ChangedWhileReading('The thesaurus changed while it was read. Ask again.');
}
