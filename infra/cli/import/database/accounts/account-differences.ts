import type { AccountRecord } from '../../accounts/account-records.ts';
import { importWarning, type FileProblem } from '../../import-problems.ts';
import { sourceName } from './source-name.ts';
import type { EarlierAccount } from './account-match.ts';
import type { FollowedPlan } from './plan-followed-account.ts';

/** Returns the groups of an account in the source, by their names in this service. */
export type GroupLookup = (account: Pick<AccountRecord, 'id'>) => ReadonlySet<string>;

/** The flags of an account after the import. */
type Flags = { readonly isActive: boolean; readonly isAdministrator: boolean };

/** Makes a warning for each account that was here before the import, and differs from the source. It is not changed. */
export function makeEarlierAccountWarnings(
  accounts: readonly EarlierAccount[],
  getGroups: GroupLookup,
): readonly FileProblem[] {
  return accounts.flatMap(({ stored, record }) => {
    const differences = [
      ...describeFlags(stored, record),
      ...describeGroups(stored, getGroups(record)),
    ];
    const message = `Account ${record.username} already exists and is not changed, although it differs from the source: ${differences.join('; ')}.`;
    return differences.length === 0 ? [] : [makeWarning('account_kept', message, record)];
  });
}

/** Makes a warning for each account that follows the source, except for what was changed in this service. */
export function makeChangedHereWarnings(
  plans: readonly FollowedPlan[],
  getGroups: GroupLookup,
  undoesChanges: boolean,
): readonly FileProblem[] {
  if (undoesChanges) return [];
  return plans.flatMap(({ stored, record, row, keepsPassword }) => {
    const flags = { isActive: row.is_active, isAdministrator: row.is_administrator };
    const differences =
      record === undefined
        ? describeFlags(flags, { isActive: false, isAdministrator: false })
        : [
            ...describeFlags(flags, record),
            ...(keepsPassword
              ? ['a password of its own in this service, but a new one in the source']
              : []),
            ...describeGroups(stored, getGroups(record)),
          ];
    const message = `Account ${row.username} was changed in this service, and stays so: ${differences.join('; ')}. Import with --undo-account-changes to let it follow the source.`;
    return differences.length === 0
      ? []
      : [makeWarning('account_changed_here', message, { ...record, username: row.username })];
  });
}

/** Makes a warning for each account that the import changes, except for its e-mail address and the names of its owner. */
export function makeFollowedWarnings(plans: readonly FollowedPlan[]): readonly FileProblem[] {
  return plans.flatMap(({ stored, record, row, isUsernameTaken }) => {
    const changes = [
      ...(stored.isActive && !row.is_active
        ? [
            record === undefined
              ? 'is deactivated, because the source no longer has it'
              : 'is deactivated',
          ]
        : []),
      ...(!stored.isActive && row.is_active ? ['is active again'] : []),
      ...(stored.isAdministrator && !row.is_administrator ? ['is no administrator any more'] : []),
      ...(!stored.isAdministrator && row.is_administrator ? ['is an administrator'] : []),
      ...(row.replaces_password
        ? [
            row.password_hash === null
              ? 'has no password any more'
              : 'has the password of the source',
          ]
        : []),
      ...(stored.username === row.username ? [] : [`has the username ${row.username}`]),
    ];
    const location = { ...record, username: stored.username };
    return [
      ...(changes.length === 0
        ? []
        : [
            makeWarning(
              'account_followed',
              `Account ${stored.username} follows the source: it ${changes.join('; it ')}.`,
              location,
            ),
          ]),
      ...(isUsernameTaken
        ? [
            makeWarning(
              'username_kept',
              `Account ${stored.username} has the username ${record?.username} in the source, which another account has in this service. It keeps its own.`,
              location,
            ),
          ]
        : []),
    ];
  });
}

function makeWarning(
  code: string,
  message: string,
  { username, pointer = '' }: { readonly username: string; readonly pointer?: string },
): FileProblem {
  return { ...importWarning(code, message, { pointer, record: username }), file: sourceName };
}

function describeFlags(stored: Flags, source: Flags): readonly string[] {
  return [
    ...describeFlag(stored.isActive, source.isActive, 'active', 'deactivated'),
    ...describeFlag(
      stored.isAdministrator,
      source.isAdministrator,
      'an administrator',
      'not an administrator',
    ),
  ];
}

function describeFlag(
  stored: boolean,
  inSource: boolean,
  textIfSet: string,
  textIfNotSet: string,
): readonly string[] {
  const describe = (flag: boolean): string => (flag ? textIfSet : textIfNotSet);
  return stored === inSource
    ? []
    : [`${describe(stored)} in this service, but ${describe(inSource)} in the source`];
}

function describeGroups(
  {
    groups,
    removedGroups,
  }: { readonly groups: readonly string[]; readonly removedGroups: readonly string[] },
  sourceGroups: ReadonlySet<string>,
): readonly string[] {
  const additional = groups.filter((name) => !sourceGroups.has(name));
  const removed = removedGroups.filter((name) => sourceGroups.has(name));
  return [
    ...(additional.length === 0
      ? []
      : [`only in this service a member of ${additional.join(', ')}`]),
    ...(removed.length === 0 ? [] : [`only in the source a member of ${removed.join(', ')}`]),
  ];
}
