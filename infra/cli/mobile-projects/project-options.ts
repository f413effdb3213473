import type { Command } from 'commander';

import type { DataApi } from '../../../lib/data-api/client.ts';
import {
  parseProject,
  type ParsedProject,
} from '../../../lib/http/mobile-projects/project-body.ts';
import { storeProject } from '../../../lib/writing/mobile-projects/change-project.ts';
import { normalizeName } from '../account-names.ts';
import { readJsonFile } from '../import/json-file.ts';
import { findMissingGroups } from '../find-missing-groups.ts';
import { collectValues } from '../repeated-option.ts';
import { unknownAccountError } from '../unknown-name-errors.ts';
import { findProjectReferences } from './find-project-references.ts';

/** What is typed of a project; what is not typed is undefined. */
export type ProjectOptions = {
  readonly description?: string;
  readonly active?: boolean;
  readonly from?: string;
  readonly until?: string;
  readonly bounds?: string;
  readonly boundsFile?: string;
  readonly card?: readonly string[];
} & InviteeOptions;

/** Who is typed to be invited. */
export type InviteeOptions = {
  readonly account?: readonly string[];
  readonly group?: readonly string[];
};

/** The options that say what a project is. */
export function addProjectOptions(command: Command): Command {
  return addInviteeOptions(command)
    .option('--description <text>', 'what it is about')
    .option('--active', 'set it active')
    .option('--no-active', 'set it not active')
    .option('--from <day>', 'its first day, as YYYY-MM-DD')
    .option('--until <day>', 'its last day, as YYYY-MM-DD')
    .option('--bounds <text>', 'its area: polygons as well-known text, longitude first')
    .option('--bounds-file <file>', 'its area: a file of GeoJSON')
    .option('--card <id>', 'a card that is recorded, in its order; may be repeated', collected);
}

/** The options that say who is invited. */
export function addInviteeOptions(command: Command): Command {
  return command
    .option('--account <username>', 'who is invited; may be repeated', collected)
    .option('--group <name>', 'whose members are invited; may be repeated', collected);
}

/** Without a first value, so that nothing typed is told from none. */
function collected(value: string, before: readonly string[] = []): readonly string[] {
  return collectValues(value, before);
}

/**
 * The ids of the accounts and groups that are typed.
 * @throws UnknownAccount, UnknownGroup
 */
export async function resolveInvitees(
  data: DataApi,
  { account = [], group = [] }: InviteeOptions,
): Promise<{ readonly users: readonly number[]; readonly groups: readonly number[] }> {
  const accounts = account.map(normalizeName);
  const known = await findProjectReferences(data, { accounts, groups: group, cards: [] });
  const unknown = accounts.filter((name) => known.account(name) === undefined);
  if (unknown.length > 0) throw await unknownAccountError(data, unknown);
  const missing = await findMissingGroups(data, group);
  if (missing !== undefined) throw missing;
  return {
    users: accounts.flatMap((name) => known.account(name) ?? []),
    groups: group.flatMap((name) => known.group(name) ?? []),
  };
}

/**
 * What is typed of a project, checked as what is sent is. Whoever names one account, group or card names all.
 * @throws UnknownAccount, UnknownGroup
 */
export async function readProjectOptions(
  data: DataApi,
  options: ProjectOptions,
  name?: string,
): Promise<ParsedProject> {
  const { users, groups } = await resolveInvitees(data, options);
  const { description, active, from, until, bounds, boundsFile, card } = options;
  const typed = {
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
    Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined)),
  );
}

/** Stores a project as whoever runs the command line. @throws what storeProject throws */
export async function storeProjectOptions(
  data: DataApi,
  kind: 'create' | 'change',
  id: string,
  { fields, problems = [] }: Partial<ParsedProject>,
): Promise<boolean> {
  const asked = { writer: { kind: 'operator' }, kind, id, fields: fields ?? {}, problems } as const;
  return (await storeProject(data, asked)).isChanged;
}
