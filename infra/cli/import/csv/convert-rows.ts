import { jsonPointer } from '../../../../lib/model/problem.ts';
import type {
  NormaliseContext,
  ValidateContext,
} from '../../../../lib/model/datatypes/datatype.ts';
import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import { isObject } from '../../../../lib/model/datatypes/values/json-values.ts';
import type { CompiledGraph } from '../../../../lib/model/graphs/compiled-graph.ts';
import { storesTextsByLanguage } from '../../../../lib/model/graphs/texts-by-language.ts';
import { deriveNameUuid } from '../../../../lib/model/name-uuid.ts';
import { textDirection } from '../../../../lib/model/datatypes/values/language-texts.ts';
import { importError, importWarning, type ImportProblem } from '../import-problems.ts';
import type { CsvValue, CsvValueRow } from './csv-values.ts';
import type { ConceptLookup } from './concept-lookup.ts';
import type { NamedResources } from './named-resources.ts';
import type { ColumnPlan, CsvColumn } from './plan-columns.ts';
import { readCell } from './read-cell.ts';
import type { CsvRow } from './read-csv.ts';

/** The context of converting the cells of a file. */
export type ConversionContext = {
  readonly graph: CompiledGraph;
  readonly plan: ColumnPlan;
  readonly concepts: ConceptLookup;
  readonly resources: NamedResources;
  readonly headings: readonly string[];
  /** The project's default language. */
  readonly language: string;
  /** The time zone of times without an offset. */
  readonly timeZone: string | null;
  readonly dryRun: boolean;
  /** Returns the id of the outermost nodegroup above a nodegroup, or its own id if there is none. */
  readonly outermostIdOf: (nodegroupId: string) => string;
};

/** The valid values of a row, and the problems of the values that are left out. */
export type ConvertedRow = {
  readonly row: CsvValueRow;
  readonly problems: readonly ImportProblem[];
  /** About values that are imported. */
  readonly warnings: readonly ImportProblem[];
};

/** The value of a cell with warnings, or the reason why it is left out. */
type ConvertedCell = { readonly value: unknown; readonly warnings: readonly Reason[] } | Reason;

type Reason = { readonly code: string; readonly message: string };

/** Problems of values that are imported nevertheless, as from JSON. */
const warningCodes: ReadonlySet<string> = new Set(['concept_not_in_collection']);

/**
 * Converts the cells of a row. If a cell has an error, the values of its nodegroup and of all nodegroups with the same outermost ancestor
 * are left out, because they belong together. A row with a byte that cannot be decoded is left out whole. The first problem of a row contains the cells of the row, so that they can be corrected and
 * imported.
 */
export function convertRow(
  row: CsvRow,
  resourceId: string,
  context: ConversionContext,
): ConvertedRow {
  const problems: ImportProblem[] = [];
  const cellWarnings: (readonly [outermostId: string, ImportProblem])[] = [];
  const values: CsvValue[] = [];
  const { plan, headings, outermostIdOf } = context;
  const faultyOutermostIds = new Set<string>();
  const makeProblem = (
    make: typeof importError,
    heading: string,
    { code, message: reason }: Reason,
  ): ImportProblem => {
    const message = `Row ${row.number}, column ${JSON.stringify(heading)}: ${reason}`;
    const pointer = jsonPointer([row.number - 1, heading]);
    return { ...make(code, message, { pointer, record: resourceId }), column: heading };
  };
  if (row.invalidByte !== undefined) {
    const { position, code, reason } = row.invalidByte;
    problems.push(makeProblem(importError, headings[position] ?? '', { code, message: reason }));
  }
  const columns = row.invalidByte === undefined ? plan.columns : [];
  for (const column of columns) {
    const text = row.texts[column.position]?.trim() ?? '';
    const fault = row.faults?.get(column.position);
    if (text === '' && fault === undefined) continue;
    const result =
      fault ?? convertCell(text, column, row.texts[column.position] ?? '', resourceId, context);
    if ('code' in result) {
      problems.push(makeProblem(importError, column.heading, result));
      faultyOutermostIds.add(outermostIdOf(column.node.nodegroupId));
      continue;
    }
    for (const warning of result.warnings) {
      const problem = makeProblem(importWarning, column.heading, warning);
      cellWarnings.push([outermostIdOf(column.node.nodegroupId), problem]);
    }
    if (result.value !== null) addValue(values, column, text, result.value);
  }
  const validValues = values.filter(
    ({ nodegroupId }) => !faultyOutermostIds.has(outermostIdOf(nodegroupId)),
  );
  const warnings = cellWarnings.flatMap(([outermostId, warning]) =>
    faultyOutermostIds.has(outermostId) ? [] : [warning],
  );
  const validRow = { number: row.number, values: validValues };
  const [firstProblem, ...otherProblems] = problems;
  if (firstProblem === undefined) return { row: validRow, problems, warnings };
  const cells = headings.flatMap((heading, position) => {
    const text = row.texts[position] ?? '';
    return text === '' ? [] : [[heading, text] as const];
  });
  const leftOut = { row: Object.fromEntries(cells) };
  return { row: validRow, problems: [{ ...firstProblem, leftOut }, ...otherProblems], warnings };
}

function convertCell(
  text: string,
  column: CsvColumn,
  original: string,
  resourceId: string,
  context: ConversionContext,
): ConvertedCell {
  const { node, language, languageProblem } = column;
  const { graph, concepts, resources, timeZone } = context;
  if (languageProblem !== undefined) return { code: 'unknown_language', message: languageProblem };
  if (context.dryRun && concepts.hasEmptyCollection(node)) return { value: text, warnings: [] };
  const datatype = datatypeOf(node.datatype);
  // Surrounding spaces are part of texts, but not of other values.
  const isText = datatype.holds === 'texts by language' || datatype.holds === 'text';
  const cell = readCell(isText ? original : text, node, {
    concepts,
    resources,
    resourceId,
  });
  if ('code' in cell) return cell;
  const validation: ValidateContext = {
    concept: (id) => concepts.findConceptByValueId(id),
    isInCollection: (conceptId, collectionId) => concepts.isInCollection(conceptId, collectionId),
    resource: () => undefined,
    isTile: () => true,
    timeZone,
  };
  // The check of the record warns of values that imports store nevertheless.
  const found = datatype
    .validate(cell.value, node, validation)
    .filter(({ isImported = false }) => !isImported);
  const problems = found.filter(({ code }) => !warningCodes.has(code));
  if (problems[0] !== undefined)
    return { code: problems[0].code, message: problems.map(({ message }) => message).join(' ') };
  const warnings = found.map(({ code, message }) => ({
    code,
    message: `${message} The value is imported.`,
  }));
  let idCount = 0;
  const normalisation: NormaliseContext = {
    newId: () => {
      idCount += 1;
      return deriveNameUuid(resourceId, `part ${idCount} of ${text}`);
    },
    textLanguage: storesTextsByLanguage(graph)
      ? { language: language ?? context.language, directionOf: textDirection }
      : null,
    timeZone,
    stored: null,
  };
  return { value: datatype.normalise(cell.value, node, normalisation), warnings };
}

/** Adds a value to those of a row. Texts of one node in several languages become one value. */
function addValue(values: CsvValue[], column: CsvColumn, text: string, value: unknown): void {
  const { node, slot } = column;
  const position = values.findIndex((other) => other.nodeId === node.nodeId && other.slot === slot);
  const previous = values[position];
  // Several columns of one node and slot are texts in different languages.
  if (previous !== undefined && isObject(previous.value) && isObject(value)) {
    values[position] = {
      ...previous,
      text: `${previous.text}\n${text}`,
      value: { ...previous.value, ...value },
    };
    return;
  }
  values.push({ nodeId: node.nodeId, nodegroupId: node.nodegroupId, slot, text, value });
}
