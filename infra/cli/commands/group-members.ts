import { Command } from 'commander';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { addMembers, removeMembers } from '../../queries/groups.ts';
import { normalizeName } from '../account-names.ts';
import { runOnService } from '../run-on-service.ts';
import { print } from '../run-command.ts';
import { unknownAccountError, unknownGroupError } from '../unknown-name-errors.ts';
import { pluralize } from '../text.ts';

/** `hds group add …` */
export function addMembersCommand(): Command {
  return membersCommand(
    'add',
    'make accounts members of a group',
    async (data, group, accounts) => {
      const changed = await runQuery(data.write, addMembers(group, accounts));
      if (changed === undefined) throw await unknownGroupError(data, [group]);
      await refuseUnknown(data, changed.unknown);
      const power = changed.areAdministrators ? ['Members of this group may do everything.'] : [];
      print([`${group} has ${pluralize(changed.members, 'new member')}.`, ...power]);
    },
  );
}

/** `hds group remove …` */
export function removeMembersCommand(): Command {
  return membersCommand('remove', 'take accounts out of a group', async (data, group, accounts) => {
    const changed = await runQuery(data.write, removeMembers(group, accounts));
    if (changed === undefined) throw await unknownGroupError(data, [group]);
    await refuseUnknown(data, changed.unknown);
    print([`${group} has ${pluralize(changed.members, 'member')} less.`]);
  });
}

async function refuseUnknown(data: DataApi, names: readonly string[]): Promise<void> {
  if (names.length > 0) throw await unknownAccountError(data, names);
}

function membersCommand(
  name: string,
  description: string,
  work: (data: DataApi, group: string, accounts: readonly string[]) => Promise<void>,
): Command {
  return new Command(name)
    .description(description)
    .argument('<group>', 'the name of the group')
    .argument('<accounts...>', 'usernames')
    .action(async (group: string, accounts: readonly string[], _own: unknown, command: Command) => {
      await runOnService(command, (data) => work(data, group, accounts.map(normalizeName)));
    });
}
