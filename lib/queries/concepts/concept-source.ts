import type { Execute } from '../../data-api/query.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { bytesAtOnce, type WantedConcept } from './concepts.ts';

/** Who reads what about concepts, and how much at a time. */
export type ConceptSource = {
  readonly execute: Execute;
  readonly caller: Caller;
  readonly wanted: Omit<WantedConcept, 'most'>;
  /** Relations that the first call follows; where more lead on, concepts are found step by step. */
  readonly followedAtOnce: number;
  /** Concepts whose places one call looks at. */
  readonly placesAtOnce: number;
  /** Bytes of contents that one call brings, about. */
  readonly bytesAtOnce: number;
};

/** How much is read at a time: one call brings about a million bytes at most. */
export const usualAmounts = { followedAtOnce: 6000, placesAtOnce: 2000, bytesAtOnce };
