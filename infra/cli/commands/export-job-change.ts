import { Command } from 'commander';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import {
  updateExportJob,
  addExportReaders,
  type ExportJob,
  type ExportJobDetails,
} from '../../queries/export-jobs.ts';
import { addJobOptions, readJobOptions, type JobOptions } from '../export-jobs/job-options.ts';
import { findExportJob } from '../export-jobs/find-export-job.ts';
import { runOnService } from '../run-on-service.ts';
import { print } from '../run-command.ts';

type EditOptions = JobOptions & { readonly forAdministrators?: true };

/** `hds export-job edit …` */
export function changeJobCommand(): Command {
  return addJobOptions(
    new Command('edit')
      .description('change what a job does; what is not said stays as it is')
      .argument('<name>'),
  )
    .option('--for-administrators', 'let administrators fetch it, and nobody else')
    .action(async (name: string, options: EditOptions, command: Command) => {
      await runOnService(command, async (data) => print(await edit(data, name, options)));
    });
}

async function edit(data: DataApi, name: string, options: EditOptions): Promise<readonly string[]> {
  const before = detailsOf(await findExportJob(data, name));
  const kept = namesReaders(options) ? { accounts: [], groups: [] } : before.readers;
  const job = await readJobOptions(data, options, { ...before, readers: kept });
  const isOther =
    job.query !== before.query || job.format !== before.format || job.runsAs !== before.runsAs;
  await data.transaction(async ({ execute }) => {
    await runQuery(execute, updateExportJob(name, job, isOther));
    await execute(addExportReaders(name, job.readers));
  });
  return [
    `Export job ${name} was changed.`,
    ...(isOther ? ['It writes another file now, and is due at once.'] : []),
  ];
}

/** Whoever names one names all. */
function namesReaders({ forAccount, forGroup, forAdministrators }: EditOptions): boolean {
  return forAccount !== undefined || forGroup !== undefined || forAdministrators === true;
}

function detailsOf({
  query,
  format,
  everyHours,
  runsAs,
  accounts,
  groups,
}: ExportJob): ExportJobDetails {
  return { query, format, everyHours, runsAs, readers: { accounts, groups } };
}
