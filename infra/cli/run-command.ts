import { Command } from 'commander';

import { settings } from '../../lib/settings.ts';
import { storeDefaultLanguage } from '../queries/default-language.ts';
import { upgradeDatabase } from '../schema/upgrade-database.ts';
import { applyHistoryPageSize } from '../schema/history-page-size.ts';
import { connect, type Connection } from './connection.ts';

/** Options that every command has. */
export type GlobalOptions = { readonly stage?: string };

/** Writes the lines of a result to standard output. */
export function print(lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}

/** Writes lines to standard error: what an operator should know besides the result. */
export function warn(lines: readonly string[]): void {
  for (const line of lines) process.stderr.write(`${line}\n`);
}

/** A command that only has subcommands. */
export function commandGroup(
  name: string,
  description: string,
  commands: readonly Command[],
): Command {
  const group = new Command(name).description(description);
  for (const command of commands) group.addCommand(command);
  return group;
}

/** A command without arguments and options, which are added to it. */
export function command(name: string, description: string): Command {
  return new Command(name).description(description);
}

/**
 * Gives a command its work, which runs on an open database.
 * @param work takes the connection, then the arguments of the command in their order and its own options; returns the lines to print
 */
export function runs(
  target: Command,
  work: (connection: Connection, ...parameters: never[]) => Promise<readonly string[]>,
): Command {
  return target.action(async (...parameters: readonly unknown[]) => {
    await withConnection(target.optsWithGlobals<GlobalOptions>(), async (connection) => {
      // Commander passes what the arguments and options of the command declare.
      print(await work(connection, ...(parameters as never[])));
    });
  });
}

/**
 * Opens the database, does some work and closes the database again, whatever happens. A local database that no service
 * runs on is migrated first.
 * @param migrates whether the work itself migrates the database
 */
export async function withConnection<Result>(
  options: GlobalOptions,
  work: (connection: Connection) => Promise<Result>,
  migrates = false,
): Promise<Result> {
  const connection = await connect(options.stage);
  try {
    if (connection.isPrivate && !migrates) {
      await upgradeDatabase(connection.owner);
      warn(await storeSettings(connection));
    }
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** Stores the settings that the database itself needs. @returns warnings */
export async function storeSettings({ owner }: Connection): Promise<readonly string[]> {
  await owner.write(storeDefaultLanguage(settings().language));
  return applyHistoryPageSize(owner, settings().historyPageSize);
}
