/** Returns a text that says how many resource instances were left out of an RDF file; none if all are in it. */
export function formatLeftOutCount(count: number): readonly string[] {
  return count === 0 ? [] : [`${count} left out because their models have no ontology`];
}
