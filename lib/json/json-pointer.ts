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
