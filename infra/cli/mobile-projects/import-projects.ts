import * as z from 'zod';

import type { DataApi } from '../../../lib/data-api/client.ts';
import { InvalidInput } from '../../../lib/errors.ts';
import { parseProject, projectBodySchema } from '../../../lib/http/mobile-projects/project-body.ts';
import { deriveNameUuid } from '../../../lib/model/name-uuid.ts';
import { storeProject } from '../../../lib/writing/mobile-projects/change-project.ts';
import type { ProjectReference } from './queries/mobile-projects.ts';
import type { JsonRecords } from '../import/json-file.ts';
import { groupRepeatedMembers } from '../import/repeated-members.ts';
import { findProjectReferences } from './find-project-references.ts';

/** The UUID namespace for projects without an id: their ids are computed from it and from their names. */
const projectIdNamespace = '0f2c9d5e-6a1b-5c3d-9e8f-3b7a1d2c4e60';

const referenceSchema = z.union([z.int32(), z.string()]);
const projectSchema = z
  .object({
    name: z.string().default(''),
    users: z.array(referenceSchema).default([]),
    groups: z.array(referenceSchema).default([]),
    cards: z.array(z.string().toLowerCase()).default([]),
    createdby_id: referenceSchema.nullable().default(null),
    lasteditedby_id: referenceSchema.nullable().default(null),
  })
  .readonly();

/** The result for one project of a file. */
export type ProjectResult = {
  readonly name: string;
  readonly outcome: 'written' | 'unchanged' | 'not imported';
  /** What was left out, or why the project was not imported. */
  readonly remarks: readonly string[];
};

/**
 * Imports projects. A project with an invalid field is not imported. JSON members that the service does not know are ignored;
 * unknown accounts, groups and cards are left out with a remark.
 * @param records one project, or a list of them
 * @throws FileFormatError if members outside of the projects are repeated
 */
export async function importProjects(
  dataApi: DataApi,
  { json, repeated }: JsonRecords,
): Promise<readonly ProjectResult[]> {
  const results: ProjectResult[] = [];
  const projects: readonly unknown[] = Array.isArray(json) ? json : [json];
  const pointers = projects.map((_, index) => (Array.isArray(json) ? `/${index}` : ''));
  const repeatedByProject = groupRepeatedMembers(repeated, pointers);
  for (const [index, project] of projects.entries()) {
    const members = repeatedByProject.get(pointers[index] ?? '');
    results.push(
      members === undefined
        ? await importProject(dataApi, project)
        : refuseProject(
            project,
            members.map(({ pointer, message }) => `${pointer}: ${message}`),
          ),
    );
  }
  return results;
}

function refuseProject(project: unknown, remarks: readonly string[]): ProjectResult {
  return { name: describeProject(project), outcome: 'not imported', remarks };
}

async function importProject(dataApi: DataApi, project: unknown): Promise<ProjectResult> {
  const parsed = projectSchema.safeParse(project);
  if (!parsed.success) {
    const remarks = parsed.error.issues.map(
      ({ path, message }) => `${path.join('.') || 'The project'}: ${message}`,
    );
    return refuseProject(project, remarks);
  }
  const { name, users, groups, cards, createdby_id, lasteditedby_id } = parsed.data;
  const accounts = [...users, ...[createdby_id, lasteditedby_id].filter((id) => id !== null)];
  const references = await findProjectReferences(dataApi, { accounts, groups, cards });
  const findEditorId = (account: ProjectReference | null): number | null =>
    account === null ? null : (references.findIdOfAccount(account) ?? null);
  const {
    id = deriveNameUuid(projectIdNamespace, name),
    fields,
    problems,
  } = parseProject({
    ...pickKnownMembers(project),
    users: users.flatMap((user) => references.findIdOfAccount(user) ?? []),
    groups: groups.flatMap((group) => references.findIdOfGroup(group) ?? []),
    cards: cards.filter(references.hasCard),
  });
  const unknownReferences = [
    ...accounts
      .filter((account) => references.findIdOfAccount(account) === undefined)
      .map((account) => `account ${account}`),
    ...groups
      .filter((group) => references.findIdOfGroup(group) === undefined)
      .map((group) => `group ${group}`),
    ...cards.filter((card) => !references.hasCard(card)).map((card) => `card ${card}`),
  ];
  try {
    const { isChanged } = await storeProject(dataApi, {
      writer: { kind: 'operator' },
      kind: 'either',
      id,
      fields,
      problems,
      editors: {
        createdBy: findEditorId(createdby_id),
        lastEditedBy: findEditorId(lasteditedby_id),
      },
    });
    const remarks = unknownReferences.map((reference) => `left out: there is no ${reference}.`);
    return { name, outcome: isChanged ? 'written' : 'unchanged', remarks };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return refuseProject(
      project,
      error.errors.map(({ detail }) => detail),
    );
  }
}

/** Returns the members of a project that the service knows, without others such as those for a map. */
function pickKnownMembers(project: unknown): Readonly<Record<string, unknown>> {
  const members = z.record(z.string(), z.unknown()).parse(project);
  return Object.fromEntries(
    Object.entries(members).filter(([name]) => Object.hasOwn(projectBodySchema.shape, name)),
  );
}

function describeProject(project: unknown): string {
  const name = project instanceof Object ? Reflect.get(project, 'name') : undefined;
  return typeof name === 'string' && name !== '' ? name : 'a project without a name';
}
