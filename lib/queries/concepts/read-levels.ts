import { runQuery } from '../../data-api/query.ts';
import { readAhead } from '../../data-api/read-ahead.ts';
import type { ConceptId } from '../../model/ids.ts';
import {
  findConceptPositions,
  type ConceptLink,
  type ConceptPosition,
  type LinksToFollow,
  type ExpandedPosition,
} from './concept-positions.ts';
import type { ConceptReadOptions } from './concept-read-options.ts';

/** The positions of all concepts that a document contains. */
type LoadedLevels = {
  readonly positions: readonly ConceptPosition[];
  readonly isTooLarge: boolean;
  /** The number of levels of sub concepts that were read completely. */
  readonly levels: number;
};

/** The thesaurus has changed since the first call. */
class ThesaurusChanged extends Error {}

/** The result exceeds the limit. */
class TooManyLinks extends Error {}

/**
 * Finds the positions of a concept and of all concepts that its document contains: its sub concepts within the
 * limit, then the parents of all these, then their related concepts. Each concept is read about once. Without a depth
 * limit, one call follows as many levels as it can.
 * @rule Thesaurus: Which concepts does a document show?
 * @param version the version of the thesaurus that every call must have
 * @param maxLinks the maximum number of positions and links in memory
 * @returns undefined if the thesaurus has changed
 */
export async function readLevels(
  options: ConceptReadOptions,
  topConceptId: ConceptId,
  version: string,
  maxLinks: number,
): Promise<LoadedLevels | undefined> {
  const { request } = options;
  const { includeSubConcepts, depthLimit = Infinity } = request;
  const followParents = request.includeParentConcepts;
  const followRelated = request.includeRelatedConcepts;
  const positionsById = new Map<string, ExpandedPosition>();
  let linkCount = 0;
  let levels = 0;

  async function readPositions(
    ids: readonly string[],
    {
      isDeep = false,
      ...linkOptions
    }: Omit<LinksToFollow, 'maxConcepts'> & { readonly isDeep?: boolean },
  ): Promise<void> {
    const { positionsPerCall } = options;
    const readBatch = (batch: readonly string[]) => {
      const maxConcepts = isDeep ? positionsPerCall : batch.length;
      return runQuery(
        options.execute,
        findConceptPositions(options.caller, batch, { maxConcepts, ...linkOptions }, request),
      );
    };
    for await (const { result } of readAhead(splitIntoBatches(ids, positionsPerCall), readBatch)) {
      if (result.version !== version) throw new ThesaurusChanged();
      for (const position of result.positions) {
        if (positionsById.has(position.id)) continue;
        positionsById.set(position.id, position);
        const { subConcepts, parentConcepts, relatedConcepts } = position;
        linkCount +=
          1 + relatedConcepts.length + (followParents ? parentConcepts : subConcepts).length;
      }
      if (linkCount > maxLinks) throw new TooManyLinks();
    }
  }

  /** Finds the ids of linked concepts that have not been read. */
  const findUnreadLinks = (
    ids: Iterable<string>,
    linksOf: (position: ExpandedPosition) => readonly ConceptLink[],
  ) => {
    const unreadIds = new Set<string>();
    for (const id of ids) {
      const position = positionsById.get(id);
      for (const { conceptId } of position === undefined ? [] : linksOf(position)) {
        if (!positionsById.has(conceptId)) unreadIds.add(conceptId);
      }
    }
    return [...unreadIds];
  };

  try {
    const isDeep = depthLimit === Infinity;
    for (let level: readonly string[] = [topConceptId]; level.length > 0; levels += 1) {
      await readPositions(level, {
        isDeep,
        followSubConcepts: includeSubConcepts && levels < depthLimit,
        followParents,
        followRelated,
      });
      level = findUnreadLinks(
        isDeep ? positionsById.keys() : level,
        ({ subConcepts }) => subConcepts,
      );
    }
    if (followParents) {
      let level = findUnreadLinks(positionsById.keys(), ({ parentConcepts }) => parentConcepts);
      while (level.length > 0) {
        await readPositions(level, { followSubConcepts: false, followParents, followRelated });
        level = findUnreadLinks(level, ({ parentConcepts }) => parentConcepts);
      }
    }
    const related = findUnreadLinks(positionsById.keys(), ({ relatedConcepts }) => relatedConcepts);
    await readPositions(related, {
      followSubConcepts: false,
      followParents: false,
      followRelated: false,
    });
  } catch (error) {
    if (error instanceof ThesaurusChanged) return undefined;
    if (error instanceof TooManyLinks) return { positions: [], isTooLarge: true, levels };
    throw error;
  }
  const positions = followParents ? positionsById.values() : deriveParentLinks(positionsById);
  return {
    positions: [...positions].toSorted((left, right) => (left.id < right.id ? -1 : 1)),
    isTooLarge: false,
    levels,
  };
}

function* splitIntoBatches(ids: readonly string[], size: number): Generator<readonly string[]> {
  for (let start = 0; start < ids.length; start += size) yield ids.slice(start, start + size);
}

/** Derives the links to parents from the links to sub concepts, if the links to parents were not read. */
function* deriveParentLinks(
  positionsById: ReadonlyMap<string, ExpandedPosition>,
): Generator<ConceptPosition> {
  const parents = new Map<string, ConceptLink[]>();
  for (const { id, subConcepts } of positionsById.values()) {
    for (const { conceptId, relationType } of subConcepts) {
      const link = { conceptId: id, relationType };
      const parentLinks = parents.get(conceptId);
      if (parentLinks === undefined) parents.set(conceptId, [link]);
      else parentLinks.push(link);
    }
  }
  for (const position of positionsById.values()) {
    yield { ...position, parentConcepts: parents.get(position.id) ?? [] };
  }
}
