import { randomUUID } from 'node:crypto';

import { Command } from 'commander';

import { run } from '../../../lib/data-api/query.ts';
import { listMobileProjects } from '../../queries/mobile-projects.ts';
import {
  invited,
  invitedOptions,
  projectOptions,
  storeTyped,
  typedProject,
  type InvitedOptions,
  type ProjectOptions,
} from '../mobile-projects/project-options.ts';
import { theProject } from '../mobile-projects/the-project.ts';
import { onService } from '../on-service.ts';
import { print } from '../run.ts';
import { quoted } from '../words.ts';

/** A mobile project cannot be as it was asked for. */
export class MobileProjectRefused extends Error {
  readonly code = 'mobile_project_refused';
}

/** `hds mobile-project create …` */
export function createProjectCommand(): Command {
  return projectOptions(
    new Command('create')
      .description('make a project; it is not active unless --active says so')
      .argument('<name>', 'what it is called'),
  ).action(async (name: string, options: ProjectOptions, command: Command) => {
    await onService(command, async (data) => {
      const [same] = await run(data.read, listMobileProjects(name));
      if (same !== undefined) {
        throw new MobileProjectRefused(
          `There is a mobile project ${same.name} already: hds mobile-project edit ${quoted(name)}`,
        );
      }
      const id = randomUUID();
      await storeTyped(data, 'create', id, await typedProject(data, options, name));
      print([
        `Mobile project ${name} was made: ${id}`,
        ...(options.account === undefined && options.group === undefined
          ? [`Nobody is invited yet: hds mobile-project invite ${quoted(name)} --group NAME`]
          : []),
      ]);
    });
  });
}

type EditOptions = ProjectOptions & { readonly name?: string };

/** `hds mobile-project edit …` */
export function editProjectCommand(): Command {
  return projectOptions(
    new Command('edit')
      .description(
        'change a project; what is not said stays as it is, and whoever names one account, group or card names all',
      )
      .argument('<project>', 'its name or its id'),
  )
    .option('--name <name>', 'another name')
    .action(async (named: string, options: EditOptions, command: Command) => {
      await onService(command, async (data) => {
        const { id, name } = await theProject(data, named);
        const sent = await typedProject(data, options, options.name);
        const isChanged = await storeTyped(data, 'change', id, sent);
        print([`Mobile project ${name} ${isChanged ? 'was changed' : 'is as it was'}.`]);
      });
    });
}

/** `hds mobile-project invite …` */
export function inviteCommand(): Command {
  return invitedOptions(
    new Command('invite')
      .description('invite accounts and groups, besides those that are invited')
      .argument('<project>', 'its name or its id'),
  ).action(async (named: string, options: InvitedOptions, command: Command) => {
    if (options.account === undefined && options.group === undefined) {
      throw new MobileProjectRefused('Say who is invited with --account or --group.');
    }
    await onService(command, async (data) => {
      const { id, name, accountIds, groupIds } = await theProject(data, named);
      const { users, groups } = await invited(data, options);
      const fields = {
        users: [...new Set([...accountIds, ...users])],
        groups: [...new Set([...groupIds, ...groups])],
      };
      const isChanged = await storeTyped(data, 'change', id, { fields });
      print([
        isChanged ? `They are invited to ${name} now.` : `They were invited to ${name} already.`,
      ]);
    });
  });
}
