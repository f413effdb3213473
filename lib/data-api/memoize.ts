/** A process has a few hundred different statements, and sends each of them many times. */
const maxEntries = 300;

/**
 * Caches the results of a function by its argument, and drops the oldest result if there are too many. Errors are not
 * cached.
 * @param compute a pure function
 */
export function memoize<T>(compute: (text: string) => T): (text: string) => T {
  const cache = new Map<string, { readonly result: T }>();
  return (text) => {
    const cached = cache.get(text);
    if (cached !== undefined) return cached.result;
    const result = compute(text);
    const [oldest] = cache.keys();
    if (cache.size >= maxEntries && oldest !== undefined) cache.delete(oldest);
    cache.set(text, { result });
    return result;
  };
}
