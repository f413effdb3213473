import type { ResourceId } from '../ids.ts';

/** How a name matches search words, the best first. */
export const nameMatchKinds = ['exact', 'beginning', 'word', 'similar'] as const;

export type NameMatchKind = (typeof nameMatchKinds)[number];

/** The position of a match in the order of all matches. */
export type MatchPosition = {
  readonly kind: NameMatchKind;
  /** From 0 to 201; 0 unless the kind is similar. Even for a match at the first word of the name, odd at a later word. */
  readonly distance: number;
  /** The name from its first matching word on, folded as by the database function `folded_label`. */
  readonly entry: string;
  readonly resourceId: ResourceId;
};
