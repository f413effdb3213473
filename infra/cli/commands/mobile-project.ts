import { Command } from 'commander';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { listMobileProjects, type ListedProject } from '../../queries/mobile-projects.ts';
import { readJsonFile } from '../import/json-file.ts';
import { importProjects, type ImportedProject } from '../mobile-projects/import-projects.ts';
import { runOnService } from '../run-on-service.ts';
import { print } from '../run-command.ts';
import { pluralize } from '../text.ts';
import {
  createProjectCommand,
  editProjectCommand,
  inviteCommand,
} from './mobile-project-change.ts';

/** `hds mobile-project …`: who is invited to record what, and where. */
export function mobileProjectCommand(): Command {
  return new Command('mobile-project')
    .description('mobile projects: who is invited to record what, and where')
    .addCommand(listCommand())
    .addCommand(createProjectCommand())
    .addCommand(editProjectCommand())
    .addCommand(inviteCommand())
    .addCommand(importCommand());
}

function listCommand(): Command {
  return new Command('list')
    .description('all projects, with who is invited')
    .action(async (_own: unknown, command: Command) => {
      await runOnService(command, async (data) => {
        const projects = await runQuery(data.read, listMobileProjects(null));
        print(
          projects.length === 0
            ? ['There are no mobile projects: hds mobile-project create NAME']
            : projects.map(line),
        );
      });
    });
}

function line(project: ListedProject): string {
  const { startDate, endDate, accounts, groups } = project;
  const invited = [
    ...accounts.map((name) => `account ${name}`),
    ...groups.map((name) => `group ${name}`),
  ];
  return `${project.name} (${project.id}): ${[
    project.active ? 'active' : 'not active',
    ...(startDate === null ? [] : [`from ${startDate}`]),
    ...(endDate === null ? [] : [`until ${endDate}`]),
    pluralize(project.cards, 'card'),
    ...(project.hasBounds ? [] : ['no bounds']),
    `for ${invited.join(', ') || 'nobody'}`,
  ].join('; ')}`;
}

function importCommand(): Command {
  return new Command('import')
    .description('bring projects in from a JSON file: one project, or a list of them')
    .argument('<file>', '.json or .json.gz')
    .action(async (file: string, _own: unknown, command: Command) => {
      await runOnService(command, (data) => importFile(data, file));
    });
}

async function importFile(data: DataApi, file: string): Promise<void> {
  const imported = await importProjects(data, await readJsonFile(file));
  print([
    summary(imported),
    ...imported.flatMap(({ name, outcome, remarks }) =>
      remarks.map((remark) => `${name}, ${outcome}: ${remark}`),
    ),
  ]);
  if (imported.some(({ outcome }) => outcome === 'not imported')) process.exitCode = 1;
}

function summary(imported: readonly ImportedProject[]): string {
  const outcomes = (['written', 'as before', 'not imported'] as const).map(
    (wanted) => `${imported.filter(({ outcome }) => outcome === wanted).length} ${wanted}`,
  );
  return `Mobile projects: ${imported.length} read; ${outcomes.join(', ')}`;
}
