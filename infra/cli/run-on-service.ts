import type { Command } from 'commander';

import type { DataApi } from '../../lib/data-api/client.ts';
import { withConnection, type GlobalOptions } from './run-command.ts';

/** Runs the work of a command on the database, as the role that functions have. */
export async function runOnService(
  command: Command,
  work: (data: DataApi) => Promise<void>,
): Promise<void> {
  await withConnection(command.optsWithGlobals<GlobalOptions>(), ({ service }) => work(service));
}
