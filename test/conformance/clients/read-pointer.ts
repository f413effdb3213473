/** Reads the value at a JSON Pointer (RFC 6901), or undefined if there is no value. */
export function readPointer(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null
          ? Object.entries(value).find(([key]) => key === name)?.[1]
          : undefined,
      document,
    );
}
