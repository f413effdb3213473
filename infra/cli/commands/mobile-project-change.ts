import { randomUUID } from 'node:crypto';

import { Command } from 'commander';

import { runQuery } from '../../../lib/data-api/query.ts';
import { listMobileProjects } from '../../queries/mobile-projects.ts';
import {
  resolveInvitees,
  addInviteeOptions,
  addProjectOptions,
  storeProjectOptions,
  readProjectOptions,
  type InviteeOptions,
  type ProjectOptions,
} from '../mobile-projects/project-options.ts';
import { findMobileProject } from '../mobile-projects/find-mobile-project.ts';
import { runOnService } from '../run-on-service.ts';
import { print } from '../run-command.ts';
import { quoteForShell } from '../text.ts';

/** A mobile project cannot be as it was asked for. */
export class MobileProjectRefused extends Error {
  readonly code = 'mobile_project_refused';
}

/** `hds mobile-project create …` */
export function createProjectCommand(): Command {
  return addProjectOptions(
    new Command('create')
      .description('make a project; it is not active unless --active says so')
      .argument('<name>', 'what it is called'),
  ).action(async (name: string, options: ProjectOptions, command: Command) => {
    await runOnService(command, async (data) => {
      const [same] = await runQuery(data.read, listMobileProjects(name));
      if (same !== undefined) {
        throw new MobileProjectRefused(
          `There is a mobile project ${same.name} already: hds mobile-project edit ${quoteForShell(name)}`,
        );
      }
      const id = randomUUID();
      await storeProjectOptions(data, 'create', id, await readProjectOptions(data, options, name));
      print([
        `Mobile project ${name} was made: ${id}`,
        ...(options.account === undefined && options.group === undefined
          ? [`Nobody is invited yet: hds mobile-project invite ${quoteForShell(name)} --group NAME`]
          : []),
      ]);
    });
  });
}

type EditOptions = ProjectOptions & { readonly name?: string };

/** `hds mobile-project edit …` */
export function editProjectCommand(): Command {
  return addProjectOptions(
    new Command('edit')
      .description(
        'change a project; what is not said stays as it is, and whoever names one account, group or card names all',
      )
      .argument('<project>', 'its name or its id'),
  )
    .option('--name <name>', 'another name')
    .action(async (named: string, options: EditOptions, command: Command) => {
      await runOnService(command, async (data) => {
        const { id, name } = await findMobileProject(data, named);
        const sent = await readProjectOptions(data, options, options.name);
        const isChanged = await storeProjectOptions(data, 'change', id, sent);
        print([`Mobile project ${name} ${isChanged ? 'was changed' : 'is as it was'}.`]);
      });
    });
}

/** `hds mobile-project invite …` */
export function inviteCommand(): Command {
  return addInviteeOptions(
    new Command('invite')
      .description('invite accounts and groups, besides those that are invited')
      .argument('<project>', 'its name or its id'),
  ).action(async (named: string, options: InviteeOptions, command: Command) => {
    if (options.account === undefined && options.group === undefined) {
      throw new MobileProjectRefused('Say who is invited with --account or --group.');
    }
    await runOnService(command, async (data) => {
      const { id, name, accountIds, groupIds } = await findMobileProject(data, named);
      const { users, groups } = await resolveInvitees(data, options);
      const fields = {
        users: [...new Set([...accountIds, ...users])],
        groups: [...new Set([...groupIds, ...groups])],
      };
      const isChanged = await storeProjectOptions(data, 'change', id, { fields });
      print([
        isChanged ? `They are invited to ${name} now.` : `They were invited to ${name} already.`,
      ]);
    });
  });
}
