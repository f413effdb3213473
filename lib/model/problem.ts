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

/**
 * Formats a path as a JSON Pointer (RFC 6901, section 3).
 * @param path keys and array indexes, outermost first
 */
export function jsonPointer(path: readonly PropertyKey[]): string {
  return path
    .map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

/** Parses a JSON Pointer into keys and array indexes, outermost first. */
export function parseJsonPointer(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
