import { Command } from 'commander';

import { run } from '../../../lib/data-api/query.ts';
import { deleteJob } from '../../queries/export-jobs.ts';
import { theJob } from '../export-jobs/the-job.ts';
import { print, withConnection, type GlobalOptions } from '../run.ts';

/** `hds export-job delete …` */
export function deleteJobCommand(): Command {
  return new Command('delete')
    .description('delete a job; its files stay where they are, and nobody is led to them')
    .argument('<name>')
    .action(async (name: string, _own: unknown, command: Command) => {
      await withConnection(command.optsWithGlobals<GlobalOptions>(), async (connection) => {
        const { service: data } = connection;
        const { current } = await theJob(data, name);
        const { store } = connection.exports();
        await run(data.write, deleteJob(name));
        if (current !== null) {
          await store.abort({ key: `${name}/${current.fileName}`, id: current.uploadId });
        }
        print([`Export job ${name} was deleted. Its files are still in ${store.place}/${name}.`]);
      });
    });
}
