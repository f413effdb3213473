import { ChangedWhileReading } from '../../data-api/chunks.ts';
import { runQuery } from '../../data-api/query.ts';
import { tryAgain, withRetries } from '../../data-api/with-retries.ts';
import type { ConceptId } from '../../model/ids.ts';
import type { ConceptReadOptions } from './concept-read-options.ts';
import { findConcept, type ConceptLookup } from './find-concept.ts';
import { readLevels } from './read-levels.ts';

/** A concept with the positions of all concepts that its document contains. */
export type LoadedConcept = ConceptLookup & {
  /** Whether the positions exceed the limit; then no positions are returned. */
  readonly isTooLarge: boolean;
  /** For a document that is too large: the number of levels that are within the limit. */
  readonly levels: number;
};

/** The maximum number of attempts to read, if the thesaurus changes during the reading. */
const maxAttempts = 4;

/**
 * Finds a concept and everything that its document contains. A document of up to about a million bytes is read in one
 * call, with its contents. For a larger one, several calls read the positions, and `readContents` reads the contents.
 * @param maxLinks the maximum number of positions and links in memory, approximately
 * @throws ChangedWhileReading if the thesaurus changes during every attempt; and the errors of `runQuery`
 */
export async function readConcept(
  options: ConceptReadOptions,
  conceptId: ConceptId,
  maxLinks: number,
): Promise<LoadedConcept> {
  const { execute, caller, request, maxRelations } = options;
  return withRetries<LoadedConcept>({
    maxAttempts,
    attempt: async () => {
      const query = findConcept(caller, conceptId, { ...request, maxRelations });
      const concept = await runQuery(execute, query);
      if (!concept.isLarge) return { ...concept, isTooLarge: false, levels: 0 };
      const levels = await readLevels(options, conceptId, concept.version, maxLinks);
      return levels === undefined ? tryAgain : { ...concept, ...levels };
    },
    lastAttempt: () =>
      Promise.reject(
        new ChangedWhileReading('The thesaurus changed while it was being read. Try again.'),
      ),
  });
}
