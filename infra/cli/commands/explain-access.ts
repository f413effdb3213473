import type { Command } from 'commander';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { isUuid } from '../../../lib/model/ids.ts';
import type { AccessTarget } from '../rights/queries/explain-access.ts';
import { findNodegroupById, findResourceId } from '../rights/queries/grant-targets.ts';
import { anonymousName, normalizeName } from '../accounts/account-names.ts';
import { CommandError } from '../command-error.ts';
import { readAccessFacts } from '../rights/explain-access/access-facts.ts';
import { explainAccess } from '../rights/explain-access/explain-access.ts';
import { resolveNodegroup } from '../rights/grant-target.ts';
import { defineCommand, withDatabaseAction } from '../run-command.ts';
import { requireAccount } from '../unknown-name-errors.ts';

/** `hds explain-access …`: what a caller may do, and by which rule. */
export function explainAccessCommand(): Command {
  return withDatabaseAction(
    defineCommand(
      'explain-access',
      'what an account may do with a nodegroup or resource instance, and which rule decides',
    )
      .argument(
        '<account>',
        `a username, or ${anonymousName} for callers without a token`,
        normalizeName,
      )
      .argument('<id>', 'id of a resource instance or nodegroup, or graph/name of a nodegroup'),
    async ({ service: dataApi }, username: string, idOrPath: string) => {
      const isAnonymous = username === anonymousName;
      const accountId = isAnonymous ? null : (await requireAccount(dataApi, username)).accountId;
      const { target, title } = await resolveTarget(dataApi, idOrPath);
      const caller = isAnonymous ? 'Callers without a token (group Guest)' : `Account ${username}`;
      const facts = await readAccessFacts(dataApi, accountId, target);
      return [`${caller}, ${title}`, ...explainAccess(facts)];
    },
  );
}

type TitledTarget = { readonly target: AccessTarget; readonly title: string };

async function resolveTarget(dataApi: DataApi, idOrPath: string): Promise<TitledTarget> {
  const resourceId = isUuid(idOrPath)
    ? await runQuery(dataApi.read, findResourceId(idOrPath))
    : undefined;
  if (resourceId !== undefined) {
    const target = { kind: 'resource', id: resourceId } as const;
    return { target, title: `resource instance ${resourceId}` };
  }
  const nodegroup = isUuid(idOrPath)
    ? await runQuery(dataApi.read, findNodegroupById(idOrPath))
    : await resolveNodegroup(dataApi, idOrPath);
  if (nodegroup === undefined) {
    const message = `There is neither a resource instance nor a nodegroup ${idOrPath}.`;
    throw new CommandError('unknown_subject', message);
  }
  const { id, name } = nodegroup;
  return { target: { kind: 'nodegroup', id }, title: `nodegroup ${name} (${id})` };
}
