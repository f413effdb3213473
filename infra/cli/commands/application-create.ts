import { Option, type Command } from 'commander';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { newClientId, newSecret, hashRandomSecret } from '../../../lib/identity/random-secrets.ts';
import {
  findApplicationProblems,
  clientTypes,
  grantTypes,
  type ApplicationDetails,
  type ClientType,
  type GrantType,
} from '../../../lib/model/accounts/application.ts';
import {
  findApplication,
  registerApplication,
} from '../../../lib/queries/applications/applications.ts';
import { addMembers } from '../accounts/queries/groups.ts';
import { normalizeName } from '../accounts/account-names.ts';
import { collectValues } from '../collect-values.ts';
import { CommandError } from '../command-error.ts';
import type { Connection } from '../connection.ts';
import { defineCommand, withDatabaseAction } from '../run-command.ts';
import { quoteForShell } from '../text.ts';
import { findUnknownGroupsError, requireAccount } from '../unknown-name-errors.ts';

type ApplicationOptions = {
  readonly owner: string;
  readonly clientType: ClientType;
  readonly grantType: GrantType;
  readonly redirectUri: readonly string[];
  readonly group: readonly string[];
};

/** `hds application create …` */
export function createApplicationCommand(): Command {
  return withDatabaseAction(
    defineCommand('create', 'register an application; if it has a secret, that is shown only once')
      .argument('<name>', 'what people call it')
      .requiredOption('--owner <username>', 'the account that it belongs to', normalizeName)
      .addOption(
        new Option('--client-type <type>', 'whether it can keep a secret')
          .choices(clientTypes)
          .default('public'),
      )
      .addOption(
        new Option('--grant-type <type>', 'how it gets tokens')
          .choices(grantTypes)
          .default('password'),
      )
      .option('--redirect-uri <uri>', 'where it receives codes; may be repeated', collectValues, [])
      .option(
        '--group <name>',
        'with client-credentials: a group that its own account is in; may be repeated',
        collectValues,
        [],
      ),
    createApplication,
  );
}

async function createApplication(
  { service: dataApi, readOperator }: Connection,
  name: string,
  { owner, clientType, grantType, redirectUri, group: groups }: ApplicationOptions,
): Promise<readonly string[]> {
  const details = { name, clientType, grantType, redirectUris: redirectUri };
  await refuseInvalidApplication(dataApi, details, groups);
  const { accountId: ownerId } = await requireAccount(dataApi, owner);
  const clientId = newClientId();
  const secret = clientType === 'confidential' ? newSecret() : null;
  const secretHash = secret === null ? null : hashRandomSecret(secret);
  const operator = await readOperator();
  const { actsAs } = await dataApi.transaction(async ({ execute }) => {
    const registration = registerApplication(ownerId, clientId, secretHash, details);
    const { applicationId } = await runQuery(execute, registration.recordedBy(operator));
    const application = await runQuery(execute, findApplication(ownerId, applicationId));
    if (application === undefined) throw new Error('The application was not stored.');
    if (application.actsAs !== null) {
      for (const group of groups) {
        await execute(addMembers(group, [application.actsAs]).recordedBy(operator));
      }
    }
    return application;
  });
  return [
    `Application ${name} was registered.`,
    `client_id: ${clientId}`,
    ...(secret === null
      ? []
      : [`client_secret: ${secret}`, 'It is not stored, and not shown again: keep it now.']),
    ...(actsAs === null ? [] : [describeAccount(actsAs, groups)]),
  ];
}

async function refuseInvalidApplication(
  dataApi: DataApi,
  details: ApplicationDetails,
  groups: readonly string[],
): Promise<void> {
  const problems = findApplicationProblems(details).map(({ message }) => message);
  if (groups.length > 0 && details.grantType !== 'client-credentials') {
    problems.push(
      'Groups are for the account of an application with client-credentials; other applications act as their user. Leave out --group.',
    );
  }
  if (problems.length > 0) throw new CommandError('application_refused', problems.join('\n'));
  const groupsError = await findUnknownGroupsError(dataApi, groups);
  if (groupsError !== undefined) throw groupsError;
}

function describeAccount(account: string, groups: readonly string[]): string {
  if (groups.length > 0) return `It acts as account '${account}', in ${groups.join(', ')}.`;
  return `It acts as account '${account}', which is in no group and may do nothing yet. To give it rights: hds group add 'Resource Exporter' ${quoteForShell(account)}`;
}
