import type { Reader } from '../../../lib/data-api/chunks.ts';
import { run } from '../../../lib/data-api/query.ts';
import { listJobs, type ExportJob } from '../../queries/export-jobs.ts';

/** There is no export job of that name. */
export class UnknownExportJob extends Error {
  readonly code = 'unknown_export_job';
}

/** The job of a name. @throws UnknownExportJob, which lists those that there are */
export async function theJob(data: Reader, name: string): Promise<ExportJob> {
  const [job] = await run(data.read, listJobs(name));
  if (job !== undefined) return job;
  const names = (await run(data.read, listJobs(null))).map((one) => one.name);
  const there = names.length === 0 ? 'There is none yet.' : `There are: ${names.join(', ')}.`;
  throw new UnknownExportJob(`There is no export job ${name}. ${there}`);
}
