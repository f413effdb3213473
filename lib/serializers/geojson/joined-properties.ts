/** Names with all the values that were given under each, in the order in which they came. */
export type PropertyValues = readonly (readonly [name: string, value: unknown])[];

/**
 * Makes GeoJSON properties of named values. Values of one name are joined together in a list (specification, GET /geojson,
 * rule 4); a single value stays as it is, also one that is a list itself.
 */
export function joinProperties(values: PropertyValues): Readonly<Record<string, unknown>> {
  const byName = new Map<string, unknown[]>();
  for (const [name, value] of values) {
    const earlier = byName.get(name);
    if (earlier === undefined) byName.set(name, [value]);
    else earlier.push(value);
  }
  return Object.fromEntries(
    [...byName].map(([name, found]) => [name, found.length === 1 ? found[0] : found]),
  );
}
