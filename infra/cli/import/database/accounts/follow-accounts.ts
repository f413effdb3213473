import type { DataApi } from '../../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../../lib/data-api/query.ts';
import { splitIntoBatches } from '../../../../../lib/data-api/split-into-batches.ts';
import {
  applyFollowedAccounts,
  releaseUsernames,
  type LinkedAccount,
} from '../queries/imported-accounts.ts';
import type { EndedSessions } from '../../../accounts/queries/ended-sessions.ts';
import { CommandError } from '../../../command-error.ts';
import type { AccountMatches } from './account-match.ts';
import { resolveFollowedNames } from './followed-names.ts';
import { planFollowedAccount, type FollowedPlan } from './plan-followed-account.ts';

const rowsPerStatement = 1000;

/** Plans what the accounts that came from a source get from it. */
export function planFollowedAccounts(
  matches: AccountMatches,
  stored: readonly LinkedAccount[],
  source: string,
  undoesChanges: boolean,
): readonly FollowedPlan[] {
  const getNames = resolveFollowedNames(matches, stored);
  return matches.followed.map((account) =>
    planFollowedAccount(account, getNames(account), source, undoesChanges),
  );
}

/**
 * Writes the changes of accounts that follow a source, and ends the sessions of those that lose something, in one transaction.
 * @returns the numbers of ended sessions
 * @throws CommandError `accounts_changed` if an account was changed since it was read
 */
export async function writeFollowedAccounts(
  plans: readonly FollowedPlan[],
  dataApi: DataApi,
): Promise<EndedSessions> {
  const changed = plans.filter(({ isChanged }) => isChanged);
  const ended = { tokens: 0, sessions: 0 };
  if (changed.length === 0) return ended;
  return dataApi.transaction(async ({ execute }) => {
    const renamedIds = changed.flatMap(({ stored, row }) =>
      row.username === stored.username ? [] : [stored.id],
    );
    if (renamedIds.length > 0) await execute(releaseUsernames(renamedIds));
    for (const batch of splitIntoBatches(changed, rowsPerStatement)) {
      const counts = await runQuery(execute, applyFollowedAccounts(batch.map(({ row }) => row)));
      if (counts.changed < batch.length)
        throw new CommandError(
          'accounts_changed',
          'An account was changed in this service while the import read it. No account was changed by the import. Import again.',
        );
      ended.tokens += counts.ended.tokens;
      ended.sessions += counts.ended.sessions;
    }
    return ended;
  });
}
