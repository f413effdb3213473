import type { Execute } from '../../data-api/query.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { contentBytesPerCall, type ConceptRequest } from './find-concept.ts';

/** Who reads what about concepts, and how much at a time. */
export type ConceptReadOptions = {
  readonly execute: Execute;
  readonly caller: Caller;
  readonly request: Omit<ConceptRequest, 'most'>;
  /** Relations that the first call follows; where more lead on, concepts are found step by step. */
  readonly maxRelations: number;
  /** Concepts whose places one call looks at. */
  readonly positionsPerCall: number;
  /** Bytes of contents that one call brings, about. */
  readonly contentBytesPerCall: number;
};

/** How much is read at a time: one call brings about a million bytes at most. */
export const defaultReadLimits = {
  maxRelations: 6000,
  positionsPerCall: 2000,
  contentBytesPerCall,
};
