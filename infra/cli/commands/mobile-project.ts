import { randomUUID } from 'node:crypto';

import type { Command } from 'commander';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import type { ParsedProject } from '../../../lib/http/mobile-projects/project-body.ts';
import { storeProject } from '../../../lib/writing/mobile-projects/change-project.ts';
import {
  listMobileProjects,
  type ListedProject,
} from '../mobile-projects/queries/mobile-projects.ts';
import { CommandError } from '../command-error.ts';
import type { Connection } from '../connection.ts';
import { readJsonRecords } from '../import/json-file.ts';
import { importProjects } from '../mobile-projects/import-projects.ts';
import {
  addInviteeOptions,
  addProjectOptions,
  readProjectOptions,
  resolveInvitees,
  type InviteeOptions,
  type ProjectOptions,
} from '../mobile-projects/project-options.ts';
import {
  defineCommand,
  defineCommandGroup,
  defineListCommand,
  withDatabaseAction,
} from '../run-command.ts';
import { joinWords, formatPrincipals, pluralize, quoteForShell } from '../text.ts';
import { requireMobileProject } from '../unknown-name-errors.ts';

type EditOptions = ProjectOptions & { readonly name?: string };

/** `hds mobile-project …`: mobile projects, which say who is invited to record what, and where. */
export function mobileProjectCommand(): Command {
  return defineCommandGroup(
    'mobile-project',
    'mobile projects: who is invited to record what, and where',
    [
      defineListCommand(
        'all projects, with who is invited',
        () => listMobileProjects(null),
        formatProject,
        'There are no mobile projects: hds mobile-project create NAME',
      ),
      withDatabaseAction(defineCreateCommand(), createProject),
      withDatabaseAction(defineEditCommand(), editProject),
      withDatabaseAction(defineInviteCommand(), inviteToProject),
      withDatabaseAction(defineImportCommand(), importProjectFile),
    ],
  );
}

function defineCreateCommand(): Command {
  return addProjectOptions(
    defineCommand('create', 'create a project; it is not active without --active').argument(
      '<name>',
      'the name of the project',
    ),
  );
}

function defineEditCommand(): Command {
  return addProjectOptions(
    defineProjectCommand(
      'edit',
      'change a project; options that are not given keep their values; --account, --group and --card replace the whole list',
    ),
  ).option('--name <name>', 'a new name');
}

function defineInviteCommand(): Command {
  return addInviteeOptions(defineProjectCommand('invite', 'invite more accounts and groups'));
}

function defineImportCommand(): Command {
  return defineCommand(
    'import',
    'import projects from a JSON file: one project, or a list of them',
  ).argument('<file>', '.json or .json.gz');
}

/** Creates a command whose argument is a stored project. */
function defineProjectCommand(name: string, description: string): Command {
  return defineCommand(name, description).argument('<project>', 'its name or its id');
}

function formatProject(project: ListedProject): string {
  const { startDate, endDate } = project;
  return `${project.name} (${project.id}): ${[
    project.active ? 'active' : 'not active',
    ...(startDate === null ? [] : [`from ${startDate}`]),
    ...(endDate === null ? [] : [`until ${endDate}`]),
    pluralize(project.cards, 'card'),
    ...(project.hasBounds ? [] : ['no bounds']),
    `for ${joinWords(formatPrincipals(project), 'nobody')}`,
  ].join('; ')}`;
}

const mobileProjectRefusedError = (message: string): CommandError =>
  new CommandError('mobile_project_refused', message);

async function createProject(
  { service: dataApi }: Connection,
  name: string,
  options: ProjectOptions,
): Promise<readonly string[]> {
  const [existing] = await runQuery(dataApi.read, listMobileProjects(name));
  if (existing !== undefined) {
    throw mobileProjectRefusedError(
      `There is a mobile project ${existing.name} already: hds mobile-project edit ${quoteForShell(name)}`,
    );
  }
  const id = randomUUID();
  await storeAsOperator(dataApi, 'create', id, await readProjectOptions(dataApi, options, name));
  return [
    `Mobile project ${name} was created: ${id}`,
    ...(options.account === undefined && options.group === undefined
      ? [`Nobody is invited yet: hds mobile-project invite ${quoteForShell(name)} --group NAME`]
      : []),
  ];
}

async function editProject(
  { service: dataApi }: Connection,
  nameOrId: string,
  options: EditOptions,
): Promise<readonly string[]> {
  const { id, name } = await requireMobileProject(dataApi, nameOrId);
  const changes = await readProjectOptions(dataApi, options, options.name);
  const isChanged = await storeAsOperator(dataApi, 'change', id, changes);
  return [`Mobile project ${name} ${isChanged ? 'was changed' : 'is unchanged'}.`];
}

async function inviteToProject(
  { service: dataApi }: Connection,
  nameOrId: string,
  options: InviteeOptions,
): Promise<readonly string[]> {
  if (options.account === undefined && options.group === undefined) {
    throw mobileProjectRefusedError('Say who is invited, with --account or --group.');
  }
  const { id, name, accountIds, groupIds } = await requireMobileProject(dataApi, nameOrId);
  const { users, groups } = await resolveInvitees(dataApi, options);
  const fields = {
    users: [...new Set([...accountIds, ...users])],
    groups: [...new Set([...groupIds, ...groups])],
  };
  const isChanged = await storeAsOperator(dataApi, 'change', id, { fields, problems: [] });
  return [
    isChanged
      ? `These accounts and groups are invited to ${name} now.`
      : `These accounts and groups were invited to ${name} already.`,
  ];
}

/** Stores a project on behalf of the operator. @returns whether it changed */
async function storeAsOperator(
  dataApi: DataApi,
  kind: 'create' | 'change',
  id: string,
  { fields, problems }: Pick<ParsedProject, 'fields' | 'problems'>,
): Promise<boolean> {
  const writer = { kind: 'operator' } as const;
  return (await storeProject(dataApi, { writer, kind, id, fields, problems })).isChanged;
}

async function importProjectFile(
  { service: dataApi }: Connection,
  file: string,
): Promise<readonly string[]> {
  const results = await importProjects(dataApi, await readJsonRecords(file));
  const outcomes = (['written', 'unchanged', 'not imported'] as const).map(
    (outcome) => `${results.filter((result) => result.outcome === outcome).length} ${outcome}`,
  );
  if (results.some(({ outcome }) => outcome === 'not imported')) process.exitCode = 1;
  return [
    `Mobile projects: ${results.length} read; ${outcomes.join(', ')}`,
    ...results.flatMap(({ name, outcome, remarks }) =>
      remarks.map((remark) => `${name}, ${outcome}: ${remark}`),
    ),
  ];
}
