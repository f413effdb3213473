import type { DataApi } from '../../../lib/data-api/client.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import {
  countReadersByGrant,
  listReadingGroups,
  type ReadingGroup,
} from '../../queries/information.ts';
import { pluralize } from '../text.ts';
import type { ActivityImported } from './activity/import-activity.ts';
import type { ImportContext } from './import-context.ts';
import type { AccountsImported } from './accounts/import-accounts.ts';
import type { ConceptsImported } from './concepts/import-concepts.ts';
import type { GraphsImported } from './graphs/import-graphs.ts';
import type { OntologiesImported } from './ontologies/import-ontologies.ts';
import type { ResourcesImported } from './resources/import-resources.ts';
import { omittedText } from './resources/omit-parts.ts';
import type { PackageImported } from './package/import-package.ts';
import type { ImportReport } from './import-report.ts';

/** Rows that a package import wrote: none when it is run again. */
export function countPackageChanges(imported: PackageImported): number {
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
    ...ontologyLines(ontologies),
    graphsLine(graphs),
    ...conceptLines(concepts),
    ...resourceLines(resources, relations.pending),
    `Relations: ${relations.distinct} distinct of ${pluralize(relations.rows, 'row')}`,
    changesLine(countPackageChanges(imported)),
    ...notReadLines(notRead),
  ];
}

/** The lines that end an import of ontologies. */
export function ontologiesSummary(imported: OntologiesImported): readonly string[] {
  return [...ontologyLines(imported), changesLine(imported.changes)];
}

/** The lines that end an import of graphs. */
export function graphsSummary(imported: GraphsImported): readonly string[] {
  const { created, updated } = imported.tally;
  return [graphsLine(imported), changesLine(created + updated)];
}

/** The lines that end an import of thesauri. */
export function conceptsSummary(imported: ConceptsImported): readonly string[] {
  return [...conceptLines(imported), changesLine(imported.changes)];
}

/**
 * The lines that end an import of business data.
 * @param pending relations whose ends are not there yet
 */
export function resourcesSummary(imported: ResourcesImported, pending: number): readonly string[] {
  const { resourcesCreated, resourcesUpdated } = imported;
  return [...resourceLines(imported, pending), changesLine(resourcesCreated + resourcesUpdated)];
}

/** What every import says last of what it has read: how much it wrote, none when it is run again. */
const changesLine = (changes: number): string => `Changes: ${changes}`;

function ontologyLines({ ontologies, classes, properties }: OntologiesImported): readonly string[] {
  const contents = [
    pluralize(classes, 'class', 'classes'),
    pluralize(properties, 'property', 'properties'),
  ];
  return [`Ontologies: ${ontologies} (${contents.join(', ')})`];
}

function graphsLine({ graphs, tally: { created, updated, unchanged } }: GraphsImported): string {
  return `Graphs: ${graphs.length} read; ${created} new, ${updated} changed, ${unchanged} as before`;
}

function conceptLines(imported: ConceptsImported): readonly string[] {
  const { labelled, unlabelled, schemes, collections, removed } = imported;
  return [
    `Concepts: ${labelled} labelled, ${unlabelled} without a label, in ${pluralize(schemes, 'scheme')} and ${pluralize(collections, 'collection')}`,
    ...removedLines(removed),
  ];
}

function resourceLines(imported: ResourcesImported, pending: number): readonly string[] {
  const { resources, tiles, skipped, leftOut } = imported;
  return [
    `Resource instances: ${resources} with ${pluralize(tiles, 'tile')}; ${skipped} left out${omittedText(leftOut)}`,
    `Pending relations, kept until their ends arrive: ${pending}`,
  ];
}

/** The line that tells what an import of thesauri that overwrites takes away, where it does. */
function removedLines({ concepts, values }: ConceptsImported['removed']): readonly string[] {
  if (concepts + values === 0) return [];
  return [
    `No longer in the thesauri: ${pluralize(concepts, 'concept')}, and ${pluralize(values, 'value')} of others`,
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
    changesLine(changes),
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
    `Activity: ${pluralize(items, 'item')}${dryRun ? ' that would be written' : ''}`,
    ...(unknownUsers > 0
      ? [
          `Of these ${unknownUsers} by users who have no account here, and stay unknown. To know them: hds import accounts, before this.`,
        ]
      : []),
    ...(isAhead ? ['The last one is later than now: is --timezone the right one?'] : []),
    changesLine(items),
  ];
}

function notReadLines(notRead: PackageImported['notRead']): readonly string[] {
  if (notRead.length === 0) return [];
  return ['Not read:', ...notRead.map(({ file, reason }) => `  ${file} (${reason})`)];
}

/** The lines that tell of problems. */
export function importProblemLines(
  report: ImportReport,
  reportFile: string | undefined,
): readonly string[] {
  const found = report.errors() + report.warnings();
  if (found === 0) return ['Problems: none'];
  const where =
    reportFile === undefined ? ' (--report FILE writes them all)' : ` (all in ${reportFile})`;
  return [
    `Problems: ${pluralize(report.errors(), 'error')}, ${pluralize(report.warnings(), 'warning')}${found > report.first().length || reportFile !== undefined ? where : ''}`,
    ...report
      .first()
      .map(
        ({ severity, file, pointer, code, message }) =>
          `  ${severity} ${code}: ${message} [${file}${pointer}]`,
      ),
  ];
}

/** The lines that tell who can read what is stored. */
export async function readerLines(data: DataApi): Promise<readonly string[]> {
  const groups = await runQuery(data.read, listReadingGroups());
  const byGrant = await runQuery(data.read, countReadersByGrant());
  const readers = [
    ...groups.map(groupReaders),
    ...(byGrant > 0 ? [`${pluralize(byGrant, 'account')} by grants of their own`] : []),
  ];
  if (readers.length > 0) return [`Who can read: administrators; ${readers.join('; ')}`];
  return [
    'Who can read: administrators only. The group Guest is everybody; to open the instance: hds group defaults Guest read',
  ];
}

function groupReaders({ name, readable, nodegroups, granted }: ReadingGroup): string {
  const byGrants = granted === 0 ? '' : `, ${pluralize(granted, 'resource instance')} by grants`;
  return `${name} (${readable} of ${pluralize(nodegroups, 'nodegroup')}${byGrants})`;
}
