import { Command } from 'commander';

import { runQuery, type Query } from '../../lib/data-api/query.ts';
import { settings } from '../../lib/settings.ts';
import { storeDefaultLanguage } from '../queries/default-language.ts';
import { upgradeDatabase } from '../schema/upgrade-database.ts';
import { applyHistoryPageSize } from '../schema/history-page-size.ts';
import { connect, type Connection } from './connection.ts';

/** The parameters that commander passes to an action. */
type ActionParameters = Parameters<Parameters<Command['action']>[0]>;

/** Options that every command has. */
export type GlobalOptions = { readonly stage?: string };

/** Writes the lines of a result to standard output. */
export function print(lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}

/** Writes lines for the operator that are not part of the result to standard error. */
export function warn(lines: readonly string[]): void {
  for (const line of lines) process.stderr.write(`${line}\n`);
}

/** Creates a command that only has subcommands. */
export function commandGroup(
  name: string,
  description: string,
  commands: readonly Command[],
): Command {
  const group = new Command(name).description(description);
  for (const command of commands) group.addCommand(command);
  return group;
}

/** Creates a command, to which the caller adds arguments and options. */
export function command(name: string, description: string): Command {
  return new Command(name).description(description);
}

/**
 * Gives a command its work, which runs on an open database.
 * @param work takes the connection, then the arguments of the command in their order and its own options, as commander passes them
 * @returns the command, which prints the lines that the work returns
 */
export function withDatabaseAction(
  target: Command,
  work: (connection: Connection, ...parameters: ActionParameters) => Promise<readonly string[]>,
): Command {
  return target.action(async (...parameters: ActionParameters) => {
    await withConnection(target.optsWithGlobals<GlobalOptions>(), async (connection) =>
      print(await work(connection, ...parameters)),
    );
  });
}

/**
 * The command `list`, which prints a line for each row of a query.
 * @param emptyLine what it prints if there are no rows
 */
export function listCommand<Row>(
  description: string,
  query: () => Query<readonly Row[]>,
  toLine: (row: Row) => string,
  emptyLine?: string,
): Command {
  return withDatabaseAction(command('list', description), async ({ service }) => {
    const rows = await runQuery(service.read, query());
    return rows.length === 0 && emptyLine !== undefined ? [emptyLine] : rows.map(toLine);
  });
}

/**
 * Opens the database, does some work and closes the database again, even if the work fails. A local database that no
 * service uses is migrated first.
 * @param migrates whether the work itself migrates the database
 */
export async function withConnection<Result>(
  options: GlobalOptions,
  work: (connection: Connection) => Promise<Result>,
  { migrates } = { migrates: false },
): Promise<Result> {
  const connection = await connect(options.stage);
  try {
    if (connection.isPrivate && !migrates) {
      await upgradeDatabase(connection.owner);
      warn(await storeDatabaseSettings(connection));
    }
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** Stores the settings that the database itself needs. @returns warnings */
export async function storeDatabaseSettings({
  owner,
}: Pick<Connection, 'owner'>): Promise<readonly string[]> {
  await owner.write(storeDefaultLanguage(settings().language));
  return applyHistoryPageSize(owner, settings().historyPageSize);
}
