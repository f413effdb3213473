/**
 * The commander parser of an option that may be repeated: it collects all values in a list. Without a default, an option that
 * is not given stays undefined, so that it can be told from an empty list.
 */
export function collectValues(
  value: string,
  earlierValues: readonly string[] = [],
): readonly string[] {
  return [...earlierValues, value];
}
