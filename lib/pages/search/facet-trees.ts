/** A value of a facet with the number of records that have it, and the narrower ones below it. */
export type FacetEntry = {
  /** The value of the condition. */
  readonly value: string;
  readonly label: string;
  readonly count: number;
  readonly below: readonly FacetEntry[];
};

/** A counted concept, with the counted ones that are next above it. */
type CountedConcept = Omit<FacetEntry, 'below'> & { readonly broader: readonly string[] };

/** Arranges counted concepts as trees. One with several broader concepts stands below the first of them. */
export function listFacetTrees(concepts: readonly CountedConcept[]): readonly FacetEntry[] {
  const narrowerById = Map.groupBy(concepts, ({ broader }) => broader[0]);
  const placed = new Set<string>();
  const place = (concept: CountedConcept): readonly FacetEntry[] => {
    if (placed.has(concept.value)) return [];
    placed.add(concept.value);
    const { value, label, count } = concept;
    return [
      {
        value,
        label,
        count,
        below: (narrowerById.get(value) ?? []).flatMap((item) => place(item)),
      },
    ];
  };
  const trees = (narrowerById.get(undefined) ?? []).flatMap((concept) => place(concept));
  // Concepts can be broader than themselves in a circle, which has no top.
  return [...trees, ...concepts.flatMap((concept) => place(concept))];
}

/** Finds the entry of a value, at any depth. */
export function findEntry(entries: readonly FacetEntry[], value: string): FacetEntry | undefined {
  for (const entry of entries) {
    const match = entry.value === value ? entry : findEntry(entry.below, value);
    if (match !== undefined) return match;
  }
  return undefined;
}

/** The entries below an entry, at any depth. */
export const listBelow = ({ below }: FacetEntry): readonly FacetEntry[] =>
  below.flatMap((entry) => [entry, ...listBelow(entry)]);
