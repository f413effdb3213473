/** The pairs of neighbouring letters of a name. */
function pairsOf(name: string): ReadonlySet<string> {
  const padded = ` ${name.toLowerCase()} `;
  return new Set(Array.from(padded.slice(1), (letter, index) => `${padded[index] ?? ''}${letter}`));
}

/** How much two names have in common, from 0 to 1. */
function similarity(left: string, right: string): number {
  const [pairs, others] = [pairsOf(left), pairsOf(right)];
  return (2 * pairs.intersection(others).size) / (pairs.size + others.size);
}

/** Lists up to five names that are similar to a name, the most similar first. */
export function listSimilarNames(name: string, names: readonly string[]): readonly string[] {
  return names
    .map((candidate) => ({ candidate, score: similarity(name, candidate) }))
    .filter(({ score }) => score > 0.3)
    .toSorted((left, right) => right.score - left.score)
    .slice(0, 5)
    .map(({ candidate }) => candidate);
}
