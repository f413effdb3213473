import * as z from 'zod';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { InvalidInput } from '../../../lib/errors.ts';
import { parseProject, projectBodySchema } from '../../../lib/http/mobile-projects/project-body.ts';
import { nameUuid } from '../../../lib/model/name-uuid.ts';
import { storeProject } from '../../../lib/writing/mobile-projects/change-project.ts';
import type { ProjectReference } from '../../queries/mobile-projects.ts';
import { findProjectReferences } from './find-project-references.ts';

/** The namespace in which the id of a project without one is derived from its name. */
const namespace = '0f2c9d5e-6a1b-5c3d-9e8f-3b7a1d2c4e60';

const reference = z.union([z.int32(), z.string()]);
const projectLists = z
  .object({
    name: z.string().default(''),
    users: z.array(reference).default([]),
    groups: z.array(reference).default([]),
    cards: z.array(z.string().toLowerCase()).default([]),
    createdby_id: reference.nullable().default(null),
    lasteditedby_id: reference.nullable().default(null),
  })
  .readonly();

/** The outcome of one project of a file. */
export type ImportedProject = {
  readonly name: string;
  readonly outcome: 'written' | 'unchanged' | 'not imported';
  /** The left-out parts, or the reasons why it was not imported. */
  readonly remarks: readonly string[];
};

/**
 * Imports projects, each with all its fields or not at all. Members that the service does not have are ignored; unknown accounts,
 * groups and cards are left out with a remark.
 * @param sent one project, or a list of them, as parseLossless reads it
 */
export async function importProjects(
  data: DataApi,
  sent: unknown,
): Promise<readonly ImportedProject[]> {
  const imported: ImportedProject[] = [];
  for (const project of Array.isArray(sent) ? sent : [sent]) {
    imported.push(await importProject(data, project));
  }
  return imported;
}

async function importProject(data: DataApi, sent: unknown): Promise<ImportedProject> {
  const parsed = projectLists.safeParse(sent);
  if (!parsed.success) {
    const remarks = parsed.error.issues.map(
      ({ path, message }) => `${path.join('.') || 'The project'}: ${message}`,
    );
    return { name: nameOf(sent), outcome: 'not imported', remarks };
  }
  const { name, users, groups, cards, createdby_id, lasteditedby_id } = parsed.data;
  const accounts = [...users, ...[createdby_id, lasteditedby_id].filter((id) => id !== null)];
  const found = await findProjectReferences(data, { accounts, groups, cards });
  const accountId = (account: ProjectReference | null): number | null =>
    account === null ? null : (found.account(account) ?? null);
  const {
    id = nameUuid(namespace, name),
    fields,
    problems,
  } = parseProject({
    ...serviceMembers(sent),
    users: users.flatMap((user) => found.account(user) ?? []),
    groups: groups.flatMap((group) => found.group(group) ?? []),
    cards: cards.filter(found.hasCard),
  });
  const unknown = [
    ...accounts
      .filter((account) => found.account(account) === undefined)
      .map((account) => `account ${account}`),
    ...groups.filter((group) => found.group(group) === undefined).map((group) => `group ${group}`),
    ...cards.filter((card) => !found.hasCard(card)).map((card) => `card ${card}`),
  ];
  try {
    const { isChanged } = await storeProject(data, {
      writer: { kind: 'operator' },
      kind: 'either',
      id,
      fields,
      problems,
      editors: { createdBy: accountId(createdby_id), lastEditedBy: accountId(lasteditedby_id) },
    });
    const remarks = unknown.map((what) => `left out: there is no ${what}.`);
    return { name, outcome: isChanged ? 'written' : 'unchanged', remarks };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const remarks = error.errors.map(({ detail }) => detail);
    return { name: nameOf(sent), outcome: 'not imported', remarks };
  }
}

/** Returns the members of a project that the service has, without others such as those for a map. */
function serviceMembers(sent: unknown): Readonly<Record<string, unknown>> {
  const members = z.record(z.string(), z.unknown()).parse(sent);
  return Object.fromEntries(
    Object.entries(members).filter(([name]) => Object.hasOwn(projectBodySchema.shape, name)),
  );
}

function nameOf(sent: unknown): string {
  const name = sent instanceof Object ? Reflect.get(sent, 'name') : undefined;
  return typeof name === 'string' && name !== '' ? name : 'a project without a name';
}
