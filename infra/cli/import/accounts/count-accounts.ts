import type { AccountsPlan } from './compare-accounts.ts';
import type { noWrittenRows } from './write-accounts.ts';

/** Counts the rows that a plan would write, for a dry run. */
export function countPlannedRows({ groups, accounts }: AccountsPlan): typeof noWrittenRows {
  return {
    created: accounts.created.length,
    withAddedPassword: accounts.withAddedPassword.length,
    groupsCreated: groups.rows.length,
  };
}

/**
 * Counts the accounts and groups of an import for its summary.
 * @param plan undefined if nothing was read
 * @param leftOutBefore the number of accounts that were left out when they were read
 */
export function countAccounts(
  plan: AccountsPlan | undefined,
  writtenCounts: typeof noWrittenRows,
  leftOutBefore: number,
) {
  const { created = [], withAddedPassword = [], unchanged = 0, leftOut = 0 } = plan?.accounts ?? {};
  return {
    accounts: {
      read: created.length + withAddedPassword.length + unchanged,
      created: writtenCounts.created,
      updated: writtenCounts.withAddedPassword,
      unchanged,
      leftOut: leftOut + leftOutBefore,
    },
    groups: {
      subject: 'Groups',
      read: plan?.groups.count ?? 0,
      created: writtenCounts.groupsCreated,
    },
  };
}
