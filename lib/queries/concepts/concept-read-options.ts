import type { Execute } from '../../data-api/query.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { contentBytesPerCall, type ConceptRequest } from './find-concept.ts';

/** How to read concepts, and the limits of one call. */
export type ConceptReadOptions = {
  readonly execute: Execute;
  readonly caller: Caller;
  readonly request: Omit<ConceptRequest, 'maxRelations'>;
  /** The maximum number of relations that the first call follows. A document with more is read in several calls. */
  readonly maxRelations: number;
  /** The maximum number of positions that one call returns. */
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
