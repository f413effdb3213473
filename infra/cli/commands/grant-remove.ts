import { Command } from 'commander';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { removeGrant } from '../../queries/grants.ts';
import { resolveNodegroup, resolveResource, type GrantSubject } from '../grant-subject.ts';
import {
  readGrantee,
  addGranteeOptions,
  unknownGranteeError,
  type GranteeOptions,
} from '../grantee.ts';
import { runOnService } from '../run-on-service.ts';
import { print } from '../run-command.ts';

/** `hds grant remove …` */
export function removeGrantCommand(): Command {
  return new Command('remove')
    .description('take a grant away, so that the default counts again')
    .addCommand(removeFrom('nodegroup', resolveNodegroup))
    .addCommand(removeFrom('resource', resolveResource));
}

function removeFrom(
  kind: 'nodegroup' | 'resource',
  resolve: (data: DataApi, text: string) => Promise<GrantSubject>,
): Command {
  return addGranteeOptions(
    new Command(kind)
      .description(`the grant on a ${kind === 'nodegroup' ? 'nodegroup' : 'resource instance'}`)
      .argument('<id>', kind === 'nodegroup' ? 'its id, or graph/name' : 'its id'),
  ).action(async (text: string, options: GranteeOptions, command: Command) => {
    const grantee = readGrantee(options);
    await runOnService(command, async (data) => {
      const { id, name } = await resolve(data, text);
      const { isKnown, wasThere } = await runQuery(data.write, removeGrant(kind, id, grantee));
      if (!isKnown) throw await unknownGranteeError(data, grantee);
      const whose = `${grantee.kind} ${grantee.name}`;
      print([
        wasThere
          ? `The grant of ${whose} on ${name} is gone.`
          : `There was no grant of ${whose} on ${name}.`,
      ]);
    });
  });
}
