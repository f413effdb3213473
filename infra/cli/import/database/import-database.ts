import { runQuery } from '../../../../lib/data-api/query.ts';
import type { CompiledGraph } from '../../../../lib/model/graphs/compiled-graph.ts';
import { beginDatabaseImport, listDatabaseImports } from './queries/database-import-state.ts';
import { countOtherOrigins, findStoredRows, replaceSource } from './queries/origin.ts';
import { listOntologyIds } from '../ontologies/queries/write-ontology.ts';
import { CommandError } from '../../command-error.ts';
import { openFileSource } from '../files/file-source.ts';
import { importSourceFiles } from '../files/import-source-files.ts';
import type { ImportContext } from '../import-context.ts';
import { formatSummary, formatUnreadParts } from '../import-summary.ts';
import { importOntologies } from '../ontologies/import-ontologies.ts';
import type { ImportedIds } from './accounts/imported-ids.ts';
import { includeChangedOwners } from './changed-owners.ts';
import { compareStored, formatComparison } from './compare-stored.ts';
import type { DatabaseSource } from './database-source.ts';
import { deleteRemovedResources, deleteRemovedTiles } from './delete-rows.ts';
import { importEditValues } from './edits/import-edit-values.ts';
import { importSourceEdits } from './import-edits.ts';
import { importSourceGraphs } from './import-graph-rows.ts';
import { importSourceRelations } from './import-relation-rows.ts';
import {
  importSourceResources,
  noneWithoutTiles,
  type ResourcesWithoutTiles,
} from './import-resource-rows.ts';
import { importSourceSpatialViews } from './import-spatial-views.ts';
import { importSourceThesaurus, removeSourceConcepts } from './import-thesaurus-rows.ts';
import { noUnstoredParts } from '../resources/import-models.ts';
import { planResources, refuseManyDeletions, type ResourceRowPlan } from './plan-resources.ts';
import { readResourceRows } from './rights/read-source-rows.ts';
import { importAccountsAndRights, type AccountsOptions } from './source-accounts.ts';
import { readSourceOntologies } from './source-ontologies.ts';
import { listUnreadParts } from './unread-parts.ts';

/** Options of an import from a database. */
export type DatabaseImportOptions = {
  /** The IANA name of the time zone of times that are stored without one. */
  readonly timeZone: string;
  /** Whether deletions are masked for all but administrators. */
  readonly masksDeleted: boolean;
  /** The EPSG code of the geometries of spatial views. */
  readonly spatialViewSrid: number;
  /** Where the files are: a folder, or `s3://bucket/prefix`. */
  readonly files?: string | undefined;
  /** Undefined if no accounts and rights are imported. */
  readonly accounts?: AccountsOptions | undefined;
  /** Whether callers may write before the import is finished. */
  readonly allowsWrites: boolean;
  /** Whether the source may be another database than that of earlier imports, and any share of a model may be deleted. */
  readonly allowsDeletions: boolean;
};

export type DatabaseImported = Awaited<ReturnType<typeof importDatabase>>;

/**
 * Imports the content of an Arches database: ontologies, graphs, concepts, resource instances with their tiles, relations, the edit log,
 * spatial views, and, if the options name them, accounts and rights. A repeated import compares every row, and changes or deletes only
 * rows that came from the source and were not changed in this service.
 * @throws CommandError if the import would delete a large part of a model, the source is another database than that of earlier imports,
 *   or its import is already finished
 * @throws ImportStopped in a strict import
 */
export async function importDatabase(
  database: DatabaseSource,
  context: ImportContext,
  options: DatabaseImportOptions,
) {
  const fileSource = options.files === undefined ? undefined : await openFileSource(options.files);
  await refuseOrReplaceSource(database, context, options);
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
  const importedAccounts =
    options.accounts &&
    (await importRightsBeforeTiles(database, context, plan, graphs.graphs, options.accounts));
  const accountIds = importedAccounts?.ids;
  const resources = await importSourceResources(
    database,
    accountIds ? await includeChangedOwners(database, plan, context, accountIds) : plan,
    context,
    context.dryRun
      ? { ...graphs, accountIds: new Set(accountIds?.accounts.values()) }
      : noUnstoredParts,
    accountIds,
    importedAccounts?.withoutTiles,
  );
  const deletedTiles = await deleteRemovedTiles(database, plan, context);
  const relations = await importSourceRelations(database, context);
  const deletedConcepts = await removeSourceConcepts(
    database,
    thesaurusPlan,
    context,
    listChangedResourceIds(plan),
  );
  const history = await importEditValues(database, context, options, accountIds);
  const edits = context.omitsActivity
    ? undefined
    : await importSourceEdits(database, context, options, accountIds);
  const files = await importSourceFiles(database, context, fileSource);
  const spatialViews = await importSourceSpatialViews(database, context, options.spatialViewSrid);
  return {
    accountsAndRights: importedAccounts?.results ?? [],
    ontologies,
    graphs,
    concepts,
    resources,
    relations,
    history,
    edits,
    files,
    spatialViews,
    notRead: await listUnreadParts(database),
    comparison: context.dryRun ? undefined : await compareStored(database, context),
    deleted: { resources: deletedResources, tiles: deletedTiles, concepts: deletedConcepts },
  };
}

/**
 * Imports accounts and rights before the tiles, so that no tile can be read before its rights are stored. Resource instances with rights of
 * their own are imported even earlier, without their tiles, because grants need a stored resource instance.
 */
async function importRightsBeforeTiles(
  database: DatabaseSource,
  context: ImportContext,
  plan: ResourceRowPlan,
  graphs: readonly CompiledGraph[],
  options: AccountsOptions,
) {
  const foreseen = {
    graphs,
    createdIds: new Set([...plan.changedIds, ...listNodegroupIds(graphs)]),
    deletedIds: new Set(plan.resource.ownersOfRemovedRows.keys()),
  };
  let withoutTiles = noneWithoutTiles;
  const imported = await importAccountsAndRights(
    database,
    context,
    { ...options, foreseen: context.dryRun ? foreseen : undefined },
    async (ids) => {
      withoutTiles = await importRestrictedResources(database, plan, context, options, ids);
    },
  );
  return { ...imported, withoutTiles };
}

function listNodegroupIds(graphs: readonly CompiledGraph[]): readonly string[] {
  return graphs.flatMap(({ nodegroups }) => nodegroups.map(({ nodegroupId }) => nodegroupId));
}

/** Imports the new resource instances that need grants, without their tiles. */
async function importRestrictedResources(
  database: DatabaseSource,
  plan: ResourceRowPlan,
  context: ImportContext,
  { permissions }: AccountsOptions,
  accountIds: ImportedIds,
): Promise<ResourcesWithoutTiles> {
  const restrictedIds: string[] = [];
  const changedIds = new Set(plan.changedIds);
  for await (const batch of readResourceRows(database.source, permissions)) {
    const ids = [...batch.keys()].filter((id) => changedIds.has(id));
    const stored = await runQuery(context.dataApi.read, findStoredRows('resource', ids));
    const storedIds = new Set(stored.map(({ id }) => id));
    restrictedIds.push(...ids.filter((id) => !storedIds.has(id)));
  }
  const kept = { ...plan.kept, withoutTiles: true };
  const { created } = await importSourceResources(
    database,
    { ...plan, changedIds: restrictedIds.toSorted(), kept },
    context,
    noUnstoredParts,
    accountIds,
  );
  return { ids: new Set(restrictedIds), count: created };
}

/** If earlier imports came from another database, refuses this one, or records it in place of that one if deletions are allowed. */
async function refuseOrReplaceSource(
  { identity }: DatabaseSource,
  { dataApi, dryRun }: ImportContext,
  { allowsDeletions }: DatabaseImportOptions,
): Promise<void> {
  const otherRows = await runQuery(dataApi.read, countOtherOrigins(identity));
  if (otherRows === 0) return;
  if (!allowsDeletions)
    throw new CommandError(
      'other_source',
      `This is not the database of the last import. The import would delete those of the ${otherRows} imported rows that this database does not have. Check the URL. If this database replaces the other one, use --allow-deletions. Nothing was changed.`,
    );
  if (!dryRun) await runQuery(dataApi.write, replaceSource(identity));
}

/** Refuses to repeat a finished import, because since then this service has the current data and the source has only a copy. */
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
    'The import of this database is finished, and this service accepts writes. To import later changes of the database anyway, use --allow-writes: rows that were changed in this service are kept and reported. Nothing was changed.',
  );
}

/** Lists the resource instances that an import writes or deletes, or of which it deletes tiles. */
function listChangedResourceIds({
  resource,
  tile,
  changedIds,
}: ResourceRowPlan): readonly string[] {
  const owners = [...tile.ownersOfRemovedRows.values()].flatMap((owner) => owner ?? []);
  return [...new Set([...changedIds, ...resource.ownersOfRemovedRows.keys(), ...owners])];
}

/** Imports only ontologies that are not stored. A stored one may come from its files, which contain more than the tables. */
async function importMissingOntologies({ source, label }: DatabaseSource, context: ImportContext) {
  const storedIds = new Set(await runQuery(context.dataApi.read, listOntologyIds()));
  return importOntologies([label], context, async function* readMissing() {
    for (const ontology of await readSourceOntologies(source))
      if (!storedIds.has(ontology.ontologyId)) yield ontology;
  });
}

/** Formats the summary of an import from a database. */
export function formatDatabaseSummary(
  imported: DatabaseImported,
  context?: Pick<ImportContext, 'dryRun'>,
): readonly string[] {
  const { ontologies, graphs, concepts, resources, relations, history, edits } = imported;
  const { files, spatialViews, notRead, deleted, comparison, accountsAndRights } = imported;
  const results = [
    ...accountsAndRights,
    ontologies,
    graphs,
    concepts,
    resources,
    relations,
    history,
    ...(edits === undefined ? [] : [edits]),
    files,
    spatialViews,
  ];
  return [
    ...formatSummary(results, context),
    `Deleted, because the source no longer has them: ${deleted.resources} resource instances, ${deleted.tiles} tiles of other resource instances, ${deleted.concepts} rows of thesauri`,
    ...formatUnreadParts(notRead),
    ...(comparison === undefined ? [] : formatComparison(comparison)),
  ];
}
