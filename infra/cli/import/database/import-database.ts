import { runQuery } from '../../../../lib/data-api/query.ts';
import { countOrigins, replaceSource } from '../../../queries/origin.ts';
import { listOntologyIds } from '../../../queries/write-ontology.ts';
import { CommandError } from '../../command-error.ts';
import type { ImportContext } from '../import-context.ts';
import { summaryLines } from '../import-summary.ts';
import { importOntologies } from '../ontologies/import-ontologies.ts';
import { checkSourceFiles } from './check-files.ts';
import { compareStored, comparisonLines } from './compare-stored.ts';
import type { DatabaseSource } from './database-source.ts';
import { deleteRemovedResources, deleteRemovedTiles } from './delete-rows.ts';
import { openFileNames } from './file-names.ts';
import { importSourceEdits } from './import-edits.ts';
import { importSourceGraphs } from './import-graph-rows.ts';
import { importSourceRelations } from './import-relation-rows.ts';
import { importSourceResources } from './import-resource-rows.ts';
import { importSourceSpatialViews } from './import-spatial-views.ts';
import { importSourceThesaurus, removeSourceConcepts } from './import-thesaurus-rows.ts';
import { planResources, refuseManyDeletions } from './plan-resources.ts';
import { readSourceOntologies } from './source-ontologies.ts';

/** Options of an import from a database. */
export type DatabaseImportOptions = {
  /** The time zone of times that name none (IANA). */
  readonly timeZone: string;
  /** Whether deletions are masked for all but administrators. */
  readonly masksDeleted: boolean;
  /** The EPSG code of the geometries of spatial views. */
  readonly spatialViewSrid: number;
  /** Where the bytes of files are: a folder, or `s3://bucket/prefix`. */
  readonly files?: string | undefined;
  /** Whether the source may be another database than before, and any part of a model may be deleted. */
  readonly allowsDeletions: boolean;
};

export type DatabaseImported = Awaited<ReturnType<typeof importDatabase>>;

/**
 * Imports the content of a database of the platform: ontologies, graphs, concepts, resource instances with their tiles, and relations.
 * A further import compares every row, and changes and deletes only what came from the database and is here as it came.
 * @throws CommandError if the import would delete much, or the source is another database than before
 * @throws ImportStopped in a strict import
 */
export async function importDatabase(
  database: DatabaseSource,
  context: ImportContext,
  options: DatabaseImportOptions,
) {
  const hasFile = options.files === undefined ? undefined : await openFileNames(options.files);
  await refuseOtherSource(database, context, options);
  const plan = await planResources(database, context);
  if (!options.allowsDeletions) await refuseManyDeletions(plan, context);
  context.report.add(database.label, plan.problems);
  const ontologies = await importMissingOntologies(database, context);
  const graphs = await importSourceGraphs(database, context);
  const { imported: concepts, plan: thesaurusPlan } = await importSourceThesaurus(
    database,
    context,
  );
  const deletedResources = await deleteRemovedResources(database, plan, context);
  const models = context.dryRun ? graphs.graphs : [];
  const resources = await importSourceResources(database, plan, context, models);
  const deletedTiles = await deleteRemovedTiles(database, plan, context);
  const relations = await importSourceRelations(database, context);
  const deletedConcepts = await removeSourceConcepts(database, thesaurusPlan, context);
  const edits = context.omitsActivity
    ? undefined
    : await importSourceEdits(database, context, options);
  const files = await checkSourceFiles(database, context, hasFile);
  const spatialViews = await importSourceSpatialViews(database, context, options.spatialViewSrid);
  return {
    ontologies,
    graphs,
    concepts,
    resources,
    relations,
    edits,
    files,
    spatialViews,
    comparison: context.dryRun ? undefined : await compareStored(database, context.data),
    deleted: { resources: deletedResources, tiles: deletedTiles, concepts: deletedConcepts },
  };
}

async function refuseOtherSource(
  { identity }: DatabaseSource,
  { data, dryRun }: ImportContext,
  { allowsDeletions }: DatabaseImportOptions,
): Promise<void> {
  const { others } = await runQuery(data.read, countOrigins(identity));
  if (others === 0) return;
  if (!allowsDeletions)
    throw new CommandError(
      'other_source',
      `This is another database than that of the last import, from which ${others} rows came: those that it does not have would be deleted. Check the URL. If this database replaces the other one, use --allow-deletions. Nothing was changed.`,
    );
  if (!dryRun) await runQuery(data.write, replaceSource(identity));
}

/** The tables of ontologies have less than their files, so a stored ontology stays. */
async function importMissingOntologies({ source, label }: DatabaseSource, context: ImportContext) {
  const storedIds = new Set(await runQuery(context.data.read, listOntologyIds()));
  return importOntologies([label], context, async function* missing() {
    for (const ontology of await readSourceOntologies(source))
      if (!storedIds.has(ontology.ontologyId)) yield ontology;
  });
}

/** The summary of an import from a database. */
export function databaseLines(imported: DatabaseImported): readonly string[] {
  const { ontologies, graphs, concepts, resources, relations, edits, files, spatialViews } =
    imported;
  const { deleted, comparison } = imported;
  const results = [
    ontologies,
    graphs,
    concepts,
    resources,
    relations,
    ...(edits === undefined ? [] : [edits]),
    files,
    spatialViews,
  ];
  return [
    ...summaryLines(results),
    `Deleted, because the database no longer has them: ${deleted.resources} resource instances, ${deleted.tiles} tiles of others, ${deleted.concepts} rows of thesauri`,
    ...(comparison === undefined ? [] : comparisonLines(comparison)),
  ];
}
