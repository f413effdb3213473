import { ChangedWhileReading } from '../../data-api/chunks.ts';
import { runQuery } from '../../data-api/query.ts';
import type { ConceptId } from '../../model/ids.ts';
import type { ConceptReadOptions } from './concept-read-options.ts';
import { findConcept, type ConceptLookup } from './find-concept.ts';
import { readLayers } from './read-layers.ts';

/** A concept with the positions of all concepts that its document shows. */
export type LoadedConcept = ConceptLookup & {
  /** Whether there are more positions than the limit; then none is returned. */
  readonly isTooLarge: boolean;
  /** For a document that is too large: the number of layers that are within the limit. */
  readonly layers: number;
};

/** How often the thesaurus is read again because it changed during the reading. */
const maxAttempts = 4;

/**
 * Finds a concept and everything that its document shows. If this has at most about a million bytes, one call returns
 * positions and contents; else the positions come step by step, and readContents reads the contents.
 * @param maxLinks the approximate number of positions and links to hold in memory
 * @throws ChangedWhileReading when the thesaurus kept changing, and what `runQuery` throws
 */
export async function readConcept(
  source: ConceptReadOptions,
  conceptId: ConceptId,
  maxLinks: number,
): Promise<LoadedConcept> {
  const { execute, caller, request, maxRelations: followedAtOnce } = source;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const query = findConcept(caller, conceptId, { ...request, most: followedAtOnce });
    const concept = await runQuery(execute, query);
    if (!concept.isLarge) return { ...concept, isTooLarge: false, layers: 0 };
    const layers = await readLayers(source, conceptId, concept.version, maxLinks);
    if (layers !== undefined) return { ...concept, ...layers };
  }
  throw new ChangedWhileReading('The thesaurus changed while it was being read. Try again.');
}
