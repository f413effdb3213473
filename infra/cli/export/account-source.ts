import type { DataApi } from '../../../lib/data-api/client.ts';
import { createAccountDataApi } from '../../../lib/exports/account-data-api.ts';
import { AccountNotActive } from '../../../lib/exports/errors.ts';
import type { QuadSource } from '../../../lib/exports/quad-chunk.ts';
import { settings } from '../../../lib/settings.ts';
import { anonymousName } from '../accounts/account-names.ts';
import { CommandError } from '../command-error.ts';
import { requireAccount } from '../unknown-name-errors.ts';

/**
 * Opens the data as an account reads it.
 * @param username of an account, or that of the anonymous caller
 * @throws CommandError if there is no such account
 */
export async function openAccountSource(service: DataApi, username: string): Promise<QuadSource> {
  const { baseUrl, language } = settings();
  if (username === anonymousName) return { dataApi: service, caller: null, baseUrl, language };
  const { accountId: id } = await requireAccount(service, username);
  const dataApi = createAccountDataApi(service, { id, username, isActive: true });
  return { dataApi, caller: id, baseUrl, language };
}

/**
 * Says in an error how to continue, if the same command can continue the file. A deactivated account becomes an error for the operator.
 * @param advice undefined if there is nothing to continue
 */
export function toExportError(error: unknown, advice: string | undefined): unknown {
  if (error instanceof AccountNotActive)
    return new CommandError(
      'account_not_active',
      'The account of --as is deactivated: choose another.',
    );
  if (error instanceof CommandError || advice === undefined) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new CommandError('export_broken_off', `${reason}\n${advice}`, { cause: error });
}

/** What to do after an interruption of a file that the same command continues. */
export const continuationAdvice = 'Run the same command again to continue from there.';
