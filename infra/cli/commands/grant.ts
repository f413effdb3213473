import type { Command } from 'commander';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { isUuid } from '../../../lib/model/ids.ts';
import {
  grantNodegroup,
  grantResource,
  listGrants,
  removeGrant,
  type Grantee,
  type ListedGrant,
} from '../rights/queries/grants.ts';
import { normalizeName } from '../accounts/account-names.ts';
import { CommandError } from '../command-error.ts';
import type { Connection } from '../connection.ts';
import { resolveNodegroup, resolveResource } from '../rights/grant-target.ts';
import { parsePermissions } from '../rights/parse-permissions.ts';
import { runChange } from '../run-change.ts';
import { defineCommand, defineCommandGroup, withDatabaseAction } from '../run-command.ts';
import { joinWords } from '../text.ts';
import { accountNotFoundError, groupNotFoundError } from '../unknown-name-errors.ts';

const noAccess = 'no_access';

type GranteeOptions = { readonly account?: string; readonly group?: string };
type ParsedOptions = { readonly grantee: Grantee };

/** `hds grant …`: rights on single nodegroups and resource instances. */
export function grantCommand(): Command {
  return defineCommandGroup('grant', 'rights on single nodegroups and resource instances', [
    grantSubcommand(
      'nodegroup',
      'rights on a nodegroup, in place of the default of the group',
      'its id, or the slug of its graph and its alias: monument/name',
    ),
    grantSubcommand(
      'resource',
      'rights on a resource instance, which come before those on its nodegroups',
      'its id',
    ),
    defineCommandGroup('remove', 'take a grant away, so that the default counts again', [
      removeGrantSubcommand('nodegroup', 'the grant on a nodegroup', 'its id, or graph/name'),
      removeGrantSubcommand('resource', 'the grant on a resource instance', 'its id'),
    ]),
    withDatabaseAction(
      defineCommand('list', 'all grants, or those on a nodegroup or resource instance').argument(
        '[id]',
        'id of a nodegroup or resource instance, or graph/name of a nodegroup',
      ),
      describeGrants,
    ),
  ]);
}

/** The rights on each kind of target, and how they are stored. */
const targetKinds = {
  nodegroup: {
    rights: ['read', 'write', 'delete'],
    resolve: resolveNodegroup,
    store: (id: string, grantee: Grantee, permissions: ReadonlySet<string>) =>
      grantNodegroup(id, grantee, {
        read: permissions.has('read'),
        write: permissions.has('write'),
        delete: permissions.has('delete'),
        noAccess: permissions.has(noAccess),
      }),
  },
  resource: {
    rights: ['view', 'change', 'delete'],
    resolve: resolveResource,
    store: (id: string, grantee: Grantee, permissions: ReadonlySet<string>) =>
      grantResource(id, grantee, {
        view: permissions.has('view'),
        change: permissions.has('change'),
        delete: permissions.has('delete'),
        noAccess: permissions.has(noAccess),
      }),
  },
} as const;

function grantSubcommand(
  kind: keyof typeof targetKinds,
  description: string,
  idDescription: string,
): Command {
  const { rights, resolve, store } = targetKinds[kind];
  const subcommand = defineCommand(kind, description)
    .argument(`<${kind === 'nodegroup' ? 'nodegroup' : 'id'}>`, idDescription)
    .argument(
      '<permissions>',
      `of ${rights.join(', ')}, separated by commas; none for a grant without rights; or ${noAccess}`,
      (text: string) => parsePermissions(text, rights, noAccess),
    );
  return withDatabaseAction(
    withGranteeOptions(subcommand),
    async (
      connection,
      idOrPath: string,
      permissions: ReadonlySet<string>,
      { grantee }: ParsedOptions,
    ) => {
      const { id, name } = await resolve(connection.service, idOrPath);
      const isStored = await runChange(connection, store(id, grantee, permissions));
      if (!isStored) throw await granteeNotFoundError(connection.service, grantee);
      const closesChildren = kind === 'nodegroup' && permissions.has(noAccess);
      return [
        formatChange(grantee, permissions, kind === 'nodegroup' ? `nodegroup ${name}` : name),
        ...(closesChildren
          ? ['The nodegroups below it are closed too, even if they have other grants.']
          : []),
      ];
    },
  );
}

function formatChange(
  { kind, name }: Grantee,
  permissions: ReadonlySet<string>,
  target: string,
): string {
  if (permissions.has(noAccess)) return `From now on, ${kind} ${name} has no access to ${target}.`;
  return `The grant of ${kind} ${name} on ${target} is now: ${joinWords([...permissions], 'nothing')}.`;
}

function removeGrantSubcommand(
  kind: 'nodegroup' | 'resource',
  description: string,
  idDescription: string,
): Command {
  const { resolve } = targetKinds[kind];
  return withDatabaseAction(
    withGranteeOptions(defineCommand(kind, description).argument('<id>', idDescription)),
    async (connection, idOrPath: string, { grantee }: ParsedOptions) => {
      const { id, name } = await resolve(connection.service, idOrPath);
      const { granteeExists, wasRemoved } = await runChange(
        connection,
        removeGrant(kind, id, grantee),
      );
      if (!granteeExists) throw await granteeNotFoundError(connection.service, grantee);
      const granteeText = `${grantee.kind} ${grantee.name}`;
      return [
        wasRemoved
          ? `The grant of ${granteeText} on ${name} is removed.`
          : `There was no grant of ${granteeText} on ${name}.`,
      ];
    },
  );
}

/** Adds the options that name the grantee. They are checked before the database is opened. */
function withGranteeOptions(subcommand: Command): Command {
  return subcommand
    .option('--account <name>', 'the account it is for')
    .option('--group <name>', 'the group it is for')
    .hook('preAction', (parsedCommand) => {
      parsedCommand.setOptionValue('grantee', readGrantee(parsedCommand.opts<GranteeOptions>()));
    });
}

function readGrantee({ account, group }: GranteeOptions): Grantee {
  if (account !== undefined && group === undefined)
    return { kind: 'account', name: normalizeName(account) };
  if (group !== undefined && account === undefined) return { kind: 'group', name: group };
  throw new CommandError(
    'grantee_missing',
    'Say who the grant is for: --account NAME, or --group NAME.',
  );
}

async function granteeNotFoundError(dataApi: DataApi, { kind, name }: Grantee): Promise<Error> {
  return kind === 'account'
    ? await accountNotFoundError(dataApi, [name])
    : await groupNotFoundError(dataApi, [name]);
}

async function describeGrants(
  { service: dataApi }: Connection,
  target?: string,
): Promise<readonly string[]> {
  const id =
    target === undefined || isUuid(target) ? target : (await resolveNodegroup(dataApi, target)).id;
  const grants = await runQuery(dataApi.read, listGrants(id ?? null));
  return grants.length === 0
    ? ['There are no grants: the defaults of groups decide.']
    : grants.map(formatGrant);
}

function formatGrant({ kind, id, name, account, group, rights }: ListedGrant): string {
  const target =
    kind === 'nodegroup' ? `nodegroup ${name ?? ''} (${id})` : `resource instance ${id}`;
  const grantee = account === null ? `group ${group ?? ''}` : `account ${account}`;
  const rightNames = Object.keys(rights).filter((right) => rights[right] === true);
  return `${target}: ${grantee}: ${joinWords(rightNames, 'nothing')}`;
}
