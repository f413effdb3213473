/**
 * One thing found wrong in a document that was read.
 * An error keeps the record out, a warning says what was changed or ignored to let it in.
 */
export type Problem = {
  readonly severity: 'error' | 'warning';
  /** Stable, lower-case with underscores: programs may switch on it. */
  readonly code: string;
  /** JSON Pointer (RFC 6901) into the document; empty for the whole document. */
  readonly pointer: string;
  readonly message: string;
  /** Id of the graph, resource or concept that the problem belongs to. */
  readonly record?: string;
};

/**
 * Writes the path to a value as a JSON Pointer (RFC 6901, section 3).
 * @param path keys and array positions, outermost first
 */
export function jsonPointer(path: readonly PropertyKey[]): string {
  return path
    .map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

/** The keys and array positions of a JSON Pointer, outermost first. */
export function parseJsonPointer(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
