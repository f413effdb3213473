import type { Command } from 'commander';

import { settings } from '../../../lib/settings.ts';
import { upgradeDatabase } from '../../schema/upgrade-database.ts';
import type { Connection } from '../connection.ts';
import { storeDatabaseSettings } from '../instance/store-database-settings.ts';
import { defineCommand, print, warn, withConnection, type GlobalOptions } from '../run-command.ts';

/** `hds migrate`: brings the database up to date. */
export function migrateCommand(): Command {
  return defineCommand(
    'migrate',
    'apply the migrations that are missing in the database; safe to repeat',
  ).action(async (_options: unknown, self: Command) => {
    const migrate = async (connection: Connection): Promise<void> => {
      const applied = await upgradeDatabase(connection.owner, (line) => print([line]));
      if (applied.length === 0) print(['The database is up to date.']);
      warn(await storeDatabaseSettings(connection, settings()));
    };
    await withConnection(self.optsWithGlobals<GlobalOptions>(), migrate, { migrates: true });
  });
}
