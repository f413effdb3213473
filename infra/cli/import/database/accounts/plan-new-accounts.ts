import type { DataApi } from '../../../../../lib/data-api/client.ts';
import type { LinkedAccount } from '../queries/imported-accounts.ts';
import type { AccountRecord, GroupRecord } from '../../accounts/account-records.ts';
import { compareAccounts, type AccountsPlan } from '../../accounts/compare-accounts.ts';
import { importError, type FileProblem } from '../../import-problems.ts';
import { digestPassword } from './account-match.ts';
import { adaptNewAccounts } from './adapt-accounts.ts';
import type { FollowedPlan } from './plan-followed-account.ts';

/** All accounts of this service, and the plans of those that follow the source. */
type StoredAccounts = {
  readonly stored: readonly LinkedAccount[];
  readonly followed: readonly FollowedPlan[];
};

/**
 * Plans the accounts of a source that this service does not have, with the links by which they will follow it.
 * @param source identifies the database
 */
export async function planNewAccounts(
  created: readonly AccountRecord[],
  groups: readonly GroupRecord[],
  { stored, followed }: StoredAccounts,
  source: string,
  report: (problems: readonly FileProblem[]) => void,
  dataApi: DataApi,
): Promise<AccountsPlan> {
  const rows = new Map(followed.map((plan) => [plan.stored.id, plan.row]));
  const storedAfter = stored.map(({ id, username, email }) => ({
    id,
    username: rows.get(id)?.username ?? username,
    email: rows.get(id)?.email ?? email,
    canReceivePassword: false,
  }));
  const heldNames = new Set(storedAfter.map(({ username }) => username));
  report(created.filter(({ username }) => heldNames.has(username)).map(makeNameError));
  const free = created.filter(({ username }) => !heldNames.has(username));
  const adapted = adaptNewAccounts(free, storedAfter);
  report(adapted.problems);
  const plan = await compareAccounts(
    { accounts: adapted.accounts, groups },
    (problems, file = '') => report(problems.map((problem) => ({ ...problem, file }))),
    dataApi,
    storedAfter,
  );
  const recordsByName = new Map(free.map((record) => [record.username, record]));
  return {
    groups: plan.groups,
    accounts: {
      ...plan.accounts,
      leftOut: plan.accounts.leftOut + created.length - free.length,
      created: plan.accounts.created.map((row) => {
        const record = recordsByName.get(row.username);
        return record?.id == null
          ? row
          : {
              ...row,
              link: {
                source,
                source_account_id: record.id,
                is_active: row.is_active,
                is_administrator: row.is_administrator,
                password_digest: digestPassword(record.passwordHash),
                has_own_password: false,
              },
            };
      }),
    },
  };
}

function makeNameError({ username, pointer, file }: AccountRecord): FileProblem {
  const message = `Account ${username} is left out, because an account that follows another one of the source still has this username. Rename the account that was here first, and import again.`;
  return { ...importError('username_taken', message, { pointer, record: username }), file };
}
