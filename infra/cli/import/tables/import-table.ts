import { runQuery } from '../../../../lib/data-api/query.ts';
import type { DataApi } from '../../../../lib/data-api/client.ts';
import { settings } from '../../../../lib/settings.ts';
import { addConcepts } from '../concepts/import-concepts.ts';
import { ConceptLookup } from '../csv/concept-lookup.ts';
import { LegacyIdsOfRun } from '../csv/legacy-ids-of-run.ts';
import { MissingConcepts } from '../csv/missing-concepts.ts';
import { NamedResources } from '../csv/named-resources.ts';
import type { ImportContext } from '../import-context.ts';
import { checkAgainstModel } from '../resources/check-candidates.ts';
import { importRecordBatches } from '../resources/import-record-batches.ts';
import { loadModels, noUnstoredParts } from '../resources/import-models.ts';
import { findTableGraph } from './find-table-graph.ts';
import { planTables } from './mapping/plan-tables.ts';
import { readMapping } from './mapping/read-mapping.ts';
import { wgs84 } from './mapping/read-srid.ts';
import { openTableFile } from './open-table-file.ts';
import { findKnownSystems } from './places/queries/transform.ts';
import type { TableContext } from './table-context.ts';
import { openRejectedRows } from './rejected/write-rejected-rows.ts';
import { TableSource } from './table-source.ts';

/** How a file of tables is imported. */
export type TableImportOptions = {
  /** The mapping; undefined for the one beside the file. */
  readonly mapping?: string | undefined;
  /** The only table of the mapping to import; undefined for all. */
  readonly table?: string | undefined;
  /** The file for rows with errors. */
  readonly rejected?: string | undefined;
};

/**
 * Imports a file of tables by its mapping, as other files of records: the same checks, batches, reports and activities. A repeated import
 * writes nothing twice, so that an interrupted one is continued by the same command.
 * @rule Imports and exports: How is a table imported?
 * @param owner the database with the rights of its owner
 * @throws CommandError if the mapping does not fit, FileFormatError if the file cannot be opened
 */
export async function importTable(
  file: string,
  options: TableImportOptions,
  context: ImportContext,
  owner: Pick<DataApi, 'read'>,
) {
  const mapping = await readMapping(file, options.mapping);
  const models = await loadModels(context, noUnstoredParts);
  const graph = await findTableGraph(mapping.graph, models.graphs.values(), context.dataApi);
  const { encoding, language } = context;
  const knownHeading = mapping.tables[0]?.columns[0]?.column;
  const tableFile = await openTableFile(file, { encoding, knownHeading });
  try {
    const planContext = { mapping, graph, language, languages: models.languages };
    const { plans, unmapped } = await planTables(tableFile, options.table, planContext, (srids) =>
      findUnknownSystems(srids, owner),
    );
    const legacyIds = new LegacyIdsOfRun();
    const tableContext: TableContext = {
      ...createCellSources(context, legacyIds),
      addKeys: (keys) => legacyIds.add(graph.graphId, keys),
      dataApi: context.dataApi,
      owner,
      graph,
      plans,
      timeZone: settings().timeZone,
      rejected: openRejectedRows(options.rejected, mapping, plans),
    };
    const source = new TableSource(plans, unmapped, tableContext, context, (candidate) =>
      checkAgainstModel(candidate, models.index),
    );
    return await importRecordBatches(source, [file], context, models);
  } finally {
    tableFile.close();
  }
}

async function findUnknownSystems(
  srids: readonly number[],
  owner: Pick<DataApi, 'read'>,
): Promise<readonly number[]> {
  const others = srids.filter((srid) => srid !== wgs84);
  if (others.length === 0) return [];
  const known = new Set(await runQuery(owner.read, findKnownSystems(others)));
  return others.filter((srid) => !known.has(srid));
}

function createCellSources(context: ImportContext, legacyIds: LegacyIdsOfRun) {
  const { dataApi, language, dryRun } = context;
  return {
    concepts: new ConceptLookup(dataApi, language),
    resources: new NamedResources(dataApi, legacyIds),
    missingConcepts: new MissingConcepts(),
    createConcepts:
      context.createsConcepts === true
        ? (turtle: string) => addConcepts(turtle, context)
        : undefined,
    language,
    dryRun,
  };
}
