/** Callers have some hundred statements, and send each of them over and over. */
const most = 300;

/**
 * A function of a text that keeps what it gave for the texts that it was last asked about. What it throws is not kept.
 * @param make gives the same for the same text
 */
export function memoize<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, { readonly made: T }>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found.made;
    const made = make(text);
    const [oldest] = known.keys();
    if (known.size >= most && oldest !== undefined) known.delete(oldest);
    known.set(text, { made });
    return made;
  };
}
