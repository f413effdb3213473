import type { CompiledGraph, CompiledNode } from '../../../../lib/model/graphs/compiled-graph.ts';
import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import { jsonPointer } from '../../../../lib/model/problem.ts';
import {
  importError,
  importWarning,
  listExamples,
  type ImportProblem,
} from '../import-problems.ts';
import {
  createColumnLanguageResolver,
  storesLanguages,
  type ServiceLanguages,
} from './column-language.ts';
import { foldText } from './fold-text.ts';
import { parseLanguageHeading } from './heading-language.ts';
import { createHeadingLookup, findNodes, type LookUpHeading } from './look-up-heading.ts';
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
  /** The tag of the language of the texts, if the heading contains it: `Name (fr)`. */
  readonly language: string | null;
  /** Why the cells cannot be imported in the language of the heading; undefined if they can. */
  readonly languageProblem: string | undefined;
};

/** The columns of a file. */
export type ColumnPlan = {
  readonly columns: readonly CsvColumn[];
  /** The problems of columns whose values cannot be imported, by position. */
  readonly unusableColumns: ReadonlyMap<number, ImportProblem>;
  readonly problems: readonly ImportProblem[];
};

/** Finds the nodes of each column, which the mapping names. Without a mapping, the heading is the name of the node. */
export function planColumns(
  headings: readonly string[],
  mapping: CsvMapping | undefined,
  graph: CompiledGraph,
  languages: ServiceLanguages,
): ColumnPlan {
  const columns: CsvColumn[] = [];
  const unusableColumns = new Map<number, ImportProblem>();
  const problems = [...makeMissingColumnWarnings(headings, mapping)];
  const slots = new Map<string, number>();
  const lookUp = createHeadingLookup(headings, mapping, graph);
  const resolveLanguage = createColumnLanguageResolver(headings, mapping, graph, languages);
  for (const [position, heading] of headings.entries()) {
    if (foldText(heading) === 'resourceid') continue;
    const match = matchHeading(heading, lookUp, mapping !== undefined);
    if ('severity' in match) {
      unusableColumns.set(position, match);
      continue;
    }
    for (const name of match.names) {
      const node = findNode(name, heading, graph);
      if ('severity' in node) {
        unusableColumns.set(position, node);
        continue;
      }
      const { language, warning, problem } = resolveLanguage(heading, node, match.tag);
      if (warning !== undefined) problems.push(warning);
      const impliedLanguage = storesLanguages(node, graph) ? languages.language : '';
      const key = `${node.nodeId} ${language ?? impliedLanguage}`;
      const slot = slots.get(key) ?? 0;
      slots.set(key, slot + 1);
      columns.push({ position, heading, node, slot, language, languageProblem: problem });
    }
  }
  return { columns, unusableColumns, problems };
}

function makeColumnProblem(code: string, message: string, heading: string): ImportProblem {
  return importError(code, message, { pointer: jsonPointer([heading]) });
}

/**
 * Finds the names of the nodes of a heading. If the whole heading is unknown, its end in brackets may be a language.
 * @returns the names, with the language if only the rest of the heading is known
 */
function matchHeading(
  heading: string,
  lookUp: LookUpHeading,
  hasMapping: boolean,
): { readonly names: readonly string[]; readonly tag: string | null } | ImportProblem {
  const { name, tag } = parseLanguageHeading(heading) ?? { name: undefined, tag: null };
  const wholeMatch = lookUp(heading);
  const isWhole = 'ambiguity' in wholeMatch || wholeMatch.names.length > 0;
  const match = isWhole || name === undefined ? wholeMatch : lookUp(name);
  if ('ambiguity' in match) {
    const message = `Column ${JSON.stringify(heading)} is ambiguous: ${match.ambiguity}`;
    return makeColumnProblem('ambiguous_column', message, heading);
  }
  if (match.names.length > 0) return { names: match.names, tag: isWhole ? null : tag };
  const message = hasMapping
    ? `Column ${JSON.stringify(heading)} is not in the mapping. Add it to the mapping to import its values.`
    : `The model has no node with the name of column ${JSON.stringify(heading)}. Correct the heading.`;
  return makeColumnProblem('unmapped_column', message, heading);
}

/** Finds the node with values that a name means. @returns the problem of the column if there is none, or several */
export function findNode(
  name: string,
  heading: string,
  graph: CompiledGraph,
): CsvNode | ImportProblem {
  const matches = findNodes(graph, name).filter(
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
): readonly ImportProblem[] {
  const found = new Set(
    headings.flatMap((heading) =>
      [heading, parseLanguageHeading(heading)?.name ?? heading].map(foldText),
    ),
  );
  const missingFields = (mapping?.fields ?? []).filter(
    ({ heading }) => !found.has(foldText(heading)),
  );
  if (missingFields.length === 0) return [];
  const names = listExamples(missingFields.map(({ heading }) => JSON.stringify(heading)));
  const message = `The mapping contains columns that the file does not have: ${names}. Correct their headings if the file has their values.`;
  return [importWarning('missing_column', message)];
}
