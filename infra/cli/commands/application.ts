import type { Command } from 'commander';

import type { Application } from '../../../lib/model/accounts/application.ts';
import { listApplications } from '../../../lib/queries/applications/applications.ts';
import { defineCommandGroup, defineListCommand } from '../run-command.ts';
import { createApplicationCommand } from './application-create.ts';

/** `hds application …`: the applications that may get tokens. */
export function applicationCommand(): Command {
  return defineCommandGroup('application', 'the applications that may get tokens', [
    defineListCommand(
      'all applications, with their client ids',
      listApplications,
      formatApplication,
      'There are no applications: hds application create NAME',
    ),
    createApplicationCommand(),
  ]);
}

function formatApplication(application: Application): string {
  const { name, clientId, clientType, grantType, owner, createdAt } = application;
  const { actsAs, redirectUris } = application;
  const facts = [
    `${clientType}, ${grantType}`,
    `owner ${owner}`,
    ...(actsAs === null ? [] : [`acts as '${actsAs}'`]),
    ...(redirectUris.length === 0 ? [] : [`redirects to ${redirectUris.join(', ')}`]),
    `registered ${createdAt}`,
  ];
  return `${name} (client_id ${clientId}): ${facts.join('; ')}`;
}
