import * as z from 'zod';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { InvalidInput } from '../../../lib/errors.ts';
import { parseProject, projectBody } from '../../../lib/http/mobile-projects/project-body.ts';
import { nameUuid } from '../../../lib/model/name-uuid.ts';
import { storeProject } from '../../../lib/writing/mobile-projects/change-project.ts';
import type { ProjectReference } from '../../queries/mobile-projects.ts';
import { findProjectReferences } from './find-project-references.ts';

/** The namespace of ids that are made of names: a project without an id is the same one each time. */
const namespace = '0f2c9d5e-6a1b-5c3d-9e8f-3b7a1d2c4e60';

const reference = z.union([z.int32(), z.string()]);
const lists = z
  .object({
    name: z.string().default(''),
    users: z.array(reference).default([]),
    groups: z.array(reference).default([]),
    cards: z.array(z.string().toLowerCase()).default([]),
    createdby_id: reference.nullable().default(null),
    lasteditedby_id: reference.nullable().default(null),
  })
  .readonly();

/** What became of one project of a file. */
export type ImportedProject = {
  readonly name: string;
  readonly outcome: 'written' | 'as before' | 'not imported';
  /** What was left out of it, or why it could not go in. */
  readonly remarks: readonly string[];
};

/**
 * Imports projects, each whole or not at all. What they say besides what the service knows of projects is passed over; accounts, groups and cards
 * that there are none of are left out, and told.
 * @param sent one project, or a list of them, as parseLossless reads it
 */
export async function importProjects(
  data: DataApi,
  sent: unknown,
): Promise<readonly ImportedProject[]> {
  const outcomes: ImportedProject[] = [];
  for (const project of Array.isArray(sent) ? sent : [sent]) {
    outcomes.push(await importProject(data, project));
  }
  return outcomes;
}

async function importProject(data: DataApi, sent: unknown): Promise<ImportedProject> {
  const parsed = lists.safeParse(sent);
  if (!parsed.success) {
    const remarks = parsed.error.issues.map(
      ({ path, message }) => `${path.join('.') || 'The project'}: ${message}`,
    );
    return { name: nameOf(sent), outcome: 'not imported', remarks };
  }
  const { users, groups, cards, ...said } = parsed.data;
  const editors = [said.createdby_id, said.lasteditedby_id].filter((id) => id !== null);
  const known = await findProjectReferences(data, {
    accounts: [...users, ...editors],
    groups,
    cards,
  });
  const idOf = (account: ProjectReference | null): number | null =>
    account === null ? null : (known.account(account) ?? null);
  const body = {
    ...knownFields(sent),
    users: users.flatMap((user) => known.account(user) ?? []),
    groups: groups.flatMap((group) => known.group(group) ?? []),
    cards: cards.filter(known.hasCard),
  };
  const { id = nameUuid(namespace, said.name), fields, problems } = parseProject(body);
  const unknown = [
    ...[...users, ...editors]
      .filter((account) => known.account(account) === undefined)
      .map((account) => `account ${account}`),
    ...groups.filter((group) => known.group(group) === undefined).map((group) => `group ${group}`),
    ...cards.filter((card) => !known.hasCard(card)).map((card) => `card ${card}`),
  ];
  const remarks = unknown.map((what) => `left out: there is no ${what}.`);
  try {
    const { isChanged } = await storeProject(data, {
      writer: { kind: 'operator' },
      kind: 'either',
      id,
      fields,
      problems,
      editors: { createdBy: idOf(said.createdby_id), lastEditedBy: idOf(said.lasteditedby_id) },
    });
    return { name: said.name, outcome: isChanged ? 'written' : 'as before', remarks };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const wrong = error.errors.map(({ detail }) => detail);
    return { name: nameOf(sent), outcome: 'not imported', remarks: wrong };
  }
}

/** The members of a project that the service knows of: others, such as those for a map, say nothing to it. */
function knownFields(sent: unknown): Readonly<Record<string, unknown>> {
  const known = z.record(z.string(), z.unknown()).parse(sent);
  return Object.fromEntries(
    Object.entries(known).filter(([name]) => Object.hasOwn(projectBody.shape, name)),
  );
}

function nameOf(sent: unknown): string {
  const name = sent instanceof Object ? Reflect.get(sent, 'name') : undefined;
  return typeof name === 'string' && name !== '' ? name : 'a project without a name';
}
