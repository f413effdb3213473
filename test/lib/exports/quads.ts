/** Splits N-Quads by graph. @returns the triples of each graph as lines, by the IRI of the graph */
export function graphsOf(text: string): Map<string, readonly string[]> {
  const quads = text
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [, triple = '', graph = ''] = /^(.*) <([^<>]*)> \.$/.exec(line) ?? [];
      return { triple: `${triple} .`, graph };
    });
  return new Map(
    Array.from(
      Map.groupBy(quads, ({ graph }) => graph),
      ([graph, group]) => [graph, group.map(({ triple }) => triple)],
    ),
  );
}
