/** Tells how many resource instances RDF lacks, if any. */
export function leftOutTexts(count: number): readonly string[] {
  return count === 0 ? [] : [`${count} left out because their models have no ontology`];
}
