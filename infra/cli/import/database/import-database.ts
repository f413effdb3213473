import { runQuery } from '../../../../lib/data-api/query.ts';
import {
  beginDatabaseImport,
  listDatabaseImports,
} from '../../../queries/database-import-state.ts';
import { countOtherOrigins, findStoredRows, replaceSource } from '../../../queries/origin.ts';
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
import { planResources, refuseManyDeletions, type ResourceRowPlan } from './plan-resources.ts';
import { readResourceRows } from './rights/read-source-rows.ts';
import {
  importSourceAccounts,
  importSourceRights,
  type AccountsOptions,
} from './source-accounts.ts';
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
  /** Undefined to import no accounts and rights. */
  readonly accounts?: AccountsOptions | undefined;
  /** Whether callers may write before the import is finished. */
  readonly allowsWrites: boolean;
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
  await refuseFinishedImport(database, context, options);
  const plan = await planResources(database, context);
  if (!options.allowsDeletions) await refuseManyDeletions(plan, context);
  if (!context.dryRun)
    await runQuery(
      context.dataApi.write,
      beginDatabaseImport(database.identity, options.allowsWrites),
    );
  context.report.add(database.label, plan.problems);
  const ontologies = await importMissingOntologies(database, context);
  const graphs = await importSourceGraphs(database, context);
  const { imported: concepts, plan: thesaurusPlan } = await importSourceThesaurus(
    database,
    context,
  );
  const deletedResources = await deleteRemovedResources(database, plan, context);
  const people =
    options.accounts && (await importPeople(database, context, plan, options.accounts));
  const models = context.dryRun ? graphs.graphs : [];
  const resources = await importSourceResources(database, plan, context, models, people?.ids);
  const deletedTiles = await deleteRemovedTiles(database, plan, context);
  const relations = await importSourceRelations(database, context);
  const deletedConcepts = await removeSourceConcepts(database, thesaurusPlan, context);
  const edits = context.omitsActivity
    ? undefined
    : await importSourceEdits(database, context, options, people?.ids);
  const files = await checkSourceFiles(database, context, hasFile);
  const spatialViews = await importSourceSpatialViews(database, context, options.spatialViewSrid);
  return {
    people: people?.results ?? [],
    ontologies,
    graphs,
    concepts,
    resources,
    relations,
    edits,
    files,
    spatialViews,
    comparison: context.dryRun ? undefined : await compareStored(database, context.dataApi),
    deleted: { resources: deletedResources, tiles: deletedTiles, concepts: deletedConcepts },
  };
}

/**
 * Imports accounts and rights before the tiles, so that nothing is open in between. Resource instances with rights of their own come first,
 * without tiles.
 */
async function importPeople(
  database: DatabaseSource,
  context: ImportContext,
  plan: ResourceRowPlan,
  options: AccountsOptions,
) {
  const { ids, results } = await importSourceAccounts(database, context, options);
  if (!context.dryRun) await importRestrictedResources(database, plan, context, options);
  const rights = await importSourceRights(database, context, ids, options);
  return { ids, results: [...results, ...rights] };
}

async function importRestrictedResources(
  database: DatabaseSource,
  plan: ResourceRowPlan,
  context: ImportContext,
  { permissions }: AccountsOptions,
): Promise<void> {
  const restrictedIds: string[] = [];
  const changedIds = new Set(plan.changedIds);
  for await (const batch of readResourceRows(database.source, permissions)) {
    const ids = [...batch.keys()].filter((id) => changedIds.has(id));
    const stored = await runQuery(context.dataApi.read, findStoredRows('resource', ids));
    const storedIds = new Set(stored.map(({ id }) => id));
    restrictedIds.push(...ids.filter((id) => !storedIds.has(id)));
  }
  const kept = { ...plan.kept, withoutTiles: true };
  await importSourceResources(
    database,
    { ...plan, changedIds: restrictedIds.toSorted(), kept },
    context,
    [],
  );
}

async function refuseOtherSource(
  { identity }: DatabaseSource,
  { dataApi, dryRun }: ImportContext,
  { allowsDeletions }: DatabaseImportOptions,
): Promise<void> {
  const otherRows = await runQuery(dataApi.read, countOtherOrigins(identity));
  if (otherRows === 0) return;
  if (!allowsDeletions)
    throw new CommandError(
      'other_source',
      `This is another database than that of the last import, from which ${otherRows} rows came: those that it does not have would be deleted. Check the URL. If this database replaces the other one, use --allow-deletions. Nothing was changed.`,
    );
  if (!dryRun) await runQuery(dataApi.write, replaceSource(identity));
}

/** After the switch, the data here are the original. */
async function refuseFinishedImport(
  { identity }: DatabaseSource,
  { dataApi }: ImportContext,
  { allowsWrites }: DatabaseImportOptions,
): Promise<void> {
  if (allowsWrites) return;
  const imports = await runQuery(dataApi.read, listDatabaseImports());
  if (!imports.some(({ source, isFinished }) => source === identity && isFinished)) return;
  throw new CommandError(
    'import_finished',
    'The import of this database is finished: people write here now. To take its later changes nevertheless, use --allow-writes. What was changed here stays, and is reported. Nothing was changed.',
  );
}

/** The tables of ontologies have less than their files, so a stored ontology stays. */
async function importMissingOntologies({ source, label }: DatabaseSource, context: ImportContext) {
  const storedIds = new Set(await runQuery(context.dataApi.read, listOntologyIds()));
  return importOntologies([label], context, async function* missing() {
    for (const ontology of await readSourceOntologies(source))
      if (!storedIds.has(ontology.ontologyId)) yield ontology;
  });
}

/** The summary of an import from a database. */
export function databaseLines(imported: DatabaseImported): readonly string[] {
  const { ontologies, graphs, concepts, resources, relations, edits, files, spatialViews } =
    imported;
  const { deleted, comparison, people } = imported;
  const results = [
    ...people,
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
