import { Command } from 'commander';

import { runQuery } from '../../../lib/data-api/query.ts';
import { deleteExportJob } from '../../queries/export-jobs.ts';
import { findExportJob } from '../export-jobs/find-export-job.ts';
import { print, withConnection, type GlobalOptions } from '../run-command.ts';

/** `hds export-job delete …` */
export function deleteJobCommand(): Command {
  return new Command('delete')
    .description('delete a job; its files stay where they are, and nobody is led to them')
    .argument('<name>')
    .action(async (name: string, _own: unknown, command: Command) => {
      await withConnection(command.optsWithGlobals<GlobalOptions>(), async (connection) => {
        const { service: data } = connection;
        const { current } = await findExportJob(data, name);
        const { store } = connection.exports();
        await runQuery(data.write, deleteExportJob(name));
        if (current !== null) {
          await store.abortUpload({ key: `${name}/${current.fileName}`, id: current.uploadId });
        }
        print([
          `Export job ${name} was deleted. Its files are still in ${store.location}/${name}.`,
        ]);
      });
    });
}
