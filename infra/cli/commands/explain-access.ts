import type { Command } from 'commander';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { isUuid } from '../../../lib/model/ids.ts';
import type { AccessSubject } from '../../queries/explain-access.ts';
import { findNodegroupById, findResourceId } from '../../queries/grants.ts';
import { anonymousName, normalizeName } from '../account-names.ts';
import { CommandError } from '../command-error.ts';
import { readAccessFacts } from '../explain-access/access-facts.ts';
import { explainAccess } from '../explain-access/explain-access.ts';
import { resolveNodegroup } from '../grant-subject.ts';
import { command, withDatabaseAction } from '../run-command.ts';
import { requireAccount } from '../unknown-name-errors.ts';

/** `hds explain-access …`: what a caller may do, and by which rule. */
export function explainAccessCommand(): Command {
  return withDatabaseAction(
    command(
      'explain-access',
      'what an account may do with a nodegroup or resource instance, and which rule decides',
    )
      .argument(
        '<account>',
        `a username, or ${anonymousName} for callers without a token`,
        normalizeName,
      )
      .argument('<id>', 'id of a resource instance or nodegroup, or graph/name of a nodegroup'),
    async ({ service: data }, username: string, text: string) => {
      const isAnonymous = username === anonymousName;
      const accountId = isAnonymous ? null : (await requireAccount(data, username)).accountId;
      const { subject, title } = await resolveSubject(data, text);
      const caller = isAnonymous ? 'Callers without a token (group Guest)' : `Account ${username}`;
      const facts = await readAccessFacts(data, accountId, subject);
      return [`${caller}, ${title}`, ...explainAccess(facts)];
    },
  );
}

type TitledSubject = { readonly subject: AccessSubject; readonly title: string };

async function resolveSubject(dataApi: DataApi, text: string): Promise<TitledSubject> {
  const resourceId = isUuid(text) ? await runQuery(dataApi.read, findResourceId(text)) : undefined;
  if (resourceId !== undefined) {
    const subject = { kind: 'resource', id: resourceId } as const;
    return { subject, title: `resource instance ${resourceId}` };
  }
  const nodegroup = isUuid(text)
    ? await runQuery(dataApi.read, findNodegroupById(text))
    : await resolveNodegroup(dataApi, text);
  if (nodegroup === undefined) {
    const message = `There is neither a resource instance nor a nodegroup ${text}.`;
    throw new CommandError('unknown_subject', message);
  }
  const { id, name } = nodegroup;
  return { subject: { kind: 'nodegroup', id }, title: `nodegroup ${name} (${id})` };
}
