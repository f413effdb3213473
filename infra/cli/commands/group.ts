import { Command, InvalidArgumentError } from 'commander';

import { runQuery } from '../../../lib/data-api/query.ts';
import {
  createGroup,
  deleteGroup,
  listGroups,
  setGroupAdministrators,
  setGroupDefaults,
  type GroupDefaults,
  type ListedGroup,
} from '../../queries/groups.ts';
import { findNameProblems } from '../account-names.ts';
import { runOnService } from '../run-on-service.ts';
import { readPermissions } from '../permission-list.ts';
import { print } from '../run-command.ts';
import { unknownGroupError } from '../unknown-name-errors.ts';
import { pluralize, quoteForShell } from '../text.ts';
import { addMembersCommand, removeMembersCommand } from './group-members.ts';

const permissions = ['read', 'write', 'delete', 'history'] as const;

/** A group cannot be made or deleted as asked. */
export class GroupRefused extends Error {
  readonly code = 'group_refused';
}

/** `hds group …`: what groups there are, who is in them, and what they may do. */
export function groupCommand(): Command {
  return new Command('group')
    .description('groups, their members, and what they may do')
    .addCommand(listCommand())
    .addCommand(createCommand())
    .addCommand(deleteCommand())
    .addCommand(addMembersCommand())
    .addCommand(removeMembersCommand())
    .addCommand(defaultsCommand())
    .addCommand(administratorsCommand());
}

function listCommand(): Command {
  return new Command('list')
    .description('all groups, with what each may do by default')
    .action(async (_own: unknown, command: Command) => {
      await runOnService(command, async (data) =>
        print((await runQuery(data.read, listGroups())).map(groupLine)),
      );
    });
}

function groupLine(group: ListedGroup): string {
  const allowed = permissions.filter((permission) => group[permission]);
  const may = group.isAdministrator
    ? 'its members are administrators'
    : `by default: ${allowed.join(', ') || 'nothing'}`;
  return `${group.name} (${group.id}): ${pluralize(group.members, 'member')}; ${may}`;
}

function createCommand(): Command {
  return new Command('create')
    .description('make a group')
    .argument('<name>', 'its name')
    .action(async (name: string, _own: unknown, command: Command) => {
      const problems = findNameProblems('name', name);
      if (problems.length > 0) throw new GroupRefused(problems.join(' '));
      await runOnService(command, async (data) => {
        const created = await runQuery(data.write, createGroup(name));
        if (created === undefined) throw new GroupRefused(`There is a group ${name} already.`);
        print([
          `Group ${name} was made. It may do nothing by default; to let it: hds group defaults ${quoteForShell(name)} read`,
        ]);
      });
    });
}

function deleteCommand(): Command {
  return new Command('delete')
    .description('delete a group with its memberships and grants')
    .argument('<name>', 'its name')
    .action(async (name: string, _own: unknown, command: Command) => {
      await runOnService(command, async (data) => {
        const deleted = await data.transaction(({ execute }) =>
          // A resource instance that its grants are on may be deleted at the same time.
          runQuery(execute, deleteGroup(name)),
        );
        if (deleted === undefined) throw await unknownGroupError(data, [name]);
        if (!deleted.wasDeleted) {
          throw new GroupRefused(
            `Group ${name} is one of the ten that every instance has; it stays. To close it: hds group defaults ${quoteForShell(name)} none`,
          );
        }
        print([
          `Group ${name} was deleted, with ${pluralize(deleted.memberships, 'membership')} and ${pluralize(deleted.grants, 'grant')}.`,
        ]);
      });
    });
}

function defaultsCommand(): Command {
  return new Command('defaults')
    .description('set what a group may do with every nodegroup that has no grant of its own')
    .argument('<group>', 'the name of the group, such as Guest')
    .argument(
      '<permissions>',
      `of ${permissions.join(', ')}, separated by commas; or none. history lets them read who changed what`,
      readDefaults,
    )
    .action(
      async (group: string, defaults: Required<GroupDefaults>, _own: unknown, command: Command) => {
        await runOnService(command, async (data) => {
          const isKnown = await runQuery(data.write, setGroupDefaults(group, defaults));
          if (!isKnown) throw await unknownGroupError(data, [group]);
          const allowed = permissions.filter((permission) => defaults[permission]);
          print([`${group} may now by default: ${allowed.join(', ') || 'nothing'}`]);
        });
      },
    );
}

function readDefaults(text: string): Required<GroupDefaults> {
  const named = readPermissions(text, permissions);
  return {
    read: named.has('read'),
    write: named.has('write'),
    delete: named.has('delete'),
    history: named.has('history'),
  };
}

function administratorsCommand(): Command {
  return new Command('administrators')
    .description('say whether the members of a group may do everything')
    .argument('<group>', 'the name of the group')
    .argument('<switch>', 'on or off', readSwitch)
    .action(async (group: string, isOn: boolean, _own: unknown, command: Command) => {
      await runOnService(command, async (data) => {
        const isKnown = await runQuery(data.write, setGroupAdministrators(group, isOn));
        if (!isKnown) throw await unknownGroupError(data, [group]);
        print([
          `Members of ${group} are ${isOn ? 'administrators now' : 'no administrators by it'}.`,
        ]);
      });
    });
}

function readSwitch(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new InvalidArgumentError('Use on, or off.');
}
