import { runQuery } from '../../lib/data-api/query.ts';
import type { StatementReader } from '../../lib/data-api/chunks.ts';
import { listAccountNames } from '../queries/accounts.ts';
import { listModelNames } from '../queries/grants.ts';
import { listGroupNames } from '../queries/groups.ts';

/** There is no group of that name. */
export class UnknownGroup extends Error {
  readonly code = 'unknown_group';
}

/** There is no account of that username. */
export class UnknownAccount extends Error {
  readonly code = 'unknown_account';
}

/** There is no graph of that slug or id. */
export class UnknownGraph extends Error {
  readonly code = 'unknown_graph';
}

const shown = 10;

/** The error for groups that are not there: it lists those that are. @param names at least one */
export async function unknownGroupError(
  data: StatementReader,
  names: readonly string[],
): Promise<UnknownGroup> {
  const there = await runQuery(data.read, listGroupNames());
  return new UnknownGroup(`There is no group ${names.join(', ')}. There are: ${there.join(', ')}.`);
}

/** The error for accounts that are not there: it lists those that are, or says how to. @param names at least one */
export async function unknownAccountError(
  data: StatementReader,
  names: readonly string[],
): Promise<UnknownAccount> {
  const there = await runQuery(data.read, listAccountNames(shown + 1));
  return new UnknownAccount(`There is no account ${names.join(', ')}. ${accountHint(there)}`);
}

function accountHint(names: readonly string[]): string {
  if (names.length === 0) return 'There is none yet: hds account create USERNAME makes one.';
  if (names.length > shown) return 'hds account list shows all that there are.';
  return `There are: ${names.join(', ')}.`;
}

/** The error for a graph that is not there: it lists the resource models. */
export async function unknownGraphError(
  data: StatementReader,
  name: string,
): Promise<UnknownGraph> {
  const models = await runQuery(data.read, listModelNames());
  const there = models.length === 0 ? 'There is none yet.' : `There are: ${models.join(', ')}.`;
  return new UnknownGraph(`There is no graph ${name}. ${there}`);
}
