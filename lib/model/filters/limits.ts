/**
 * How large a filter may be. Real ones have a few conditions; lists of ids and outlines of areas are the largest parts.
 */
export const filterLimits = {
  /** Conditions, functions and lists within each other, and brackets. A filter so deep has fewer levels than JSON may have. */
  depth: 90,
  /** Values, names of properties and calls of functions. */
  values: 5_000,
  /** Positions of all geometries. */
  positions: 50_000,
  /** Characters of a text. */
  characters: 2_000_000,
} as const;
