import { pickOne, type Draw } from '../../../support/random/draw.ts';
import type { StoredTile } from '../../../../lib/model/change/stored-resource.ts';
import type { CompiledNode } from '../../../../lib/model/graphs/compiled-graph.ts';
import { placesIn, type Place } from './places.ts';
import type { RandomResource } from './tiles.ts';

/** A document of which one place was changed, and what is right to become of it. */
export type Mutated = {
  readonly document: unknown;
  /** JSON Pointer to what was changed. */
  readonly place: string;
  /** Whether it has to be accepted, refused, or may be either. */
  readonly right: 'accepted' | 'refused' | 'either';
  /** The tiles that come of it where it is accepted. */
  readonly tiles: readonly StoredTile[];
};

/** What a mutation is made of: a document in the shape of the specification, and what is stored. */
export type Subject = RandomResource & { readonly document: unknown };

export type Mutation = (draw: Draw, subject: Subject) => Mutated | undefined;

function nodeOf({ graph }: Subject, { nodeId }: Place): CompiledNode | undefined {
  return graph.nodes.find((node) => node.nodeId === nodeId);
}

/** Any place for which there is something; undefined where there is none. */
export function anyPlace<Found>(
  draw: Draw,
  subject: Subject,
  find: (place: Place, node: CompiledNode) => Found | undefined,
): { readonly place: Place; readonly node: CompiledNode; readonly found: Found } | undefined {
  const places = placesIn(subject.document).flatMap((place) => {
    const node = nodeOf(subject, place);
    const found = node && find(place, node);
    return node === undefined || found === undefined ? [] : [{ place, node, found }];
  });
  return places.length === 0 ? undefined : pickOne(draw, places);
}

/** The value that is stored of a node; null where there is none. */
export function storedValue({ tiles }: Subject, { tileId, nodeId }: Place): unknown {
  return tiles.find((tile) => tile.tileId === tileId)?.data[nodeId] ?? null;
}
