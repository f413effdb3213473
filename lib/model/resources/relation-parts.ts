import type { ResourceId } from '../ids.ts';

/** From the resource instance to another one, or the reverse. */
export const relationDirections = ['outgoing', 'incoming'] as const;

/** A reference in a tile, or a relation that is in no tile. */
export const relationKinds = ['tile', 'beside'] as const;

export type RelationDirection = (typeof relationDirections)[number];
export type RelationKind = (typeof relationKinds)[number];

export type RelationPart = { readonly direction: RelationDirection; readonly kind: RelationKind };

/** The parts of a list of relations, in order. The database function `visible_relation` knows them by their indexes. */
export const relationParts: readonly RelationPart[] = relationDirections.flatMap((direction) =>
  relationKinds.map((kind) => ({ direction, kind })),
);

/** The place of a relation in a list. */
export type RelationPosition = {
  /** An index of `relationParts`. */
  readonly part: number;
  /** The other end. */
  readonly resourceId: ResourceId;
  readonly relationId: string;
};
