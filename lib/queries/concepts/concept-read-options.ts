import type { Execute } from '../../data-api/query.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { contentBytesPerCall, type ConceptRequest } from './find-concept.ts';

/** How to read concepts, and how much in one call. */
export type ConceptReadOptions = {
  readonly execute: Execute;
  readonly caller: Caller;
  readonly request: Omit<ConceptRequest, 'most'>;
  /** The most relations that the first call follows. Larger documents are read step by step. */
  readonly maxRelations: number;
  /** The most positions that one call returns. */
  readonly positionsPerCall: number;
  /** The approximate bytes of contents in one call. */
  readonly contentBytesPerCall: number;
};

/** With these limits, a call returns about a million bytes at most. */
export const defaultReadLimits = {
  maxRelations: 6000,
  positionsPerCall: 2000,
  contentBytesPerCall,
};
