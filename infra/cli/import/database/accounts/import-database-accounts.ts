import type { DataApi } from '../../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../../lib/data-api/query.ts';
import { listLinkedAccounts } from '../queries/imported-accounts.ts';
import { listStoredGroups, type StoredGroup } from '../../accounts/queries/write-accounts.ts';
import { countAccounts } from '../../accounts/count-accounts.ts';
import { readAccountRecords } from '../../accounts/read-accounts.ts';
import { writeAccounts } from '../../accounts/write-accounts.ts';
import { reportProblems, type ImportContext } from '../../import-context.ts';
import type { FileProblem } from '../../import-problems.ts';
import type { ImportResult } from '../../import-summary.ts';
import type { DatabaseSource } from '../database-source.ts';
import {
  makeChangedHereWarnings,
  makeEarlierAccountWarnings,
  makeFollowedWarnings,
  type GroupLookup,
} from './account-differences.ts';
import { matchAccounts } from './account-match.ts';
import {
  adaptGroups,
  importedGroupName,
  makeAddedGroupWarnings,
  withholdPasswords,
} from './adapt-accounts.ts';
import { describeEndedSessions } from './describe-ended-sessions.ts';
import { planFollowedAccounts, writeFollowedAccounts } from './follow-accounts.ts';
import { readImportedIds, type ImportedIds } from './imported-ids.ts';
import { planNewAccounts } from './plan-new-accounts.ts';
import { readSourceAccounts } from './read-source-accounts.ts';
import { sourceName } from './source-name.ts';
import { readSourcePrincipals } from '../rights/read-source-principals.ts';
import type { Source } from '../source.ts';

export type AccountOptions = {
  /** Whether accounts with a second factor keep their passwords, although this service does not check the second factor. */
  readonly keepsMfaPasswords: boolean;
  /** Whether what was changed in this service since the last import follows the source again. */
  readonly undoesChanges: boolean;
};

/**
 * Imports the accounts and groups of a source; `importDatabaseRights` imports memberships and rights. An account or group keeps its id
 * if the id is free in this service. Data that contain ids of accounts, such as proposals, need the returned ids. Stored accounts that came
 * from the source follow it, before new ones are stored; other accounts with the same username stay as they are. In a dry run, the context
 * is that of a rehearsal.
 * @param owner the connection to the database as the role of the migrations, which owns sequences
 * @throws ImportStopped in a strict import; CommandError `accounts_changed`
 */
export async function importDatabaseAccounts(
  { source, identity }: Pick<DatabaseSource, 'source' | 'identity'>,
  context: ImportContext,
  owner: DataApi,
  { keepsMfaPasswords, undoesChanges }: AccountOptions,
): Promise<{ readonly results: readonly ImportResult[]; readonly ids: ImportedIds }> {
  const { dataApi } = context;
  const report = (problems: readonly FileProblem[]): void => {
    for (const { file, ...problem } of problems) reportProblems(file, [problem], context);
  };
  const { records, accountsWithSecondFactor } = await readSourceAccounts(source);
  const sourceRecords = readAccountRecords(records, sourceName);
  reportProblems(sourceName, sourceRecords.problems, context);
  const { accounts, problems } = withholdPasswords(
    sourceRecords.accounts,
    keepsMfaPasswords ? new Set() : accountsWithSecondFactor,
  );
  const storedGroups = await runQuery(dataApi.read, listStoredGroups());
  const groups = adaptGroups(sourceRecords.groups, storedGroups);
  const stored = await runQuery(dataApi.read, listLinkedAccounts());
  const matches = matchAccounts(accounts, stored, identity);
  const followed = planFollowedAccounts(matches, stored, identity, undoesChanges);
  const getGroups = await readGroupLookup(source, storedGroups);
  report([
    ...problems,
    ...groups.problems,
    ...(stored.some(({ link }) => link?.source === identity)
      ? makeAddedGroupWarnings(groups.groups, storedGroups)
      : []),
    ...makeFollowedWarnings(followed),
    ...makeChangedHereWarnings(followed, getGroups, undoesChanges),
    ...makeEarlierAccountWarnings(matches.earlier, getGroups),
  ]);
  const ended = await writeFollowedAccounts(followed, dataApi);
  const plan = await planNewAccounts(
    matches.created,
    groups.groups,
    { stored, followed },
    identity,
    report,
    dataApi,
  );
  const written = await writeAccounts(plan.groups, plan.accounts, dataApi, owner);
  const counts = countAccounts(plan, written, sourceRecords.leftOut);
  const updated = followed.filter(({ isChanged }) => isChanged).length;
  const known = accounts.length - matches.created.length;
  return {
    results: [
      {
        subject: 'Accounts',
        ...counts.accounts,
        read: counts.accounts.read + known,
        updated,
        unchanged: matches.earlier.length + followed.length - updated,
        notes: describeEndedSessions(ended),
      },
      counts.groups,
    ],
    ids: await readImportedIds(matches, sourceRecords.groups, identity, dataApi),
  };
}

/** Reads the memberships of a source. */
async function readGroupLookup(
  source: Source,
  storedGroups: readonly StoredGroup[],
): Promise<GroupLookup> {
  const { groups, users } = await readSourcePrincipals(source);
  const namesById = new Map(
    groups.map(({ id, name }) => [id, importedGroupName(name, storedGroups)]),
  );
  const namesByAccount = new Map(
    users.map((user) => [user.id, new Set(user.groups.flatMap((id) => namesById.get(id) ?? []))]),
  );
  return ({ id }) => (id === null ? undefined : namesByAccount.get(id)) ?? new Set();
}
