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

/** The positions of all concepts that a document shows. */
type Layers = {
  readonly places: readonly ConceptPosition[];
  readonly isTooLarge: boolean;
  /** The layers of sub concepts that were read completely. */
  readonly layers: number;
};

/** The thesaurus has changed since the first call. */
class Changed extends Error {}

/** The result exceeds the limit. */
class TooMany extends Error {}

/**
 * Finds the positions of a concept and of all concepts that its document shows: its sub concepts within the limit,
 * then the parents of all these, then their related concepts. Each is read about once. Without a limit of layers, a
 * call goes down as many as it can.
 * @param version the version of the thesaurus that every call must have
 * @param mostLinks the most positions and links to hold in memory
 * @returns undefined if the thesaurus has changed
 */
export async function readLayers(
  source: ConceptReadOptions,
  top: ConceptId,
  version: string,
  mostLinks: number,
): Promise<Layers | undefined> {
  const { request: wanted } = source;
  const { includeSubConcepts, depthLimit = Infinity } = wanted;
  const up = wanted.includeParentConcepts;
  const beside = wanted.includeRelatedConcepts;
  const found = new Map<string, ExpandedPosition>();
  let links = 0;
  let layers = 0;

  async function look(
    ids: readonly string[],
    { isDeep = false, ...followed }: Omit<FollowedLinks, 'most'> & { readonly isDeep?: boolean },
  ): Promise<void> {
    const { positionsPerCall: placesAtOnce } = source;
    const read = (batch: readonly string[]) => {
      const most = isDeep ? placesAtOnce : batch.length;
      return runQuery(
        source.execute,
        findConceptPositions(source.caller, batch, { most, ...followed }, wanted),
      );
    };
    for await (const { result } of readAhead(batchesOf(ids, placesAtOnce), read)) {
      if (result.version !== version) throw new Changed();
      for (const place of result.places) {
        if (found.has(place.id)) continue;
        found.set(place.id, place);
        const { subConcepts, parentConcepts, relatedConcepts } = place;
        links += 1 + relatedConcepts.length + (up ? parentConcepts : subConcepts).length;
      }
      if (links > mostLinks) throw new TooMany();
    }
  }

  /** Linked concepts that have not been read. */
  const behind = (
    ids: Iterable<string>,
    to: (place: ExpandedPosition) => readonly ConceptLink[],
  ) => {
    const next = new Set<string>();
    for (const id of ids) {
      const place = found.get(id);
      for (const { conceptId } of place === undefined ? [] : to(place)) {
        if (!found.has(conceptId)) next.add(conceptId);
      }
    }
    return [...next];
  };

  try {
    const isDeep = depthLimit === Infinity;
    for (let layer: readonly string[] = [top]; layer.length > 0; layers += 1) {
      await look(layer, { isDeep, down: includeSubConcepts && layers < depthLimit, up, beside });
      layer = behind(isDeep ? found.keys() : layer, ({ subConcepts }) => subConcepts);
    }
    if (up) {
      let layer = behind(found.keys(), ({ parentConcepts }) => parentConcepts);
      while (layer.length > 0) {
        await look(layer, { down: false, up, beside });
        layer = behind(layer, ({ parentConcepts }) => parentConcepts);
      }
    }
    const related = behind(found.keys(), ({ relatedConcepts }) => relatedConcepts);
    await look(related, { down: false, up: false, beside: false });
  } catch (error) {
    if (error instanceof Changed) return undefined;
    if (error instanceof TooMany) return { places: [], isTooLarge: true, layers };
    throw error;
  }
  const places = up ? found.values() : withParents(found);
  return {
    places: [...places].toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    isTooLarge: false,
    layers,
  };
}

function* batchesOf(ids: readonly string[], size: number): Generator<readonly string[]> {
  for (let start = 0; start < ids.length; start += size) yield ids.slice(start, start + size);
}

/** Adds parent links from the links down of the parents, where the links up were not read. */
function* withParents(found: ReadonlyMap<string, ExpandedPosition>): Generator<ConceptPosition> {
  const parents = new Map<string, ConceptLink[]>();
  for (const { id, subConcepts } of found.values()) {
    for (const { conceptId, relationType } of subConcepts) {
      const link = { conceptId: id, relationType };
      const others = parents.get(conceptId);
      if (others === undefined) parents.set(conceptId, [link]);
      else others.push(link);
    }
  }
  for (const place of found.values()) {
    yield { ...place, parentConcepts: parents.get(place.id) ?? [] };
  }
}
