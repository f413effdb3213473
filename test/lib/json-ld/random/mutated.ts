import { pickOne, type Draw } from '../../../support/random/draw.ts';
import type { StoredTile } from '../../../../lib/model/change/stored-resource.ts';
import type { CompiledNode } from '../../../../lib/model/graphs/compiled-graph.ts';
import { placesIn, type Place } from './places.ts';
import type { RandomResource } from './tiles.ts';

/** A document with one change, and the expected result. */
export type Mutated = {
  readonly document: unknown;
  /** The JSON Pointer to the change. */
  readonly pointer: string;
  /** Whether the service must accept or refuse the document, or may do either. */
  readonly expectedOutcome: 'accepted' | 'refused' | 'either';
  /** The tiles afterwards, if the document is accepted. */
  readonly tiles: readonly StoredTile[];
};

/** The input of a mutation: a document in the shape of the specification, and the stored tiles. */
export type Subject = RandomResource & { readonly document: unknown };

export type Mutation = (draw: Draw, subject: Subject) => Mutated | undefined;

function nodeOf({ graph }: Subject, { nodeId }: Place): CompiledNode | undefined {
  return graph.nodes.find((node) => node.nodeId === nodeId);
}

/** Any place for which `find` returns a value; undefined if there is none. */
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

/** The stored value of a node; null if there is none. */
export function storedValue({ tiles }: Subject, { tileId, nodeId }: Place): unknown {
  return tiles.find((tile) => tile.tileId === tileId)?.data[nodeId] ?? null;
}
