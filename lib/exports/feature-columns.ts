import { runQuery } from '../data-api/query.ts';
import { hasColumns } from '../model/exports/export-format.ts';
import { listPropertyNodes } from '../queries/geojson/property-names.ts';
import type { LeasedJob } from '../queries/exports/leased-job.ts';
import { listFeatureColumns } from '../serializers/geojson/feature-columns.ts';
import { createJobReader } from './account-data-api.ts';
import type { ExportContext, ExportQuery } from './export-context.ts';

/** What a job writes: its query with what it means now, and the columns of a table; none for other formats. */
export type JobQuery = ExportQuery & { readonly columns: readonly string[] };

/**
 * Reads the query of a job, by what its account may read.
 * @throws InvalidInput, AccountNotActive, and errors of the Data API
 */
export async function readJobQuery(context: ExportContext, job: LeasedJob): Promise<JobQuery> {
  const reader = createJobReader(context, job);
  const exportQuery = await context.readQuery(job.query, reader);
  if (!hasColumns(job.format)) return { ...exportQuery, columns: [] };
  const { dataApi, caller } = reader;
  const nodes = await runQuery(dataApi.read, listPropertyNodes(caller, exportQuery.query));
  return { ...exportQuery, columns: listFeatureColumns(nodes, exportQuery.query) };
}
