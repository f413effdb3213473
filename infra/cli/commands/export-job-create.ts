import { Command } from 'commander';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { createExportJob } from '../../queries/export-jobs.ts';
import {
  ExportJobRefused,
  addJobOptions,
  readJobOptions,
  type JobOptions,
} from '../export-jobs/job-options.ts';
import { runOnService } from '../run-on-service.ts';
import { print } from '../run-command.ts';

/** `hds export-job create …` */
export function createJobCommand(): Command {
  return addJobOptions(
    new Command('create')
      .description('have a file of features made again and again')
      .argument('<name>', 'what it is called: lower-case letters, digits, - and _'),
  ).action(async (name: string, options: JobOptions, command: Command) => {
    await runOnService(command, async (data) => print(await create(data, name, options)));
  });
}

async function create(
  data: DataApi,
  name: string,
  options: JobOptions,
): Promise<readonly string[]> {
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(name)) {
    throw new ExportJobRefused(
      `${JSON.stringify(name)} is no name for a job: lower-case letters, digits, - and _, 64 at most.`,
    );
  }
  const job = await readJobOptions(data, options);
  if ((await runQuery(data.write, createExportJob(name, job))) === undefined) {
    throw new ExportJobRefused(
      `There is an export job ${name} already: hds export-job edit ${name}`,
    );
  }
  return [
    `Export job ${name} was made; it is due at once.`,
    `To make the file now: hds export-job run ${name}`,
  ];
}
