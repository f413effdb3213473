/**
 * Collects the values of an option that may be repeated, for commander.
 * Without a first value the option stays undefined, which differs from an empty list.
 */
export function collectValues(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
