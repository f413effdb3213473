import type { DataApi } from '../../../lib/data-api/client.ts';
import { readersByGroup } from '../../../lib/queries/information.ts';
import type { PackageImported } from './package.ts';
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
    `Resource instances: ${resources.resources} with ${resources.tiles} tiles`,
    `Relations: ${relations.distinct} distinct of ${relations.rows} rows`,
    `Pending relations, kept until their ends arrive: ${relations.pending}`,
    `Changes: ${changesOf(imported)}`,
    ...notReadLines(notRead),
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

function counted(amount: number, name: string): string {
  return `${amount} ${name}${amount === 1 ? '' : 's'}`;
}

/** The lines that tell who can read what is stored. */
export async function readersSummary(data: DataApi): Promise<readonly string[]> {
  const rows = await data.read(readersByGroup());
  const readers = rows.map(
    ([name, readable, total]) =>
      `${String(name)} (${String(readable)} of ${String(total)} nodegroups)`,
  );
  if (readers.length > 0) return [`Who can read: administrators; ${readers.join('; ')}`];
  return [
    'Who can read: administrators only. The group Guest is everybody; to open the instance: hds group defaults Guest read',
  ];
}
