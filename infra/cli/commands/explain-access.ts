import { Command } from 'commander';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { isUuid } from '../../../lib/model/ids.ts';
import { findAccount } from '../../queries/accounts.ts';
import type { AccessSubject } from '../../queries/explain-access.ts';
import { findNodegroupById, findResourceId } from '../../queries/grants.ts';
import { anonymousName } from '../account-names.ts';
import { explainAccess } from '../explain-access/explain-access.ts';
import { readAccessFacts } from '../explain-access/access-facts.ts';
import { resolveNodegroup } from '../grant-subject.ts';
import { normalizeName } from '../account-names.ts';
import { runOnService } from '../run-on-service.ts';
import { print } from '../run-command.ts';
import { unknownAccountError } from '../unknown-name-errors.ts';

/** There is neither a nodegroup nor a resource instance of that id. */
export class UnknownSubject extends Error {
  readonly code = 'unknown_subject';
}

/** `hds explain-access …`: what somebody may do, and by which rule. */
export function explainAccessCommand(): Command {
  return new Command('explain-access')
    .description(
      'what an account may do with a nodegroup or resource instance, and which rule says so',
    )
    .argument(
      '<account>',
      `a username, or ${anonymousName} for callers without a token`,
      normalizeName,
    )
    .argument('<id>', 'id of a resource instance or nodegroup, or graph/name of a nodegroup')
    .action(async (username: string, text: string, _own: unknown, command: Command) => {
      await runOnService(command, async (data) => print(await explanation(data, username, text)));
    });
}

async function explanation(
  data: DataApi,
  username: string,
  text: string,
): Promise<readonly string[]> {
  const caller = await callerOf(data, username);
  const { subject, title } = await subjectOf(data, text);
  const who = caller === null ? 'Callers without a token (group Guest)' : `Account ${username}`;
  return [`${who}, ${title}`, ...explainAccess(await readAccessFacts(data, caller, subject))];
}

async function callerOf(data: DataApi, username: string): Promise<number | null> {
  if (username === anonymousName) return null;
  const account = await runQuery(data.read, findAccount(username));
  if (account === undefined) throw await unknownAccountError(data, [username]);
  return account.accountId;
}

type TitledSubject = { readonly subject: AccessSubject; readonly title: string };

async function subjectOf(data: DataApi, text: string): Promise<TitledSubject> {
  if (!isUuid(text)) {
    const { id, name } = await resolveNodegroup(data, text);
    return titledNodegroup(id, name);
  }
  const id = await runQuery(data.read, findResourceId(text));
  if (id !== undefined) {
    return { subject: { kind: 'resource', id }, title: `resource instance ${id}` };
  }
  const nodegroup = await runQuery(data.read, findNodegroupById(text));
  if (nodegroup !== undefined) return titledNodegroup(nodegroup.id, nodegroup.name);
  throw new UnknownSubject(`There is neither a resource instance nor a nodegroup ${text}.`);
}

function titledNodegroup(id: string, name: string): TitledSubject {
  return { subject: { kind: 'nodegroup', id }, title: `nodegroup ${name} (${id})` };
}
