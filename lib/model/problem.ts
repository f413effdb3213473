export { jsonPointer, parseJsonPointer } from '../json/json-pointer.ts';

/** A problem in an imported document. An error rejects the record; a warning reports what was changed or ignored. */
export type Problem = {
  readonly severity: 'error' | 'warning';
  /** Stable, lower-case with underscores. */
  readonly code: string;
  /** JSON Pointer (RFC 6901) into the document; empty for the whole document. */
  readonly pointer: string;
  readonly message: string;
  /** Id of the affected graph, resource instance or concept. */
  readonly record?: string;
};
