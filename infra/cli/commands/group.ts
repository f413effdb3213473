import { Command, InvalidArgumentError } from 'commander';

import { groupNames, setGroupDefaults, type GroupDefaults } from '../../../lib/queries/groups.ts';
import { print, withConnection, type GlobalOptions } from '../run.ts';

const permissions = ['read', 'write', 'delete'] as const;

/** There is no group of that name. */
export class UnknownGroup extends Error {
  readonly code = 'unknown_group';
}

/** `hds group …`: what groups may do. */
export function groupCommand(): Command {
  return new Command('group').description('what groups may do').addCommand(defaultsCommand());
}

function defaultsCommand(): Command {
  return new Command('defaults')
    .description('set what a group may do with every nodegroup that has no grant of its own')
    .argument('<group>', 'the name of the group, such as Guest')
    .argument(
      '<permissions>',
      `of ${permissions.join(', ')}, separated by commas; or none`,
      readDefaults,
    )
    .action(async (group: string, defaults: GroupDefaults, _own: unknown, command: Command) => {
      await withConnection(command.optsWithGlobals<GlobalOptions>(), async ({ service }) => {
        const changed = await service.write(setGroupDefaults(group, defaults));
        if (changed.length === 0) {
          const names = await service.read(groupNames());
          throw new UnknownGroup(`There is no group ${group}. There are: ${names.join(', ')}.`);
        }
        const allowed = permissions.filter((permission) => defaults[permission]);
        print([`${group} may now by default: ${allowed.join(', ') || 'nothing'}`]);
      });
    });
}

function readDefaults(text: string): GroupDefaults {
  const named = text === 'none' ? [] : text.split(',').map((name) => name.trim());
  const unknown = named.filter((name) => !permissions.some((permission) => permission === name));
  if (unknown.length > 0) {
    throw new InvalidArgumentError(
      `Unknown: ${unknown.join(', ')}. Use ${permissions.join(', ')}, or none.`,
    );
  }
  return {
    read: named.includes('read'),
    write: named.includes('write'),
    delete: named.includes('delete'),
  };
}
