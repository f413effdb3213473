import type { StatementReader } from '../../../lib/data-api/chunks.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { listExportJobs, type ExportJob } from '../../queries/export-jobs.ts';

/** There is no export job of that name. */
export class UnknownExportJob extends Error {
  readonly code = 'unknown_export_job';
}

/** The job of a name. @throws UnknownExportJob, which lists those that there are */
export async function findExportJob(data: StatementReader, name: string): Promise<ExportJob> {
  const [job] = await runQuery(data.read, listExportJobs(name));
  if (job !== undefined) return job;
  const names = (await runQuery(data.read, listExportJobs(null))).map((one) => one.name);
  const there = names.length === 0 ? 'There is none yet.' : `There are: ${names.join(', ')}.`;
  throw new UnknownExportJob(`There is no export job ${name}. ${there}`);
}
