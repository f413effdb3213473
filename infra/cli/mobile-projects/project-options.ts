import { Option, type Command } from 'commander';

import type { DataApi } from '../../../lib/data-api/client.ts';
import {
  parseProject,
  type ParsedProject,
} from '../../../lib/http/mobile-projects/project-body.ts';
import { normalizeName } from '../accounts/account-names.ts';
import { collectValues } from '../collect-values.ts';
import { readJsonFile } from '../import/json-file.ts';
import { findUnknownGroupsError, accountNotFoundError } from '../unknown-name-errors.ts';
import { findProjectReferences } from './find-project-references.ts';

/** The options that describe a project; undefined for options that are not given. */
export type ProjectOptions = {
  readonly description?: string;
  readonly active?: boolean;
  readonly from?: string;
  readonly until?: string;
  readonly bounds?: string;
  readonly boundsFile?: string;
  readonly card?: readonly string[];
} & InviteeOptions;

/** The options that name the invited accounts and groups. */
export type InviteeOptions = {
  readonly account?: readonly string[];
  readonly group?: readonly string[];
};

/** Adds the options that describe a project. */
export function addProjectOptions(command: Command): Command {
  return addInviteeOptions(command)
    .option('--description <text>', 'what it is about')
    .option('--active', 'make it active')
    .option('--no-active', 'make it inactive')
    .option('--from <day>', 'its first day, as YYYY-MM-DD')
    .option('--until <day>', 'its last day, as YYYY-MM-DD')
    .option('--bounds <text>', 'its area: polygons as well-known text, longitude first')
    .addOption(
      new Option('--bounds-file <file>', 'its area: a file of GeoJSON').conflicts('bounds'),
    )
    .option('--card <id>', 'a card to record; may be repeated, in order', collectValues);
}

/** Adds the options that name the invited accounts and groups. */
export function addInviteeOptions(command: Command): Command {
  return command
    .option('--account <username>', 'who is invited; may be repeated', collectValues)
    .option('--group <name>', 'whose members are invited; may be repeated', collectValues);
}

/** Finds the ids of the accounts and groups that options name. @throws CommandError for unknown names */
export async function resolveInvitees(
  dataApi: DataApi,
  { account = [], group = [] }: InviteeOptions,
): Promise<{ readonly users: readonly number[]; readonly groups: readonly number[] }> {
  const accounts = account.map(normalizeName);
  const references = await findProjectReferences(dataApi, { accounts, groups: group, cards: [] });
  const unknownAccounts = accounts.filter((name) => references.findIdOfAccount(name) === undefined);
  if (unknownAccounts.length > 0) throw await accountNotFoundError(dataApi, unknownAccounts);
  const groupsError = await findUnknownGroupsError(dataApi, group);
  if (groupsError !== undefined) throw groupsError;
  return {
    users: accounts.flatMap((name) => references.findIdOfAccount(name) ?? []),
    groups: group.flatMap((name) => references.findIdOfGroup(name) ?? []),
  };
}

/**
 * Reads a project from options, with the same checks as for a project in a request. Options that name accounts, groups or
 * cards replace the whole list.
 * @throws CommandError for unknown names
 */
export async function readProjectOptions(
  dataApi: DataApi,
  options: ProjectOptions,
  name?: string,
): Promise<ParsedProject> {
  const { users, groups } = await resolveInvitees(dataApi, options);
  const { description, active, from, until, bounds, boundsFile, card } = options;
  const members = {
    name,
    description,
    active,
    startdate: from,
    enddate: until,
    bounds: boundsFile === undefined ? bounds : await readJsonFile(boundsFile),
    cards: card,
    users: options.account === undefined ? undefined : users,
    groups: options.group === undefined ? undefined : groups,
  };
  return parseProject(
    Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)),
  );
}
