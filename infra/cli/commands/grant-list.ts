import { Command } from 'commander';

import { runQuery } from '../../../lib/data-api/query.ts';
import { isUuid } from '../../../lib/model/ids.ts';
import { listGrants, type ListedGrant } from '../../queries/grants.ts';
import { resolveNodegroup } from '../grant-subject.ts';
import { runOnService } from '../run-on-service.ts';
import { print } from '../run-command.ts';

/** `hds grant list …` */
export function listGrantsCommand(): Command {
  return new Command('list')
    .description('all grants, or those on a nodegroup or resource instance')
    .argument('[id]', 'id of a nodegroup or resource instance, or graph/name of a nodegroup')
    .action(async (text: string | undefined, _own: unknown, command: Command) => {
      await runOnService(command, async (data) => {
        const on =
          text === undefined || isUuid(text) ? text : (await resolveNodegroup(data, text)).id;
        const lines = (await runQuery(data.read, listGrants(on ?? null))).map(grantLine);
        print(lines.length === 0 ? ['There are no grants: the defaults of groups decide.'] : lines);
      });
    });
}

function grantLine({ kind, id, name, account, group, rights }: ListedGrant): string {
  const subject =
    kind === 'nodegroup' ? `nodegroup ${name ?? ''} (${id})` : `resource instance ${id}`;
  const grantee = account === null ? `group ${group ?? ''}` : `account ${account}`;
  const allowed = Object.keys(rights).filter((right) => rights[right] === true);
  return `${subject}: ${grantee}: ${allowed.join(', ') || 'nothing'}`;
}
