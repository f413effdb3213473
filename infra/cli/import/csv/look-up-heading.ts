import { findNodesByName } from '../../../../lib/model/graphs/node-names.ts';
import type { CompiledGraph, CompiledNode } from '../../../../lib/model/graphs/compiled-graph.ts';
import { listExamples } from '../import-problems.ts';
import { foldText } from './fold-text.ts';
import type { CsvMapping } from './read-mapping.ts';

/** The names of the nodes of a column; none if the column is unknown. Or why the heading is ambiguous. */
export type HeadingMatch = { readonly names: readonly string[] } | { readonly ambiguity: string };

export type LookUpHeading = (heading: string) => HeadingMatch;

/**
 * Creates the lookup of headings: in the mapping, or without a mapping among the names of the nodes. Letter case is ignored where no
 * heading is equal and only one is meant.
 * @rule Imports and exports: Which column does a heading name, and in which language?
 */
export function createHeadingLookup(
  headings: readonly string[],
  mapping: CsvMapping | undefined,
  graph: CompiledGraph,
): LookUpHeading {
  if (mapping === undefined)
    return (heading) => ({ names: findNodes(graph, heading).length > 0 ? [heading] : [] });
  const fields = Map.groupBy(mapping.fields, (field) => field.heading);
  const namesOf = (spelling: string): readonly string[] =>
    fields.get(spelling)?.map(({ nodeName }) => nodeName) ?? [];
  return (heading) => {
    if (fields.has(heading)) return { names: namesOf(heading) };
    const folded = foldText(heading);
    const spellings = [...fields.keys()].filter((spelling) => foldText(spelling) === folded);
    // A column with the heading as it is in the mapping takes precedence.
    const [spelling, ...otherSpellings] = spellings.filter((known) => !headings.includes(known));
    if (spelling === undefined) return { names: [] };
    const names = namesOf(spelling);
    if (otherSpellings.some((other) => namesOf(other).join() !== names.join())) {
      const message = `the mapping has the heading in several letter cases: ${quote(spellings)}. Write the heading as one of them.`;
      return { ambiguity: message };
    }
    const rivals = headings.filter((other) => other !== heading && foldText(other) === folded);
    const otherRivals = rivals.filter((other) => !fields.has(other));
    if (otherRivals.length === 0) return { names };
    const message = `so are ${quote(otherRivals)}, in other letter cases than ${quote([spelling])} of the mapping. Write the heading of one column as it is in the mapping.`;
    return { ambiguity: message };
  };
}

function quote(names: readonly string[]): string {
  return listExamples(names.map((name) => JSON.stringify(name)));
}

/** Finds the nodes of a name: as `findNodesByName`, otherwise by their alias in another letter case. */
export function findNodes({ nodes }: CompiledGraph, name: string): readonly CompiledNode[] {
  const matches = findNodesByName(nodes, name);
  if (matches.length > 0) return matches;
  const folded = foldText(name);
  return nodes.filter(
    ({ alias, nodegroupId }) =>
      nodegroupId !== null && alias !== null && foldText(alias) === folded,
  );
}
