import { lookUpLanguage } from '../../../../lib/model/pick-language.ts';
import type { CompiledGraph, CompiledNode } from '../../../../lib/model/graphs/compiled-graph.ts';
import { storesTextsByLanguage } from '../../../../lib/model/graphs/texts-by-language.ts';
import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import { displayNodeName, findNodesByName } from '../../../../lib/model/graphs/node-names.ts';
import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import { importError, importWarning, listExamples } from '../import-problems.ts';
import type { CsvMapping } from './read-mapping.ts';

/** A node with values in tiles. */
export type CsvNode = CompiledNode & { readonly nodegroupId: string };

/** A column of a CSV file, and the node of its values. */
export type CsvColumn = {
  /** Position in the row. */
  readonly position: number;
  readonly heading: string;
  readonly node: CsvNode;
  /** The values of the first column of a node are in one tile, those of its second column in another one. */
  readonly slot: number;
  /** The language of the texts, if the heading names it: `Name (fr)`. */
  readonly language: string | null;
};

/** The columns of a file. */
export type ColumnPlan = {
  readonly columns: readonly CsvColumn[];
  /** Columns whose values cannot be imported, with the reason. */
  readonly unusable: ReadonlyMap<number, Problem>;
  readonly problems: readonly Problem[];
};

/** A heading with a language: `Name (fr)`. */
const languageHeading = /^(.*\S)\s*\(([a-z]{2,3}(?:[-_][a-z\d]+)*)\)$/i;

/** Finds the node of each column: by the mapping of its heading, or by the heading itself if the file has no mapping. */
export function planColumns(
  headings: readonly string[],
  mapping: CsvMapping | undefined,
  graph: CompiledGraph,
): ColumnPlan {
  const columns: CsvColumn[] = [];
  const unusable = new Map<number, Problem>();
  const slots = new Map<string, number>();
  for (const [position, heading] of headings.entries()) {
    if (heading.toLowerCase() === 'resourceid') continue;
    const { names, language } = namesOfHeading(heading, mapping, graph);
    if (names.length === 0) {
      const message = `Column ${JSON.stringify(heading)} is not in the mapping.`;
      unusable.set(position, columnProblem('unmapped_column', message, heading));
    }
    for (const name of names) {
      const node = findNode(name, heading, graph);
      if ('severity' in node) {
        unusable.set(position, node);
        continue;
      }
      const key = `${node.nodeId} ${language ?? ''}`;
      const slot = slots.get(key) ?? 0;
      slots.set(key, slot + 1);
      columns.push({ position, heading, node, slot, language });
    }
  }
  return { columns, unusable, problems: findMissingColumns(headings, mapping) };
}

function columnProblem(code: string, message: string, heading: string): Problem {
  return importError(code, message, { pointer: jsonPointer([heading]) });
}

function namesOfHeading(
  heading: string,
  mapping: CsvMapping | undefined,
  graph: CompiledGraph,
): { readonly names: readonly string[]; readonly language: string | null } {
  const names = lookUpNames(heading, mapping, graph);
  const [, base, language] = languageHeading.exec(heading) ?? [];
  if (names.length > 0 || base === undefined || language === undefined)
    return { names, language: null };
  return { names: lookUpNames(base, mapping, graph), language };
}

function lookUpNames(
  heading: string,
  mapping: CsvMapping | undefined,
  { nodes }: CompiledGraph,
): readonly string[] {
  if (mapping === undefined) return findNodesByName(nodes, heading).length > 0 ? [heading] : [];
  return mapping.fields.flatMap((field) => (field.heading === heading ? [field.nodeName] : []));
}

function findNode(name: string, heading: string, graph: CompiledGraph): CsvNode | Problem {
  const matches = findNodesByName(graph.nodes, name).filter(
    ({ datatype }) => datatypeOf(datatype).holds !== 'nothing',
  );
  const [node, another] = matches;
  if (another !== undefined) {
    const ids = listExamples(matches.map(({ nodeId }) => nodeId));
    const message = `Column ${JSON.stringify(heading)}: several nodes of the model have the name ${name}. Write the id of one of them: ${ids}.`;
    return columnProblem('ambiguous_column', message, heading);
  }
  if (node === undefined || node.nodegroupId === null) {
    const message = `Column ${JSON.stringify(heading)}: the model ${graph.graphId} has no node ${name} with values.`;
    return columnProblem('unknown_node', message, heading);
  }
  return { ...node, nodegroupId: node.nodegroupId };
}

function findMissingColumns(
  headings: readonly string[],
  mapping: CsvMapping | undefined,
): readonly Problem[] {
  const bases = new Set(headings.map((heading) => languageHeading.exec(heading)?.[1]));
  const missing = (mapping?.fields ?? []).filter(
    ({ heading }) => !headings.includes(heading) && !bases.has(heading),
  );
  if (missing.length === 0) return [];
  const names = listExamples(missing.map(({ heading }) => JSON.stringify(heading)));
  const message = `The mapping names columns that the file does not have: ${names}.`;
  return [importWarning('missing_column', message)];
}

/** Finds the problem of a column of texts in one language, if the node has no such texts. */
export function findLanguageProblem(
  { node, language, heading }: CsvColumn,
  graph: CompiledGraph,
  languages: ReadonlySet<string>,
): string | undefined {
  if (language === null) return undefined;
  if (datatypeOf(node.datatype).holds !== 'texts by language' || !storesTextsByLanguage(graph)) {
    return `The node ${displayNodeName(node)} has no texts by language, but the column ${JSON.stringify(heading)} names one.`;
  }
  return lookUpLanguage([...languages], language) === undefined
    ? `The instance has no language ${language}.`
    : undefined;
}
