import type { CompiledGraph, CompiledNode } from '../../../../lib/model/graphs/compiled-graph.ts';
import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import { displayNodeName } from '../../../../lib/model/graphs/node-names.ts';
import { storesTextsByLanguage } from '../../../../lib/model/graphs/texts-by-language.ts';
import { jsonPointer } from '../../../../lib/model/problem.ts';
import { importWarning, type ImportProblem } from '../import-problems.ts';
import { foldText } from './fold-text.ts';
import { parseLanguageHeading, resolveLanguage, type TextLanguage } from './heading-language.ts';
import { createHeadingLookup, findNodes } from './look-up-heading.ts';
import type { CsvMapping } from './read-mapping.ts';

/** The languages of the texts of the service. */
export type ServiceLanguages = {
  readonly languages: ReadonlySet<string>;
  /** The project's default language. */
  readonly language: string;
};

/** The language of the texts of a column; null if the heading names none. */
type ColumnLanguage = {
  readonly language: string | null;
  readonly warning?: ImportProblem;
  /** Why the texts cannot be imported in that language. */
  readonly problem?: string;
};

/** Whether a node stores texts by language. */
export function storesLanguages(node: CompiledNode, graph: CompiledGraph): boolean {
  return datatypeOf(node.datatype).holds === 'texts by language' && storesTextsByLanguage(graph);
}

/**
 * Creates the function that decides on the language of a column. It takes the tag that is no part of the name of the node; null if the
 * mapping has the whole heading. The end of such a heading is a language only if the service has it, or if another column of the node
 * differs by its language alone: `Area (ha)` and `Length (km)` have units, although Hausa and Khmer have these tags.
 * @rule Imports and exports: Which column does a heading name, and in which language?
 */
export function createColumnLanguageResolver(
  headings: readonly string[],
  mapping: CsvMapping | undefined,
  graph: CompiledGraph,
  { languages, language: defaultLanguage }: ServiceLanguages,
): (heading: string, node: CompiledNode, tag: string | null) => ColumnLanguage {
  const lookUp = createHeadingLookup(headings, mapping, graph);
  const isOfNode = (heading: string, { nodeId }: CompiledNode): boolean => {
    const match = lookUp(heading);
    const names = 'names' in match ? match.names : [];
    return names.some((name) => findNodes(graph, name).some((node) => node.nodeId === nodeId));
  };
  const hasTwin = (name: string, { tag }: TextLanguage, node: CompiledNode): boolean =>
    headings.some((other) => {
      const { name: otherName, tag: otherTag } = parseLanguageHeading(other) ?? {
        name: other,
        tag: defaultLanguage,
      };
      const otherLanguage = resolveLanguage(otherTag, languages);
      return (
        foldText(otherName) === foldText(name) &&
        otherLanguage !== undefined &&
        otherLanguage.tag !== tag &&
        isOfNode(other, node)
      );
    });
  return (heading, node, tag) => {
    if (tag !== null) return decideLanguage(heading, node, tag, graph, languages);
    const end = mapping === undefined ? undefined : parseLanguageHeading(heading);
    if (end === undefined || !storesLanguages(node, graph)) return { language: null };
    const language = resolveLanguage(end.tag, languages);
    return language !== undefined &&
      (language.newName === null || hasTwin(end.name, language, node))
      ? acceptLanguage(heading, language)
      : { language: null };
  };
}

function decideLanguage(
  heading: string,
  node: CompiledNode,
  tag: string,
  graph: CompiledGraph,
  languages: ReadonlySet<string>,
): ColumnLanguage {
  if (!storesLanguages(node, graph)) {
    const problem = `The heading ${JSON.stringify(heading)} contains a language, but the node ${displayNodeName(node)} has no texts by language. Remove the language from the heading.`;
    return { language: null, problem };
  }
  const language = resolveLanguage(tag, languages);
  if (language !== undefined) return acceptLanguage(heading, language);
  const problem = `${tag} is no registered language, and this service has no texts in it. Write the tag of a language in the heading, such as en or fr-CA.`;
  return { language: tag, problem };
}

function acceptLanguage(heading: string, { tag, newName }: TextLanguage): ColumnLanguage {
  if (newName === null) return { language: tag };
  const message = `The texts of column ${JSON.stringify(heading)} are stored in ${newName} (${tag}), in which this service has no texts yet. If that is not their language, correct the heading before the import.`;
  const warning = importWarning('new_language', message, { pointer: jsonPointer([heading]) });
  return { language: tag, warning };
}
