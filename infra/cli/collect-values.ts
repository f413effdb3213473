/**
 * Collects the values of a repeatable option, for commander.
 * An option that is not given stays undefined, which differs from an empty list.
 */
export function collectValues(
  value: string,
  earlierValues: readonly string[] = [],
): readonly string[] {
  return [...earlierValues, value];
}
