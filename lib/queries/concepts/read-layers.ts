import { runQuery } from '../../data-api/query.ts';
import { readAhead } from '../../data-api/read-ahead.ts';
import type { ConceptId } from '../../model/ids.ts';
import {
  findConceptPositions,
  type ConceptLink,
  type ConceptPosition,
  type FollowedLinks,
  type ExpandedPosition,
} from './concept-positions.ts';
import type { ConceptReadOptions } from './concept-read-options.ts';

/** The positions of all concepts that a document contains. */
type Layers = {
  readonly places: readonly ConceptPosition[];
  readonly isTooLarge: boolean;
  /** The number of levels of sub concepts that were read completely. */
  readonly layers: number;
};

/** The thesaurus has changed since the first call. */
class ThesaurusChanged extends Error {}

/** The result exceeds the limit. */
class TooManyLinks extends Error {}

/**
 * Finds the positions of a concept and of all concepts that its document contains: its sub concepts within the
 * limit, then the parents of all these, then their related concepts. Each concept is read about once. Without a depth
 * limit, one call follows as many levels as it can.
 * @param version the version of the thesaurus that every call must have
 * @param maxLinks the maximum number of positions and links in memory
 * @returns undefined if the thesaurus has changed
 */
export async function readLayers(
  source: ConceptReadOptions,
  top: ConceptId,
  version: string,
  maxLinks: number,
): Promise<Layers | undefined> {
  const { request } = source;
  const { includeSubConcepts, depthLimit = Infinity } = request;
  const up = request.includeParentConcepts;
  const beside = request.includeRelatedConcepts;
  const positionsById = new Map<string, ExpandedPosition>();
  let links = 0;
  let layers = 0;

  async function readPositions(
    ids: readonly string[],
    { isDeep = false, ...followed }: Omit<FollowedLinks, 'most'> & { readonly isDeep?: boolean },
  ): Promise<void> {
    const { positionsPerCall } = source;
    const read = (batch: readonly string[]) => {
      const most = isDeep ? positionsPerCall : batch.length;
      return runQuery(
        source.execute,
        findConceptPositions(source.caller, batch, { most, ...followed }, request),
      );
    };
    for await (const { result } of readAhead(batchesOf(ids, positionsPerCall), read)) {
      if (result.version !== version) throw new ThesaurusChanged();
      for (const position of result.places) {
        if (positionsById.has(position.id)) continue;
        positionsById.set(position.id, position);
        const { subConcepts, parentConcepts, relatedConcepts } = position;
        links += 1 + relatedConcepts.length + (up ? parentConcepts : subConcepts).length;
      }
      if (links > maxLinks) throw new TooManyLinks();
    }
  }

  /** Finds the ids of linked concepts that have not been read. */
  const unreadLinks = (
    ids: Iterable<string>,
    linksOf: (position: ExpandedPosition) => readonly ConceptLink[],
  ) => {
    const next = new Set<string>();
    for (const id of ids) {
      const position = positionsById.get(id);
      for (const { conceptId } of position === undefined ? [] : linksOf(position)) {
        if (!positionsById.has(conceptId)) next.add(conceptId);
      }
    }
    return [...next];
  };

  try {
    const isDeep = depthLimit === Infinity;
    for (let layer: readonly string[] = [top]; layer.length > 0; layers += 1) {
      await readPositions(layer, {
        isDeep,
        down: includeSubConcepts && layers < depthLimit,
        up,
        beside,
      });
      layer = unreadLinks(isDeep ? positionsById.keys() : layer, ({ subConcepts }) => subConcepts);
    }
    if (up) {
      let layer = unreadLinks(positionsById.keys(), ({ parentConcepts }) => parentConcepts);
      while (layer.length > 0) {
        await readPositions(layer, { down: false, up, beside });
        layer = unreadLinks(layer, ({ parentConcepts }) => parentConcepts);
      }
    }
    const related = unreadLinks(positionsById.keys(), ({ relatedConcepts }) => relatedConcepts);
    await readPositions(related, { down: false, up: false, beside: false });
  } catch (error) {
    if (error instanceof ThesaurusChanged) return undefined;
    if (error instanceof TooManyLinks) return { places: [], isTooLarge: true, layers };
    throw error;
  }
  const positions = up ? positionsById.values() : withParents(positionsById);
  return {
    places: [...positions].toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    isTooLarge: false,
    layers,
  };
}

function* batchesOf(ids: readonly string[], size: number): Generator<readonly string[]> {
  for (let start = 0; start < ids.length; start += size) yield ids.slice(start, start + size);
}

/** Derives the links to parents from the links to sub concepts, if the links to parents were not read. */
function* withParents(
  positionsById: ReadonlyMap<string, ExpandedPosition>,
): Generator<ConceptPosition> {
  const parents = new Map<string, ConceptLink[]>();
  for (const { id, subConcepts } of positionsById.values()) {
    for (const { conceptId, relationType } of subConcepts) {
      const link = { conceptId: id, relationType };
      const others = parents.get(conceptId);
      if (others === undefined) parents.set(conceptId, [link]);
      else others.push(link);
    }
  }
  for (const position of positionsById.values()) {
    yield { ...position, parentConcepts: parents.get(position.id) ?? [] };
  }
}
