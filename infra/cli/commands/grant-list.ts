import { Command } from 'commander';
import * as z from 'zod';

import { readParts } from '../../../lib/data-api/chunks.ts';
import { isUuid } from '../../../lib/model/ids.ts';
import { listGrants } from '../../queries/grants.ts';
import { resolveNodegroup } from '../grant-subject.ts';
import { onService } from '../on-service.ts';
import { print } from '../run.ts';

/** `hds grant list …` */
export function listGrantsCommand(): Command {
  return new Command('list')
    .description('all grants, or those on a nodegroup or resource instance')
    .argument('[id]', 'id of a nodegroup or resource instance, or graph/name of a nodegroup')
    .action(async (text: string | undefined, _own: unknown, command: Command) => {
      await onService(command, async (data) => {
        const on =
          text === undefined || isUuid(text) ? text : (await resolveNodegroup(data, text)).id;
        const texts = await readParts(data, listGrants(on ?? null));
        const lines = texts.map((one) => grantLine(listedGrant.parse(JSON.parse(one))));
        print(lines.length === 0 ? ['There are no grants: the defaults of groups decide.'] : lines);
      });
    });
}

const listedGrant = z.object({
  kind: z.enum(['nodegroup', 'resource']),
  id: z.string(),
  name: z.string().nullable(),
  account: z.string().nullable(),
  group: z.string().nullable(),
  rights: z.record(z.string(), z.boolean()),
});

function grantLine({
  kind,
  id,
  name,
  account,
  group,
  rights,
}: z.output<typeof listedGrant>): string {
  const subject =
    kind === 'nodegroup' ? `nodegroup ${name ?? ''} (${id})` : `resource instance ${id}`;
  const grantee = account === null ? `group ${group ?? ''}` : `account ${account}`;
  const allowed = Object.keys(rights).filter((right) => rights[right] === true);
  return `${subject}: ${grantee}: ${allowed.join(', ') || 'nothing'}`;
}
