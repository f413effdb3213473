import { Command } from 'commander';

import { upgradeDatabase } from '../../schema/upgrade-database.ts';
import { applyHistoryPageSize } from '../../schema/history-page-size.ts';
import { storeDefaultLanguage } from '../../queries/default-language.ts';
import { settings } from '../../../lib/settings.ts';
import type { Connection } from '../connection.ts';
import { print, warn, withConnection, type GlobalOptions } from '../run-command.ts';

/** `hds migrate`: brings the database up to date. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('apply the migrations that the database does not have yet; safe to repeat')
    .action(async (_own: unknown, command: Command) => {
      const run = async ({ owner }: Connection): Promise<void> => {
        const applied = await upgradeDatabase(owner, (line) => print([line]));
        if (applied.length === 0) print(['The database is up to date.']);
        await owner.write(storeDefaultLanguage(settings().language));
        warn(await applyHistoryPageSize(owner, settings().historyPageSize));
      };
      await withConnection(command.optsWithGlobals<GlobalOptions>(), run, true);
    });
}
