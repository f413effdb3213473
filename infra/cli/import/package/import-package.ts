import { pluralize } from '../../text.ts';
import { importConcepts } from '../concepts/import-concepts.ts';
import type { ImportMode } from '../concepts/plan-thesaurus.ts';
import { importGraphs } from '../graphs/import-graphs.ts';
import type { BusinessDataChoice } from '../csv/csv-beside-json.ts';
import { isCsvFile } from '../csv/read-csv-batches.ts';
import type { ImportContext } from '../import-context.ts';
import { importError } from '../import-problems.ts';
import { summaryLines, type ImportResult } from '../import-summary.ts';
import { importOntologies } from '../ontologies/import-ontologies.ts';
import { importRelations } from '../relations/import-relations.ts';
import { importResources } from '../resources/import-resources.ts';
import { findPackageFiles } from './find-package-files.ts';

export type PackageImported = Awaited<ReturnType<typeof importPackage>>;

/**
 * Imports a package folder: ontologies, graphs, reference data, business data, relations, in this order.
 * Importing it again changes nothing.
 * @param mode what happens to stored concepts of its thesauri that are not in the package
 * @param choice which business data is imported if there are JSON and CSV of a model
 * @returns the result of each part, and the files that no part reads
 * @throws CommandError if the folder is not a package, ImportStopped, FileFormatError for a file that cannot be read at all
 */
export async function importPackage(
  directory: string,
  context: ImportContext,
  mode: ImportMode = 'merge',
  choice: BusinessDataChoice = 'auto',
) {
  const { notRead: unknownFiles, ...files } = await findPackageFiles(directory);
  const resourceFiles = files.resources.filter((file) => choice !== 'json' || !isCsvFile(file));
  const notRead = [
    ...unknownFiles,
    ...files.resources
      .filter((file) => !resourceFiles.includes(file))
      .map((file) => ({ file, reason: 'only JSON was chosen', isBusinessData: true })),
  ];
  const ontologies = await importOntologies(files.ontologies, context);
  const graphs = await importGraphs(files.graphs, context);
  const concepts = await importConcepts(files.concepts, context, mode);
  // The graphs of a dry run are not stored.
  const models = context.dryRun ? graphs.graphs : [];
  const resources = await importResources(resourceFiles, context, models, choice);
  const relations = await importRelations(files.relations, context);
  const unreadBusinessData = notRead.filter(({ isBusinessData }) => isBusinessData);
  if (unreadBusinessData.length > 0 && resources.read + resources.leftOut === 0) {
    const message = `The package has ${pluralize(unreadBusinessData.length, 'file')} of business data, and none was read. Export the resource instances as JSON or CSV, and import that.`;
    // All readable files are imported already: a strict import has nothing to stop.
    context.report.add(directory, [importError('business_data_not_read', message)]);
  }
  return { ontologies, graphs, concepts, resources, relations, notRead };
}

/** The results of a package in the order of its summary. */
export function packageResults(imported: PackageImported): readonly ImportResult[] {
  const { ontologies, graphs, concepts, resources, relations } = imported;
  return [ontologies, graphs, concepts, resources, relations];
}

/** The summary of a package. */
export function packageLines(imported: PackageImported): readonly string[] {
  const notRead = imported.notRead.map(({ file, reason }) => `  ${file} (${reason})`);
  return [
    ...summaryLines(packageResults(imported)),
    ...(notRead.length === 0 ? [] : ['Not read:', ...notRead]),
  ];
}
