import type { DataApi } from '../../../lib/data-api/client.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import {
  countReadersByGrant,
  listReadingGroups,
  type ReadingGroup,
} from '../instance/queries/information.ts';
import { pluralize } from '../text.ts';
import type { ImportContext } from './import-context.ts';
import type { ImportReport } from './import-report.ts';
import type { ProblemGroup } from './problem-groups.ts';

/** The result of an import of one kind of record, as every summary shows it. */
export type ImportResult = {
  /** The records in the plural: `Graphs`. */
  readonly subject: string;
  /** How many valid records were read. Repeated records count once. */
  readonly read: number;
  /** What the records contain, such as `157 classes`. */
  readonly contents?: readonly string[];
  readonly created?: number;
  readonly updated?: number;
  readonly unchanged?: number;
  /** How many records were left out because of errors. */
  readonly leftOut?: number;
  /** How many rows were written, if that is not the sum of `created` and `updated`. */
  readonly changes?: number;
  /** Further sentences for the summary. */
  readonly notes?: readonly string[];
};

/** Formats a result as a line: `Graphs: 7 read; 6 new, 1 changed, 0 unchanged, 0 left out`. */
export function formatResultLine(result: ImportResult): string {
  return `${result.subject}: ${formatResultWithoutSubject(result)}`;
}

/** Formats a result without its subject, for the progress, which shows the subject itself. */
export function formatResultWithoutSubject(result: ImportResult): string {
  const { read, contents = [], created, updated, unchanged, leftOut } = result;
  const outcomes = [
    [created, 'new'],
    [updated, 'changed'],
    [unchanged, 'unchanged'],
    [leftOut, 'left out'],
  ] as const;
  const counts = outcomes.flatMap(([count, word]) =>
    count === undefined ? [] : [`${count} ${word}`],
  );
  const readPart = `${read} read${contents.length === 0 ? '' : ` (${contents.join(', ')})`}`;
  return counts.length === 0 ? readPart : `${readPart}; ${counts.join(', ')}`;
}

/** Counts the rows that an import wrote. An import that is repeated without changes writes none. */
export function countChanges(results: readonly ImportResult[]): number {
  return results.reduce(
    (sum, { created = 0, updated = 0, changes = created + updated }) => sum + changes,
    0,
  );
}

/** Formats the lines that end the summary of every import. The results of a dry run are those that the import would have. */
export function formatSummary(
  results: readonly ImportResult[],
  { dryRun }: Pick<ImportContext, 'dryRun'> = { dryRun: false },
): readonly string[] {
  return [
    ...results.flatMap((result) => [formatResultLine(result), ...(result.notes ?? [])]),
    `Changes: ${dryRun ? 0 : countChanges(results)}`,
  ];
}

/** Something that an import does not read. */
export type UnreadPart = { readonly name: string; readonly reason: string };

/** Formats the list of what an import did not read, as lines of its summary. */
export function formatUnreadParts(parts: readonly UnreadPart[]): readonly string[] {
  if (parts.length === 0) return [];
  return ['Not read:', ...parts.map(({ name, reason }) => `  ${name} (${reason})`)];
}

const maxShownGroups = 20;

/** Formats the number of problems and the first groups of them. The numbers of the groups add up to that of all problems. */
export function formatProblems(report: ImportReport, reportFile?: string): readonly string[] {
  const count = report.countErrors() + report.countWarnings();
  if (count === 0) return ['Problems: none'];
  const groups = report.listGroups().slice(0, maxShownGroups);
  const otherProblems = groups.reduce((rest, group) => rest - group.count, count);
  const counts = `${pluralize(report.countErrors(), 'error')}, ${pluralize(report.countWarnings(), 'warning')}`;
  const reference =
    reportFile !== undefined
      ? ` (all in ${reportFile})`
      : count > groups.length
        ? ' (--report FILE writes them all)'
        : '';
  return [
    `Problems: ${counts}${reference}`,
    ...groups.map(formatProblemGroup),
    ...(otherProblems === 0
      ? []
      : [`  … and ${pluralize(otherProblems, 'problem')} of other kinds or places`]),
  ];
}

function formatProblemGroup({ first, count }: ProblemGroup): string {
  const { severity, file, pointer, code, message } = first;
  const times = count === 1 ? '' : ` (${count} times)`;
  return `  ${severity} ${code}${times}: ${message} [${file}${pointer}]`;
}

/** Reads which groups and accounts can read the stored data, and describes them in one line. */
export async function describeReaders(dataApi: DataApi): Promise<readonly string[]> {
  const groups = await runQuery(dataApi.read, listReadingGroups());
  const accountsWithGrants = await runQuery(dataApi.read, countReadersByGrant());
  const readers = [
    ...groups.map(describeReadingGroup),
    ...(accountsWithGrants > 0
      ? [`${pluralize(accountsWithGrants, 'account')} by grants of their own`]
      : []),
  ];
  if (readers.length > 0) return [`Who can read: administrators; ${readers.join('; ')}`];
  return [
    'Who can read: administrators only. The group Guest is everybody; to open the instance: hds group defaults Guest read',
  ];
}

function describeReadingGroup({ name, readable, nodegroups, granted }: ReadingGroup): string {
  const byGrants = granted === 0 ? '' : `, ${pluralize(granted, 'resource instance')} by grants`;
  return `${name} (${readable} of ${pluralize(nodegroups, 'nodegroup')}${byGrants})`;
}
