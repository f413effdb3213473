import type { StatementReader } from '../../../lib/data-api/chunks.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { listExportJobs, type ExportJob } from '../../queries/export-jobs.ts';
import { CommandError } from '../command-error.ts';
import { listChoices } from '../text.ts';

/** Reads the job of a name. @throws CommandError, which lists the existing jobs */
export async function findExportJob(data: StatementReader, name: string): Promise<ExportJob> {
  const [job] = await runQuery(data.read, listExportJobs(name));
  if (job !== undefined) return job;
  const names = (await runQuery(data.read, listExportJobs(null))).map((other) => other.name);
  const message = `There is no export job ${name}. ${listChoices(names)}`;
  throw new CommandError('unknown_export_job', message);
}
