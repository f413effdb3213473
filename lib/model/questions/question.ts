import type { DateRange } from '../datatypes/values/extended-date-ranges.ts';

/** A node that a condition is about. */
export type QuestionNode = {
  readonly nodeId: string;
  readonly graphId: string;
  /** The number of the node in the entries of values. */
  readonly entryNodeId: number;
  /** The nodegroup of the node and the nodegroups above it, the nearest first. */
  readonly nodegroupPath: readonly [string, ...string[]];
  /** The readable nodegroups whose tiles can have values of the node: its own, and those in which it was before. */
  readonly readableNodegroupIds: readonly string[];
};

/** What a value must be. */
export type ValueTest =
  /** Any value at all. */
  | { readonly kind: 'any' }
  /** One of these ids: resource instances, options, or a boolean as an id. */
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  /** A value of one of these concepts or of a narrower one, or one of these ids, which the thesaurus need not have. */
  | {
      readonly kind: 'concepts';
      readonly conceptIds: readonly string[];
      readonly ids: readonly string[];
    }
  /** A number within one of these ranges. */
  | { readonly kind: 'numbers'; readonly ranges: readonly NumberRange[] }
  /** A date that may mean a day of one of these ranges. */
  | { readonly kind: 'days'; readonly ranges: readonly DateRange[] }
  /** A text in which each word of one of these texts begins some word. */
  | { readonly kind: 'words'; readonly texts: readonly string[] }
  /** A text that equals one of these, apart from case, accents and punctuation. */
  | { readonly kind: 'texts'; readonly texts: readonly string[] };

/** Decimal numbers as texts; null for no limit. */
export type NumberRange = {
  readonly lower: string | null;
  readonly upper: string | null;
  readonly includesLimits: boolean;
};

/** A condition on one node of a model. */
export type NodeCondition = {
  readonly node: QuestionNode;
  readonly test: ValueTest;
  /** Whether no value of the node may be so. */
  readonly isNegated: boolean;
};

/**
 * Conditions that resource instances of one model must all meet. Those on nodes of one card, and of cards below it, are met in one tile
 * and the tiles below it; a negated one is met if no tile has such a value.
 */
export type ModelConditions = {
  readonly graphId: string;
  readonly conditions: readonly NodeCondition[];
};

/** Which resource instances are searched by their values: those that meet the conditions of their model. */
export type Question = readonly ModelConditions[];
