/** Collects the values of an option that may be repeated, for commander. */
export function collectValues(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}
