import { InvalidArgumentError, type Command } from 'commander';

import { runQuery } from '../../../lib/data-api/query.ts';
import {
  addMembers,
  createGroup,
  deleteGroup,
  listGroups,
  removeMembers,
  setIsAdministratorGroup,
  setGroupDefaults,
  type ListedGroup,
} from '../accounts/queries/groups.ts';
import { findNameProblems, normalizeName } from '../accounts/account-names.ts';
import { CommandError } from '../command-error.ts';
import type { Connection } from '../connection.ts';
import { parsePermissions } from '../rights/parse-permissions.ts';
import { runChange } from '../run-change.ts';
import {
  defineCommand,
  defineCommandGroup,
  defineListCommand,
  withDatabaseAction,
} from '../run-command.ts';
import { joinWords, pluralize, quoteForShell } from '../text.ts';
import { accountNotFoundError, groupNotFoundError } from '../unknown-name-errors.ts';

const permissions = ['read', 'write', 'delete', 'history'] as const;

/** `hds group …`: groups, their members, and what they may do. */
export function groupCommand(): Command {
  return defineCommandGroup('group', 'groups, their members, and what they may do', [
    defineListCommand('all groups, with what each may do by default', listGroups, formatGroup),
    withDatabaseAction(groupSubcommand('create', 'create a group'), createGroupByName),
    withDatabaseAction(
      groupSubcommand('delete', 'delete a group with its memberships and grants'),
      deleteGroupByName,
    ),
    membersCommand('add', 'make accounts members of a group'),
    membersCommand('remove', 'take accounts out of a group'),
    withDatabaseAction(
      groupSubcommand(
        'defaults',
        'set what a group may do with every nodegroup that has no grant of its own',
      ).argument(
        '<permissions>',
        `of ${permissions.join(', ')}, separated by commas; or none. history lets them read who changed what`,
        (text: string) => parsePermissions(text, permissions),
      ),
      changeDefaults,
    ),
    withDatabaseAction(
      groupSubcommand(
        'administrators',
        'set whether the members of a group may do everything',
      ).argument('<switch>', 'on or off', parseSwitch),
      changeAdministrators,
    ),
  ]);
}

function groupSubcommand(name: string, description: string): Command {
  return defineCommand(name, description).argument(
    '<group>',
    'the name of the group, such as Guest',
  );
}

function formatGroup(group: ListedGroup): string {
  const defaults = permissions.filter((permission) => group[permission]);
  const rights = group.isAdministrator
    ? 'its members are administrators'
    : `by default: ${joinWords(defaults, 'nothing')}`;
  return `${group.name} (${group.id}): ${pluralize(group.members, 'member')}; ${rights}`;
}

const groupRefusedError = (message: string): CommandError =>
  new CommandError('group_refused', message);

async function createGroupByName(connection: Connection, name: string): Promise<readonly string[]> {
  const problems = findNameProblems('name', name);
  if (problems.length > 0) throw groupRefusedError(problems.join(' '));
  const created = await runChange(connection, createGroup(name));
  if (created === undefined) throw groupRefusedError(`There is a group ${name} already.`);
  return [
    `Group ${name} was created. Its members may do nothing by default. To let them read: hds group defaults ${quoteForShell(name)} read`,
  ];
}

async function deleteGroupByName(
  { service: dataApi, readOperator }: Connection,
  name: string,
): Promise<readonly string[]> {
  const deletionByOperator = deleteGroup(name).recordedBy(await readOperator());
  // A transaction is retried if a resource instance with a grant to the group is deleted at the same time.
  const deletion = await dataApi.transaction(({ execute }) =>
    runQuery(execute, deletionByOperator),
  );
  if (deletion === undefined) throw await groupNotFoundError(dataApi, [name]);
  if (!deletion.wasDeleted) {
    throw groupRefusedError(
      `Group ${name} exists in every instance and cannot be deleted. To close it: hds group defaults ${quoteForShell(name)} none`,
    );
  }
  return [
    `Group ${name} was deleted, with ${pluralize(deletion.memberships, 'membership')} and ${pluralize(deletion.grants, 'grant')}.`,
  ];
}

function membersCommand(name: 'add' | 'remove', description: string): Command {
  return withDatabaseAction(
    groupSubcommand(name, description).argument('<accounts...>', 'usernames'),
    async (connection, group: string, usernames: readonly string[]) => {
      const dataApi = connection.service;
      const change = name === 'add' ? addMembers : removeMembers;
      const result = await runChange(connection, change(group, usernames.map(normalizeName)));
      if (result === undefined) throw await groupNotFoundError(dataApi, [group]);
      const { unknown, members, areAdministrators } = result;
      if (unknown.length > 0) throw await accountNotFoundError(dataApi, unknown);
      if (name === 'remove') return [`${pluralize(members, 'member')} removed from ${group}.`];
      return [
        `${group} has ${pluralize(members, 'new member')}.`,
        ...(areAdministrators ? ['Members of this group may do everything.'] : []),
      ];
    },
  );
}

async function changeDefaults(
  connection: Connection,
  group: string,
  permissionNames: ReadonlySet<string>,
): Promise<readonly string[]> {
  const defaults = {
    read: permissionNames.has('read'),
    write: permissionNames.has('write'),
    delete: permissionNames.has('delete'),
    history: permissionNames.has('history'),
  };
  if (!(await runChange(connection, setGroupDefaults(group, defaults)))) {
    throw await groupNotFoundError(connection.service, [group]);
  }
  const rights = permissions.filter((permission) => permissionNames.has(permission));
  return [`${group} may now by default: ${joinWords(rights, 'nothing')}`];
}

function parseSwitch(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new InvalidArgumentError('Use on, or off.');
}

async function changeAdministrators(
  connection: Connection,
  group: string,
  isOn: boolean,
): Promise<readonly string[]> {
  if (!(await runChange(connection, setIsAdministratorGroup(group, isOn)))) {
    throw await groupNotFoundError(connection.service, [group]);
  }
  return [
    isOn
      ? `Members of ${group} are administrators now.`
      : `Members of ${group} are no longer administrators, unless they are by another group or by their account.`,
  ];
}
