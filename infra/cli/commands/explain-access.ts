import { Command } from 'commander';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { run } from '../../../lib/data-api/query.ts';
import { isUuid } from '../../../lib/model/ids.ts';
import { findAccount } from '../../queries/accounts.ts';
import type { AccessSubject } from '../../queries/explain-access.ts';
import { findNodegroup, findResource } from '../../queries/grants.ts';
import { anonymousName } from '../account-problems.ts';
import { explain } from '../explain-access/explain.ts';
import { readAccessFacts } from '../explain-access/facts.ts';
import { resolveNodegroup } from '../grant-subject.ts';
import { composed } from '../account-problems.ts';
import { onService } from '../on-service.ts';
import { print } from '../run.ts';
import { unknownAccount } from '../unknown-names.ts';

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
    .argument('<account>', `a username, or ${anonymousName} for callers without a token`, composed)
    .argument('<id>', 'id of a resource instance or nodegroup, or graph/name of a nodegroup')
    .action(async (username: string, text: string, _own: unknown, command: Command) => {
      await onService(command, async (data) => print(await explanation(data, username, text)));
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
  return [`${who}, ${title}`, ...explain(await readAccessFacts(data, caller, subject))];
}

async function callerOf(data: DataApi, username: string): Promise<number | null> {
  if (username === anonymousName) return null;
  const account = await run(data.read, findAccount(username));
  if (account === undefined) throw await unknownAccount(data, [username]);
  return account.accountId;
}

type TitledSubject = { readonly subject: AccessSubject; readonly title: string };

async function subjectOf(data: DataApi, text: string): Promise<TitledSubject> {
  if (!isUuid(text)) {
    const { id, name } = await resolveNodegroup(data, text);
    return titledNodegroup(id, name);
  }
  const id = await run(data.read, findResource(text));
  if (id !== undefined) {
    return { subject: { kind: 'resource', id }, title: `resource instance ${id}` };
  }
  const nodegroup = await run(data.read, findNodegroup(text));
  if (nodegroup !== undefined) return titledNodegroup(nodegroup.id, nodegroup.name);
  throw new UnknownSubject(`There is neither a resource instance nor a nodegroup ${text}.`);
}

function titledNodegroup(id: string, name: string): TitledSubject {
  return { subject: { kind: 'nodegroup', id }, title: `nodegroup ${name} (${id})` };
}
