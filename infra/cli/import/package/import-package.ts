import type { CompiledGraph } from '../../../../lib/model/graphs/compiled-graph.ts';
import { pickText } from '../../../../lib/model/pick-language.ts';
import { pluralize } from '../../text.ts';
import { importConcepts } from '../concepts/import-concepts.ts';
import type { ImportMode } from '../concepts/plan-thesaurus.ts';
import { importGraphs } from '../graphs/import-graphs.ts';
import type { BusinessDataChoice } from '../csv/csv-beside-json.ts';
import { isCsvFile } from '../csv/read-csv-batches.ts';
import { importPackageFiles } from '../files/import-package-files.ts';
import type { ImportContext } from '../import-context.ts';
import { importError, importWarning } from '../import-problems.ts';
import { formatSummary, formatUnreadParts, type ImportResult } from '../import-summary.ts';
import { importOntologies } from '../ontologies/import-ontologies.ts';
import { importRelations } from '../relations/import-relations.ts';
import { noUnstoredParts } from '../resources/import-models.ts';
import { importResources } from '../resources/import-resources.ts';
import { findPackageFiles } from './find-package-files.ts';

export type PackageImported = Awaited<ReturnType<typeof importPackage>>;

/**
 * Imports a package folder: ontologies, graphs, reference data, business data, relations, and the files that tiles name, in this order. A repeated import changes
 * nothing.
 * @rule Imports and exports: Which files does a package have, and in which order are they imported?
 * @param mode whether stored concepts of its thesauri that are not in the package are kept or removed
 * @param choice whether JSON or CSV is imported if a model has both
 * @returns the result of each part, and the files that were not read
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
      .map((file) => ({ file, reason: 'only JSON is imported', isBusinessData: true })),
  ];
  const ontologies = await importOntologies(files.ontologies, context);
  const graphs = await importGraphs(files.graphs, context);
  const concepts = await importConcepts(files.concepts, context, mode);
  // In a dry run, the graphs of the package are not stored, so they are passed on.
  const models = context.dryRun ? graphs : noUnstoredParts;
  const resources = await importResources(resourceFiles, context, models, choice);
  const relations = await importRelations(files.relations, context);
  const uploads = await importPackageFiles(directory, files.files, context);
  reportModelsWithoutRecords(directory, context, graphs.modelsWithLifeCycle, resources);
  const unreadBusinessData = notRead.filter(({ isBusinessData }) => isBusinessData);
  if (unreadBusinessData.length > 0 && resources.read + resources.leftOut === 0) {
    const message = `The package has ${pluralize(unreadBusinessData.length, 'file')} of business data, of which none could be read. Export the resource instances as JSON or CSV, and import these files.`;
    // Added to the report directly, because all readable files are already imported and a strict import cannot undo that.
    context.report.add(directory, [importError('business_data_not_read', message)]);
  }
  return { ontologies, graphs, concepts, resources, relations, uploads, notRead };
}

/**
 * Warns of models without resource instances. A platform of release 8 exports only those of the latest publication of a model, so an export
 * may lack all or some of a model without a word.
 */
function reportModelsWithoutRecords(
  directory: string,
  { report, language }: ImportContext,
  models: readonly CompiledGraph[],
  { graphIds, leftOut }: { readonly graphIds: ReadonlySet<string>; readonly leftOut: number },
): void {
  if (graphIds.size + leftOut === 0) return;
  report.add(
    directory,
    models
      .filter(({ graphId }) => !graphIds.has(graphId))
      .map(({ graphId, name }) => {
        const message = `The package has no resource instances of model ${pickText(name, [language]) ?? graphId}. Exports of release 8 leave out those of an earlier publication of their model. If there should be some, update them in the source to the latest publication and export again, or use hds import database.`;
        return importWarning('model_without_records', message, { record: graphId });
      }),
  );
}

/** Lists the results of an import of a package in the order of the summary. */
export function listPackageResults(imported: PackageImported): readonly ImportResult[] {
  const { ontologies, graphs, concepts, resources, relations, uploads } = imported;
  return [ontologies, graphs, concepts, resources, relations, uploads];
}

/** Formats the summary of an import of a package. */
export function formatPackageSummary(
  imported: PackageImported,
  context?: Pick<ImportContext, 'dryRun'>,
): readonly string[] {
  const notRead = imported.notRead.map(({ file, reason }) => ({ name: file, reason }));
  return [...formatSummary(listPackageResults(imported), context), ...formatUnreadParts(notRead)];
}
