import type { DataApi } from '../../../lib/data-api/client.ts';
import { run } from '../../../lib/data-api/query.ts';
import {
  countReadersByGrant,
  readersByGroup,
  type GroupOfReaders,
} from '../../queries/information.ts';
import { counted } from '../words.ts';
import type { ActivityImported } from './activity/import-activity.ts';
import type { ImportContext } from './context.ts';
import type { AccountsImported } from './accounts/import-accounts.ts';
import { leftOutWords } from './resources/leave-out.ts';
import type { PackageImported } from './package/import-package.ts';
import type { Report } from './report.ts';

/** Rows that a package import wrote: none when it is run again. */
export function changesOf(imported: PackageImported): number {
  const { ontologies, graphs, concepts, resources, relations } = imported;
  return (
    ontologies.changes +
    graphs.tally.created +
    graphs.tally.updated +
    concepts.changes +
    resources.resourcesCreated +
    resources.resourcesUpdated +
    relations.created
  );
}

/** The lines that end a package import. */
export function packageSummary(imported: PackageImported): readonly string[] {
  const { ontologies, graphs, concepts, resources, relations, notRead } = imported;
  return [
    `Ontologies: ${ontologies.ontologies} (${ontologies.classes} classes, ${ontologies.properties} properties)`,
    `Graphs: ${graphs.graphs.length}`,
    `Concepts: ${concepts.labelled} labelled, ${concepts.unlabelled} without a label, in ${concepts.schemes} schemes and ${concepts.collections} collections`,
    `Resource instances: ${resources.resources} with ${resources.tiles} tiles${leftOutWords(resources.leftOut)}`,
    `Relations: ${relations.distinct} distinct of ${relations.rows} rows`,
    `Pending relations, kept until their ends arrive: ${relations.pending}`,
    `Changes: ${changesOf(imported)}`,
    ...notReadLines(notRead),
  ];
}

/** The lines that end an import of accounts. */
export function accountsSummary(imported: AccountsImported): readonly string[] {
  const { created, givenPassword, unchanged, leftOut, groupsCreated, administrators } = imported;
  const changes = created + givenPassword + groupsCreated;
  return [
    `Accounts: ${created} new, ${givenPassword} took a password, ${unchanged} as before; ${leftOut} left out`,
    `Groups: ${groupsCreated} new`,
    ...(unchanged > 0
      ? ['Accounts that were there already stay as they are, with their passwords.']
      : []),
    ...(administrators.length > 0
      ? [`New accounts that may do everything: ${administrators.join(', ')}`]
      : []),
    `Changes: ${changes}`,
  ];
}

/** The lines that end an import of activity. */
export function activitySummary(
  imported: ActivityImported,
  { dryRun }: Pick<ImportContext, 'dryRun'>,
): readonly string[] {
  const { edits, passedOver, leftOut, items, unknownUsers, isAhead } = imported;
  return [
    `Edits: ${edits} read; ${passedOver} of no resource instance or of a part of its creation; ${leftOut} left out`,
    `Activity: ${counted(items, 'item')}${dryRun ? ' that would be written' : ''}`,
    ...(unknownUsers > 0
      ? [
          `Of these ${unknownUsers} by users who have no account here, and stay unknown. To know them: hds import accounts, before this.`,
        ]
      : []),
    ...(isAhead ? ['The last one is later than now: is --timezone the right one?'] : []),
  ];
}

function notReadLines(notRead: PackageImported['notRead']): readonly string[] {
  if (notRead.length === 0) return [];
  return ['Not read:', ...notRead.map(({ file, reason }) => `  ${file} (${reason})`)];
}

/** The lines that tell of problems. */
export function problemSummary(report: Report, reportFile: string | undefined): readonly string[] {
  const found = report.errors() + report.warnings();
  if (found === 0) return ['Problems: none'];
  const where =
    reportFile === undefined ? ' (--report FILE writes them all)' : ` (all in ${reportFile})`;
  return [
    `Problems: ${counted(report.errors(), 'error')}, ${counted(report.warnings(), 'warning')}${found > report.first().length || reportFile !== undefined ? where : ''}`,
    ...report
      .first()
      .map(
        ({ severity, file, pointer, code, message }) =>
          `  ${severity} ${code}: ${message} [${file}${pointer}]`,
      ),
  ];
}

/** The lines that tell who can read what is stored. */
export async function readersSummary(data: DataApi): Promise<readonly string[]> {
  const groups = await run(data.read, readersByGroup());
  const byGrant = await run(data.read, countReadersByGrant());
  const readers = [
    ...groups.map(groupReaders),
    ...(byGrant > 0 ? [`${counted(byGrant, 'account')} by grants of their own`] : []),
  ];
  if (readers.length > 0) return [`Who can read: administrators; ${readers.join('; ')}`];
  return [
    'Who can read: administrators only. The group Guest is everybody; to open the instance: hds group defaults Guest read',
  ];
}

function groupReaders({ name, readable, nodegroups, granted }: GroupOfReaders): string {
  const byGrants = granted === 0 ? '' : `, ${counted(granted, 'resource instance')} by grants`;
  return `${name} (${readable} of ${nodegroups} nodegroups${byGrants})`;
}
