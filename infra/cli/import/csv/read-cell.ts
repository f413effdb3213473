import { parse } from 'csv-parse/sync';

import { readJson } from '../../../../lib/json/read-json.ts';
import { RepeatedMembersError } from '../../../../lib/json/repeated-members.ts';
import {
  matchOptions,
  matchOptionsFolded,
} from '../../../../lib/model/datatypes/values/domain-options.ts';
import { literal } from '../../../../lib/rdf/terms.ts';
import { isUuid } from '../../../../lib/model/ids.ts';
import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import { foldText } from './fold-text.ts';
import { isUnambiguousDate, readDateText } from './read-date-text.ts';
import { isConceptNodeWithoutCollection, type ConceptLookup } from './concept-lookup.ts';
import type { NamedResources } from './named-resources.ts';
import type { CsvNode } from './plan-columns.ts';
import { readWellKnownGeometry, toFeatureCollection } from './read-geometry.ts';

/** The value of a cell before it is validated, or the reason why it cannot be read. */
export type CellResult =
  | { readonly value: unknown }
  | { readonly code: string; readonly message: string };

type CellReader = (text: string, node: CsvNode, context: CellContext) => CellResult;

/** The context of reading the cells of a resource instance. */
export type CellContext = {
  readonly concepts: ConceptLookup;
  readonly resources: NamedResources;
  /** The id of the resource instance, from which the ids of features are derived. */
  readonly resourceId: string;
};

const makeProblem = (code: string, message: string): CellResult => ({ code, message });

const isProblem = (
  result: CellResult,
): result is { readonly code: string; readonly message: string } => 'code' in result;

const readDate: CellReader = (text) => {
  if (isUnambiguousDate(text)) return { value: readDateText(text) };
  const message = `${JSON.stringify(text)} can be read in several ways: write the date as 1850-03-31.`;
  return makeProblem('ambiguous_date', message);
};

const readConcept: CellReader = (text, node, { concepts }) => {
  const items = splitList(text);
  // A label with a comma may be in quotation marks, which `splitList` removes.
  const candidates = items.length === 1 ? [text, ...items] : [text];
  for (const candidate of candidates) {
    const [label, anotherLabel] = concepts.findConcepts(candidate, node);
    if (anotherLabel !== undefined) {
      const message = `Several concepts of the collection have the label ${JSON.stringify(candidate)}: write the id of one of its values, such as ${anotherLabel.valueId}.`;
      return makeProblem('ambiguous_label', message);
    }
    if (label !== undefined) return { value: label.valueId };
  }
  if (isConceptNodeWithoutCollection(node) && !isUuid(text)) {
    const message = `The node has no collection in which the label ${JSON.stringify(text)} could be found: write the id of a value of the concept, or give the node a collection in its model.`;
    return makeProblem('no_collection', message);
  }
  const searchedPlace = isConceptNodeWithoutCollection(node)
    ? 'thesaurus'
    : 'collection of the node';
  const message = `The ${searchedPlace} has no concept with the label ${JSON.stringify(text)}. Correct the label, or add the concept first.`;
  return makeProblem('unknown_label', message);
};

const readResource: CellReader = (text, node, { resources }) => {
  const match = resources.find(text, node);
  if (match.kind === 'found') return { value: [{ resourceId: match.resourceId }] };
  if (match.kind === 'unknown') {
    const message = `No stored resource instance has the legacy id or the name ${JSON.stringify(text)}: import it first, or write its id.`;
    return makeProblem('unknown_label', message);
  }
  const message = `Several resource instances have the legacy id or the name ${JSON.stringify(text)}: write the id of one, such as ${match.resourceIds[1]}.`;
  return makeProblem('ambiguous_label', message);
};

const readOption: CellReader = (text, node) => {
  const ids = matchOption(text, node);
  if (ids.length === 1) return { value: ids[0] };
  const code = ids.length === 0 ? 'unknown_label' : 'ambiguous_label';
  const message =
    ids.length === 0
      ? `The node has no option ${JSON.stringify(text)}. Write one of its options.`
      : `Several options of the node have the text ${JSON.stringify(text)}: write the id of one.`;
  return makeProblem(code, message);
};

/** Finds the ids of the options with a text, or with one in another letter case, or with this id. */
function matchOption(text: string, node: CsvNode): readonly unknown[] {
  const ids = matchOptions(literal(text), node);
  return ids.length > 0 ? ids : matchOptionsFolded(text, node, foldText);
}

const readFiles: CellReader = (text) => ({
  value: splitList(text).map((address) => ({
    name: address.split('/').at(-1) ?? address,
    url: address,
  })),
});

const readGeometry: CellReader = (text, _node, { resourceId }) => {
  const result = readWellKnownGeometry(text, resourceId);
  return 'value' in result ? result : makeProblem('not_a_geometry', result.message);
};

const readUnchanged: CellReader = (text) => ({ value: text });

/** Makes a reader of a list of values in one cell. First tries the whole cell as one value, because values may contain commas. */
const readListOf =
  (
    read: CellReader,
    join: (values: readonly unknown[]) => unknown = (values) => values,
  ): CellReader =>
  (text, node, context) => {
    const wholeCell = read(text, node, context);
    if (!isProblem(wholeCell)) return { value: join([wholeCell.value]) };
    const results = splitList(text).map((item) => read(item, node, context));
    const problems = results.filter(isProblem);
    if (problems[0] !== undefined)
      return makeProblem(problems[0].code, problems.map(({ message }) => message).join(' '));
    const values = results.flatMap((result) => ('value' in result ? [result.value] : []));
    return { value: join(values) };
  };

const readResources = readListOf(readResource, (values) => values.flat());

const readers: ReadonlyMap<string, CellReader> = new Map([
  ['date', readDate],
  ['concept', readConcept],
  ['concept-list', readListOf(readConcept)],
  ['domain-value', readOption],
  ['domain-value-list', readListOf(readOption)],
  ['resource-instance', readResources],
  ['resource-instance-list', readResources],
  ['file-list', readFiles],
  ['geojson-feature-collection', readGeometry],
  ['url', (text: string): CellResult => ({ value: { url: text, url_label: '' } })],
]);

/** Datatypes whose cells are never read as JSON, even if they begin with a bracket. */
const nonJsonDatatypes: ReadonlySet<string> = new Set([
  'string',
  'non-localized-string',
  'number',
  'boolean',
  'edtf',
  'date',
]);

/**
 * Reads the text of a cell as a value of a node: as JSON in the stored format, or else as text in the format of the datatype.
 * @rule Imports and exports: How is the text of a cell read?
 */
export function readCell(text: string, node: CsvNode, context: CellContext): CellResult {
  if (!nonJsonDatatypes.has(node.datatype) && /^[[{]/.test(text)) {
    const result = parseJson(text);
    if (result !== undefined) return convertJson(result, text, node, context);
  }
  return (readers.get(node.datatype) ?? readUnchanged)(text, node, context);
}

function convertJson(
  result: CellResult,
  text: string,
  { datatype }: CsvNode,
  { resourceId }: CellContext,
): CellResult {
  if (isProblem(result) || datatypeOf(datatype).holds !== 'geometry') return result;
  return { value: toFeatureCollection(result.value, text, resourceId) };
}

/** Reads JSON. @returns undefined for another text */
function parseJson(text: string): CellResult | undefined {
  try {
    return { value: readJson(text) };
  } catch (error) {
    if (error instanceof RepeatedMembersError) return makeProblem(error.code, error.message);
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Splits a list at its commas and line breaks. An item that contains one of these is in quotation marks. */
export function splitList(text: string): readonly string[] {
  if (!/[",\r\n]/.test(text)) return [text.trim()];
  return readListItems(text).filter((item) => item !== '');
}

function readListItems(text: string): readonly string[] {
  try {
    const lines = parse(text, {
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      trim: true,
    }) as readonly string[][];
    return lines.flat();
  } catch {
    // Not CSV, for example because a text contains quotation marks.
    return text.split(/[,\r\n]/).map((item) => item.trim());
  }
}

/** Lists the possible ids and labels of concepts in a cell, so that they can be looked up together. */
export function listConceptTexts(text: string): readonly string[] {
  return [...new Set([text, ...splitList(text)])];
}

/** Lists the labels in a cell that no concept has. */
export function listMissingLabels(
  text: string,
  node: CsvNode,
  concepts: ConceptLookup,
): readonly string[] {
  const isMissing = (label: string): boolean =>
    !isUuid(label) && concepts.findConcepts(label, node).length === 0;
  if (/^[[{]/.test(text) || !isMissing(text)) return [];
  const items = splitList(text);
  const isOneLabel = readers.get(node.datatype) === readConcept && items.length > 1;
  return isOneLabel ? [text] : items.filter(isMissing);
}

/** Lists the possible ids and names of resource instances in a cell, so that they can be looked up together. */
export function listResourceTexts(text: string): readonly string[] {
  return /^[[{]/.test(text) ? [] : [text, ...splitList(text)];
}
