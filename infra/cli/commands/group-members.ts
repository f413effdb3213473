import { Command } from 'commander';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { run } from '../../../lib/data-api/query.ts';
import { addMembers, removeMembers } from '../../queries/groups.ts';
import { composed } from '../account-problems.ts';
import { onService } from '../on-service.ts';
import { print } from '../run.ts';
import { unknownAccount, unknownGroup } from '../unknown-names.ts';
import { counted } from '../words.ts';

/** `hds group add …` */
export function addMembersCommand(): Command {
  return membersCommand(
    'add',
    'make accounts members of a group',
    async (data, group, accounts) => {
      const changed = await run(data.write, addMembers(group, accounts));
      if (changed === undefined) throw await unknownGroup(data, [group]);
      await refuseUnknown(data, changed.unknown);
      const power = changed.areAdministrators ? ['Members of this group may do everything.'] : [];
      print([`${group} has ${counted(changed.members, 'new member')}.`, ...power]);
    },
  );
}

/** `hds group remove …` */
export function removeMembersCommand(): Command {
  return membersCommand('remove', 'take accounts out of a group', async (data, group, accounts) => {
    const changed = await run(data.write, removeMembers(group, accounts));
    if (changed === undefined) throw await unknownGroup(data, [group]);
    await refuseUnknown(data, changed.unknown);
    print([`${group} has ${counted(changed.members, 'member')} less.`]);
  });
}

async function refuseUnknown(data: DataApi, names: readonly string[]): Promise<void> {
  if (names.length > 0) throw await unknownAccount(data, names);
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
      await onService(command, (data) => work(data, group, accounts.map(composed)));
    });
}
