import { Command } from 'commander';

import { runQuery } from '../../../lib/data-api/query.ts';
import type { Application } from '../../../lib/model/accounts/application.ts';
import { listApplications } from '../../../lib/queries/applications/applications.ts';
import { runOnService } from '../run-on-service.ts';
import { print } from '../run-command.ts';
import { createApplicationCommand } from './application-create.ts';

/** `hds application …`: the applications that get tokens. */
export function applicationCommand(): Command {
  return new Command('application')
    .description('the applications that may get tokens')
    .addCommand(listCommand())
    .addCommand(createApplicationCommand());
}

function listCommand(): Command {
  return new Command('list')
    .description('all applications, with their client ids')
    .action(async (_own: unknown, command: Command) => {
      await runOnService(command, async (data) => {
        const applications = await runQuery(data.read, listApplications(null));
        const lines = applications.map(applicationLine);
        print(
          lines.length === 0 ? ['There are no applications: hds application create NAME'] : lines,
        );
      });
    });
}

function applicationLine(application: Application): string {
  const { name, clientId, clientType, grantType, owner, createdAt, actsAs, redirectUris } =
    application;
  const facts = [
    `${clientType}, ${grantType}`,
    `owner ${owner}`,
    ...(actsAs === null ? [] : [`acts as '${actsAs}'`]),
    ...(redirectUris.length === 0 ? [] : [`redirects to ${redirectUris.join(', ')}`]),
    `registered ${createdAt}`,
  ];
  return `${name} (client_id ${clientId}): ${facts.join('; ')}`;
}
