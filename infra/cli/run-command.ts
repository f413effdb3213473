import { Command } from 'commander';

import { runQuery, type Query } from '../../lib/data-api/query.ts';
import { settings } from '../../lib/settings.ts';
import { storeDatabaseSettings } from './instance/store-database-settings.ts';
import { upgradeDatabase } from '../schema/upgrade-database.ts';
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
export function defineCommandGroup(
  name: string,
  description: string,
  commands: readonly Command[],
): Command {
  const group = new Command(name).description(description);
  for (const subcommand of commands) group.addCommand(subcommand);
  return group;
}

/** Creates a command without arguments and options, which the caller adds. */
export function defineCommand(name: string, description: string): Command {
  return new Command(name).description(description);
}

/**
 * Sets the action of a command that needs the database. The command prints the lines that the action returns.
 * @param action takes the connection, then what commander passes: the arguments of the command in their order, and its options
 */
export function withDatabaseAction(
  subcommand: Command,
  action: (connection: Connection, ...parameters: ActionParameters) => Promise<readonly string[]>,
): Command {
  return subcommand.action(async (...parameters: ActionParameters) => {
    await withConnection(subcommand.optsWithGlobals<GlobalOptions>(), async (connection) =>
      print(await action(connection, ...parameters)),
    );
  });
}

/**
 * Creates the command `list`, which prints a line for each row of a query.
 * @param emptyLine the line if there are no rows
 */
export function defineListCommand<Row>(
  description: string,
  query: () => Query<readonly Row[]>,
  toLine: (row: Row) => string,
  emptyLine?: string,
): Command {
  return withDatabaseAction(defineCommand('list', description), async ({ service }) => {
    const rows = await runQuery(service.read, query());
    return rows.length === 0 && emptyLine !== undefined ? [emptyLine] : rows.map(toLine);
  });
}

/**
 * Opens the database for a task, and closes it afterwards, even if the task fails. A local database that no running service
 * has migrated is migrated first.
 * @param migrates whether the task itself migrates the database, so that this function must not
 */
export async function withConnection<Result>(
  { stage }: GlobalOptions,
  task: (connection: Connection) => Promise<Result>,
  { migrates } = { migrates: false },
): Promise<Result> {
  const connection = await connect(stage);
  try {
    if (connection.isPrivate && !migrates) {
      await upgradeDatabase(connection.owner);
      warn(await storeDatabaseSettings(connection, settings()));
    }
    return await task(connection);
  } finally {
    await connection.close();
  }
}
