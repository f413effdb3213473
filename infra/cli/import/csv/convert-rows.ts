import { jsonPointer } from '../../../../lib/model/problem.ts';
import type {
  NormaliseContext,
  ValidateContext,
} from '../../../../lib/model/datatypes/datatype.ts';
import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import { isObject } from '../../../../lib/model/datatypes/values/json-values.ts';
import type { CompiledGraph } from '../../../../lib/model/graphs/compiled-graph.ts';
import { storesTextsByLanguage } from '../../../../lib/model/graphs/texts-by-language.ts';
import { nameUuid } from '../../../../lib/model/name-uuid.ts';
import { textDirection } from '../../../../lib/model/datatypes/values/language-texts.ts';
import { importError, type ImportProblem } from '../import-problems.ts';
import type { CsvValue, CsvValueRow } from './build-tiles.ts';
import type { CellLookup } from './cell-lookup.ts';
import { findLanguageProblem, type ColumnPlan, type CsvColumn } from './plan-columns.ts';
import { readCell } from './read-cell.ts';
import type { CsvRow } from './read-csv.ts';

/** What is needed to convert the cells of a file. */
export type ConversionContext = {
  readonly graph: CompiledGraph;
  readonly plan: ColumnPlan;
  readonly lookup: CellLookup;
  readonly headings: readonly string[];
  /** The project's default language. */
  readonly language: string;
  readonly languages: ReadonlySet<string>;
  /** The zone of times without an offset. */
  readonly timeZone: string | null;
  readonly dryRun: boolean;
  /** Returns the id of the outermost nodegroup above a nodegroup, or its own id if there is none. */
  readonly ancestorOf: (nodegroupId: string) => string;
};

/** The sound values of a row, and the problems of the values that are left out. */
export type ConvertedRow = {
  readonly row: CsvValueRow;
  readonly problems: readonly ImportProblem[];
};

/**
 * Converts the cells of a row. An error leaves out the values of its nodegroup, and of all nodegroups with the same ancestor: they
 * are one piece of information. The first problem has the cells of the row, to be imported again after their repair; tiles that
 * were imported before stay as they are.
 */
export function convertRow(
  row: CsvRow,
  resourceId: string,
  context: ConversionContext,
): ConvertedRow {
  const problems: ImportProblem[] = [];
  const values: CsvValue[] = [];
  const { plan, headings, ancestorOf } = context;
  const faultyIds = new Set<string>();
  const fail = (heading: string, code: string, reason: string): void => {
    const message = `Row ${row.number}, column ${JSON.stringify(heading)}: ${reason}`;
    const pointer = jsonPointer([row.number - 1, heading]);
    problems.push(importError(code, message, { pointer, record: resourceId }));
  };
  for (const column of plan.columns) {
    const text = row.texts[column.position]?.trim() ?? '';
    if (text === '') continue;
    const result = convertCell(text, column, row.texts[column.position] ?? '', resourceId, context);
    if ('code' in result) {
      fail(column.heading, result.code, result.message);
      faultyIds.add(ancestorOf(column.node.nodegroupId));
    } else if (result.value !== null) addValue(values, column, text, result.value);
  }
  const sound = values.filter(({ nodegroupId }) => !faultyIds.has(ancestorOf(nodegroupId)));
  const converted = { number: row.number, values: sound };
  const [first, ...others] = problems;
  if (first === undefined) return { row: converted, problems };
  const cells = headings.flatMap((heading, position) => {
    const text = row.texts[position] ?? '';
    return text === '' ? [] : [[heading, text] as const];
  });
  const leftOut = { row: Object.fromEntries(cells) };
  return { row: converted, problems: [{ ...first, leftOut }, ...others] };
}

function convertCell(
  text: string,
  column: CsvColumn,
  original: string,
  resourceId: string,
  context: ConversionContext,
): { readonly value: unknown } | { readonly code: string; readonly message: string } {
  const { node, language } = column;
  const { graph, languages, lookup, timeZone } = context;
  const languageProblem = findLanguageProblem(column, graph, languages);
  if (languageProblem !== undefined) return { code: 'unknown_language', message: languageProblem };
  if (context.dryRun && lookup.hasEmptyCollection(node)) return { value: text };
  const datatype = datatypeOf(node.datatype);
  // Only texts keep surrounding spaces.
  const isText = datatype.holds === 'texts by language' || datatype.holds === 'text';
  const read = readCell(isText ? original : text, node, { lookup, resourceId });
  if ('code' in read) return read;
  const validation: ValidateContext = {
    concept: (id) => lookup.concept(id),
    isInCollection: (conceptId, collectionId) => lookup.isInCollection(conceptId, collectionId),
    resource: () => undefined,
    isTile: () => true,
    timeZone,
  };
  const problems = datatype.validate(read.value, node, validation);
  if (problems[0] !== undefined)
    return { code: problems[0].code, message: problems.map(({ message }) => message).join(' ') };
  let idCount = 0;
  const normalisation: NormaliseContext = {
    newId: () => {
      idCount += 1;
      return nameUuid(resourceId, `part ${idCount} of ${text}`);
    },
    textLanguage: storesTextsByLanguage(graph)
      ? { language: language ?? context.language, directionOf: textDirection }
      : null,
    timeZone,
    stored: null,
  };
  return { value: datatype.normalise(read.value, node, normalisation) };
}

/** Adds a value. Texts of one node in several languages are one value. */
function addValue(values: CsvValue[], column: CsvColumn, text: string, value: unknown): void {
  const { node, slot } = column;
  const position = values.findIndex((other) => other.nodeId === node.nodeId && other.slot === slot);
  const before = values[position];
  // Columns of one node and slot differ in their language.
  if (before !== undefined && isObject(before.value) && isObject(value)) {
    values[position] = {
      ...before,
      text: `${before.text}\n${text}`,
      value: { ...before.value, ...value },
    };
    return;
  }
  values.push({ nodeId: node.nodeId, nodegroupId: node.nodegroupId, slot, text, value });
}
