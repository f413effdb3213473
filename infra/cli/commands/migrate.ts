import { Command } from 'commander';

import { bringUpToDate } from '../../schema/bring-up-to-date.ts';
import { settleHistoryPageSize } from '../../schema/history-page-size.ts';
import { rememberLanguage } from '../../queries/default-language.ts';
import { settings } from '../../../lib/settings.ts';
import type { Connection } from '../connection.ts';
import { print, warn, withConnection, type GlobalOptions } from '../run.ts';

/** `hds migrate`: brings the database up to date. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('apply the migrations that the database does not have yet; safe to repeat')
    .action(async (_own: unknown, command: Command) => {
      const run = async ({ owner }: Connection): Promise<void> => {
        const applied = await bringUpToDate(owner, (line) => print([line]));
        if (applied.length === 0) print(['The database is up to date.']);
        await owner.write(rememberLanguage(settings().language));
        warn(await settleHistoryPageSize(owner, settings().historyPageSize));
      };
      await withConnection(command.optsWithGlobals<GlobalOptions>(), run, true);
    });
}
