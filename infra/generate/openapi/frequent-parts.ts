/**
 * Finds the most frequent part for each name, if it is frequent enough.
 * @returns the parts as JSON strings by name, sorted
 */
export function findFrequentParts(
  parts: readonly (readonly [name: string, part: unknown])[],
  minOccurrences: number,
): ReadonlyMap<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const [name, part] of parts) {
    const text = JSON.stringify(part);
    const countsOfName = counts.get(name) ?? new Map<string, number>();
    counts.set(name, countsOfName.set(text, (countsOfName.get(text) ?? 0) + 1));
  }
  const shared = [...counts].flatMap(([name, texts]): [string, string][] => {
    const [text, count] = [...texts].reduce((mostFrequent, candidate) =>
      candidate[1] > mostFrequent[1] ? candidate : mostFrequent,
    );
    return count < minOccurrences ? [] : [[name, text]];
  });
  return new Map(shared.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

/** Changes each value of an object, and keeps its keys in their order. */
export function mapValues<Value, Result>(
  object: Readonly<Record<string, Value>>,
  change: (value: Value, key: string) => Result,
): Readonly<Record<string, Result>> {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, change(value, key)]),
  );
}

/** Parses the parts that {@link findFrequentParts} found. */
export function parseComponents(
  shared: ReadonlyMap<string, string>,
): Readonly<Record<string, unknown>> {
  const parts: [string, unknown][] = [...shared].map(([name, text]) => [name, JSON.parse(text)]);
  return Object.fromEntries(parts);
}
