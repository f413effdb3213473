import { Command } from 'commander';

import { runQuery } from '../../../lib/data-api/query.ts';
import {
  grantNodegroup,
  grantResource,
  type Grantee,
  type NodegroupGrant,
  type ResourceGrant,
} from '../../queries/grants.ts';
import {
  readGrantee,
  addGranteeOptions,
  unknownGranteeError,
  type GranteeOptions,
} from '../grantee.ts';
import { resolveNodegroup, resolveResource } from '../grant-subject.ts';
import { runOnService } from '../run-on-service.ts';
import { readPermissions } from '../permission-list.ts';
import { print } from '../run-command.ts';
import { listGrantsCommand } from './grant-list.ts';
import { removeGrantCommand } from './grant-remove.ts';

const nodegroupRights = ['read', 'write', 'delete'] as const;
const resourceRights = ['view', 'change', 'delete'] as const;
const noAccess = 'no_access';

/** `hds grant …`: rights on single nodegroups and resource instances. */
export function grantCommand(): Command {
  return new Command('grant')
    .description('rights on single nodegroups and resource instances')
    .addCommand(nodegroupCommand())
    .addCommand(resourceCommand())
    .addCommand(removeGrantCommand())
    .addCommand(listGrantsCommand());
}

function nodegroupCommand(): Command {
  return addGranteeOptions(
    new Command('nodegroup')
      .description('rights on a nodegroup, in place of the default of the group')
      .argument('<nodegroup>', 'its id, or the slug of its graph and its alias: monument/name')
      .argument('<permissions>', permissionsHelp(nodegroupRights), readNodegroupGrant),
  ).action(
    async (name: string, grant: NodegroupGrant, options: GranteeOptions, command: Command) => {
      const grantee = readGrantee(options);
      await runOnService(command, async (data) => {
        const nodegroup = await resolveNodegroup(data, name);
        const isWritten = await runQuery(data.write, grantNodegroup(nodegroup.id, grantee, grant));
        if (!isWritten) throw await unknownGranteeError(data, grantee);
        print([
          sentence(grantee, nodegroupRights, grant, `nodegroup ${nodegroup.name}`),
          ...(grant.noAccess
            ? [`The nodegroups below it are closed too, whatever else is granted.`]
            : []),
        ]);
      });
    },
  );
}

function resourceCommand(): Command {
  return addGranteeOptions(
    new Command('resource')
      .description('rights on a resource instance, which come before those on its nodegroups')
      .argument('<id>', 'its id')
      .argument('<permissions>', permissionsHelp(resourceRights), readResourceGrant),
  ).action(async (id: string, grant: ResourceGrant, options: GranteeOptions, command: Command) => {
    const grantee = readGrantee(options);
    await runOnService(command, async (data) => {
      const resource = await resolveResource(data, id);
      const isWritten = await runQuery(data.write, grantResource(resource.id, grantee, grant));
      if (!isWritten) throw await unknownGranteeError(data, grantee);
      print([sentence(grantee, resourceRights, grant, `resource instance ${resource.id}`)]);
    });
  });
}

function permissionsHelp(rights: readonly string[]): string {
  return `of ${rights.join(', ')}, separated by commas; none for a grant without rights; or ${noAccess}`;
}

function readNodegroupGrant(text: string): NodegroupGrant {
  const named = readPermissions(text, nodegroupRights, [noAccess]);
  return {
    read: named.has('read'),
    write: named.has('write'),
    delete: named.has('delete'),
    noAccess: named.has(noAccess),
  };
}

function readResourceGrant(text: string): ResourceGrant {
  const named = readPermissions(text, resourceRights, [noAccess]);
  return {
    view: named.has('view'),
    change: named.has('change'),
    delete: named.has('delete'),
    noAccess: named.has(noAccess),
  };
}

function sentence<Right extends string>(
  { kind, name }: Grantee,
  rights: readonly Right[],
  grant: Readonly<Record<Right | 'noAccess', boolean>>,
  subject: string,
): string {
  if (grant.noAccess) return `No access any more for ${kind} ${name} to ${subject}.`;
  const allowed = rights.filter((right) => grant[right]);
  return `The grant of ${kind} ${name} on ${subject} is now: ${allowed.join(', ') || 'nothing'}.`;
}
