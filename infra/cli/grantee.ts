import { normalizeName } from './account-names.ts';
import type { Command } from 'commander';

import type { DataApi } from '../../lib/data-api/client.ts';
import type { Grantee } from '../queries/grants.ts';
import { unknownAccountError, unknownGroupError } from './unknown-name-errors.ts';

/** It is not said whom a grant is for. */
export class GranteeMissing extends Error {
  readonly code = 'grantee_missing';
}

/** The options by which a command is told whom a grant is for. */
export type GranteeOptions = { readonly account?: string; readonly group?: string };

/** Adds the options that say whom a grant is for. */
export function addGranteeOptions(command: Command): Command {
  return command
    .option('--account <name>', 'the account it is for')
    .option('--group <name>', 'the group it is for');
}

/** Whom a grant is for. @throws GranteeMissing unless it is one account or one group */
export function readGrantee({ account, group }: GranteeOptions): Grantee {
  if (account !== undefined && group === undefined)
    return { kind: 'account', name: normalizeName(account) };
  if (group !== undefined && account === undefined) return { kind: 'group', name: group };
  throw new GranteeMissing('Say whom it is for: --account NAME, or --group NAME.');
}

/** The error for an account or group that is not there. */
export async function unknownGranteeError(data: DataApi, { kind, name }: Grantee): Promise<Error> {
  return kind === 'account' ? unknownAccountError(data, [name]) : unknownGroupError(data, [name]);
}
