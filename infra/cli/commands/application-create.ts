import { Command, Option } from 'commander';

import {
  applicationProblems,
  clientTypes,
  grantTypes,
  type Application,
  type ApplicationDetails,
  type ClientType,
  type GrantType,
} from '../../../lib/model/accounts/application.ts';
import { newClientId, newSecret, secretHash } from '../../../lib/identity/secrets.ts';
import type { DataApi, Transaction } from '../../../lib/data-api/client.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { findAccount } from '../../queries/accounts.ts';
import {
  findApplication,
  registerApplication,
} from '../../../lib/queries/applications/applications.ts';
import { addMembers } from '../../queries/groups.ts';
import { normalizeName } from '../account-names.ts';
import { findMissingGroups } from '../find-missing-groups.ts';
import { runOnService } from '../run-on-service.ts';
import { collectValues } from '../repeated-option.ts';
import { print } from '../run-command.ts';
import { unknownAccountError } from '../unknown-name-errors.ts';
import { quoteForShell } from '../text.ts';

/** An application cannot be registered as asked. */
export class ApplicationRefused extends Error {
  readonly code = 'application_refused';
}

type Options = {
  readonly owner: string;
  readonly clientType: ClientType;
  readonly grantType: GrantType;
  readonly redirectUri: readonly string[];
  readonly group: readonly string[];
};

/** `hds application create …` */
export function createApplicationCommand(): Command {
  return new Command('create')
    .description('register an application; its secret, where it has one, is shown once')
    .argument('<name>', 'what people call it')
    .requiredOption('--owner <username>', 'the account that it belongs to', normalizeName)
    .addOption(
      choice('--client-type <type>', 'whether it can keep a secret', clientTypes, 'public'),
    )
    .addOption(choice('--grant-type <type>', 'how it gets tokens', grantTypes, 'password'))
    .option('--redirect-uri <uri>', 'where it receives codes; may be repeated', collectValues, [])
    .option(
      '--group <name>',
      'with client-credentials: a group that its own account is in; may be repeated',
      collectValues,
      [],
    )
    .action(async (name: string, options: Options, command: Command) => {
      await runOnService(command, async (data) => print(await create(data, name, options)));
    });
}

function choice(
  flags: string,
  description: string,
  choices: readonly string[],
  first: string,
): Option {
  return new Option(flags, description).choices(choices).default(first);
}

async function create(data: DataApi, name: string, options: Options): Promise<readonly string[]> {
  const details: ApplicationDetails = {
    name,
    clientType: options.clientType,
    grantType: options.grantType,
    redirectUris: options.redirectUri,
  };
  await refuseUnusable(data, details, options);
  const owner = await runQuery(data.read, findAccount(options.owner));
  if (owner === undefined) throw await unknownAccountError(data, [options.owner]);
  const clientId = newClientId();
  const secret = details.clientType === 'confidential' ? newSecret() : null;
  const hash = secret === null ? null : secretHash(secret);
  const application = await data.transaction((transaction) =>
    register(transaction, owner.accountId, { clientId, hash, details, groups: options.group }),
  );
  return [
    `Application ${application.name} was registered.`,
    `client_id: ${clientId}`,
    ...(secret === null
      ? []
      : [`client_secret: ${secret}`, 'It is not stored, and not shown again: keep it now.']),
    ...serviceAccountLines(application, options),
  ];
}

async function refuseUnusable(
  data: DataApi,
  details: ApplicationDetails,
  { group }: Options,
): Promise<void> {
  const problems = applicationProblems(details).map(({ message }) => message);
  if (group.length > 0 && details.grantType !== 'client-credentials') {
    problems.push(
      'Groups are for the account of an application with client-credentials; others act as their user.',
    );
  }
  if (problems.length > 0) throw new ApplicationRefused(problems.join('\n'));
  const missing = await findMissingGroups(data, group);
  if (missing !== undefined) throw missing;
}

type Registration = {
  readonly clientId: string;
  readonly hash: string | null;
  readonly details: ApplicationDetails;
  readonly groups: readonly string[];
};

async function register(
  transaction: Transaction,
  owner: number,
  { clientId, hash, details, groups }: Registration,
): Promise<Application> {
  const query = registerApplication(owner, clientId, hash, details);
  const { applicationId } = await runQuery(transaction.execute, query);
  const application = await runQuery(transaction.execute, findApplication(owner, applicationId));
  if (application === undefined) throw new Error('The application is not there.');
  if (application.actsAs !== null) {
    for (const group of groups) {
      await transaction.execute(addMembers(group, [application.actsAs]));
    }
  }
  return application;
}

function serviceAccountLines({ actsAs }: Application, { group }: Options): readonly string[] {
  if (actsAs === null) return [];
  if (group.length > 0) return [`It acts as account '${actsAs}', in ${group.join(', ')}.`];
  return [
    `It acts as account '${actsAs}', which is in no group and may do nothing yet. To let it: hds group add 'Resource Exporter' ${quoteForShell(actsAs)}`,
  ];
}
