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

/** A column of a CSV file, with the node to which its values belong. */
export type CsvColumn = {
  /** The position of the column in a row, from 0. */
  readonly position: number;
  readonly heading: string;
  readonly node: CsvNode;
  /** The number of the column among those of its node and language, from 0. Values of different slots are in different tiles. */
  readonly slot: number;
  /** The language of the texts, if the heading contains it: `Name (fr)`. */
  readonly language: string | null;
};

/** The columns of a file. */
export type ColumnPlan = {
  readonly columns: readonly CsvColumn[];
  /** The problems of columns whose values cannot be imported, by position. */
  readonly unusableColumns: ReadonlyMap<number, Problem>;
  readonly problems: readonly Problem[];
};

/** A heading with a language: `Name (fr)`. */
const languageHeading = /^(.*\S)\s*\(([a-z]{2,3}(?:[-_][a-z\d]+)*)\)$/i;

/** Finds the nodes of each column, which the mapping names. Without a mapping, the heading is the name of the node. */
export function planColumns(
  headings: readonly string[],
  mapping: CsvMapping | undefined,
  graph: CompiledGraph,
): ColumnPlan {
  const columns: CsvColumn[] = [];
  const unusableColumns = new Map<number, Problem>();
  const slots = new Map<string, number>();
  for (const [position, heading] of headings.entries()) {
    if (heading.toLowerCase() === 'resourceid') continue;
    const { names, language } = parseHeading(heading, mapping, graph);
    if (names.length === 0) {
      const message =
        mapping === undefined
          ? `The model has no node with the name of column ${JSON.stringify(heading)}. Correct the heading.`
          : `Column ${JSON.stringify(heading)} is not in the mapping. Add it to the mapping to import its values.`;
      unusableColumns.set(position, makeColumnProblem('unmapped_column', message, heading));
    }
    for (const name of names) {
      const node = findNode(name, heading, graph);
      if ('severity' in node) {
        unusableColumns.set(position, node);
        continue;
      }
      const key = `${node.nodeId} ${language ?? ''}`;
      const slot = slots.get(key) ?? 0;
      slots.set(key, slot + 1);
      columns.push({ position, heading, node, slot, language });
    }
  }
  return { columns, unusableColumns, problems: makeMissingColumnWarnings(headings, mapping) };
}

function makeColumnProblem(code: string, message: string, heading: string): Problem {
  return importError(code, message, { pointer: jsonPointer([heading]) });
}

function parseHeading(
  heading: string,
  mapping: CsvMapping | undefined,
  graph: CompiledGraph,
): { readonly names: readonly string[]; readonly language: string | null } {
  const names = lookUpNames(heading, mapping, graph);
  const [, headingWithoutLanguage, language] = languageHeading.exec(heading) ?? [];
  if (names.length > 0 || headingWithoutLanguage === undefined || language === undefined)
    return { names, language: null };
  return { names: lookUpNames(headingWithoutLanguage, mapping, graph), language };
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
  const [node, secondMatch] = matches;
  if (secondMatch !== undefined) {
    const ids = listExamples(matches.map(({ nodeId }) => nodeId));
    const message = `Column ${JSON.stringify(heading)}: several nodes of the model have the name ${name}. Write the id of one of them instead: ${ids}.`;
    return makeColumnProblem('ambiguous_column', message, heading);
  }
  if (node === undefined || node.nodegroupId === null) {
    const message = `Column ${JSON.stringify(heading)}: the model ${graph.graphId} has no node ${name} that can have values. Correct the heading or the mapping.`;
    return makeColumnProblem('unknown_node', message, heading);
  }
  return { ...node, nodegroupId: node.nodegroupId };
}

function makeMissingColumnWarnings(
  headings: readonly string[],
  mapping: CsvMapping | undefined,
): readonly Problem[] {
  const headingsWithoutLanguage = new Set(
    headings.map((heading) => languageHeading.exec(heading)?.[1]),
  );
  const missingFields = (mapping?.fields ?? []).filter(
    ({ heading }) => !headings.includes(heading) && !headingsWithoutLanguage.has(heading),
  );
  if (missingFields.length === 0) return [];
  const names = listExamples(missingFields.map(({ heading }) => JSON.stringify(heading)));
  const message = `The mapping contains columns that the file does not have: ${names}. Correct their headings if the file has their values.`;
  return [importWarning('missing_column', message)];
}

/** Returns the problem of a heading with a language that cannot be imported; undefined if there is none. */
export function findLanguageProblem(
  { node, language, heading }: CsvColumn,
  graph: CompiledGraph,
  languages: ReadonlySet<string>,
): string | undefined {
  if (language === null) return undefined;
  if (datatypeOf(node.datatype).holds !== 'texts by language' || !storesTextsByLanguage(graph)) {
    return `The heading ${JSON.stringify(heading)} contains a language, but the node ${displayNodeName(node)} has no texts by language. Remove the language from the heading.`;
  }
  return lookUpLanguage([...languages], language) === undefined
    ? `This service has no language ${language}. Write one of its languages in the heading.`
    : undefined;
}
