import type { InputError } from '../../errors.ts';
import {
  defaultProject,
  type MobileProject,
  type ProjectFields,
} from '../../model/mobile-projects/mobile-project.ts';
import type { ProjectSource } from '../../queries/mobile-projects/project-to-change.ts';

export type ProjectEditors = Pick<MobileProject, 'createdBy' | 'lastEditedBy'>;

/** The project after the change, and the problems that prevent it. */
type MergedProject = {
  readonly project: MobileProject;
  readonly problems: readonly InputError[];
};

/**
 * Merges the fields of a request into the stored project, or into the defaults.
 * @param source loaded for the same fields
 */
export function mergeProject(
  id: string,
  fields: ProjectFields,
  editors: ProjectEditors,
  source: ProjectSource,
): MergedProject {
  const before = source.project ?? { ...defaultProject, name: undefined };
  const { startDate, endDate, tileCache, downloadConfig, description, active, cards, name } = {
    ...before,
    ...fields,
  };
  const { users, groups } = { ...before, ...fields };
  const project = {
    id,
    name: name ?? '',
    description,
    active,
    startDate,
    endDate,
    bounds: fields.bounds === undefined ? before.bounds : source.bounds,
    cards,
    createdBy: source.project === null ? editors.createdBy : source.project.createdBy,
    lastEditedBy: editors.lastEditedBy,
    groups: sortIds(groups),
    users: sortIds(users),
    tileCache,
    downloadConfig,
  };
  const missingFields: readonly InputError[] =
    name === undefined
      ? [{ in: 'body', pointer: '/name', code: 'missing', detail: 'name: is required.' }]
      : [];
  return { project, problems: [...missingFields, ...findProjectProblems(project, fields, source)] };
}

const sortIds = (ids: readonly number[]): readonly number[] => ids.toSorted((a, b) => a - b);

function findProjectProblems(
  { startDate, endDate }: MobileProject,
  { users = [], groups = [], cards = [] }: ProjectFields,
  { unknownUsers, unknownGroups, unknownCards, badAreas }: ProjectSource,
): readonly InputError[] {
  return [
    // YYYY-MM-DD texts sort by date.
    ...(startDate !== null && endDate !== null && startDate > endDate
      ? [
          createInvalidFieldProblem(
            '/enddate',
            `enddate: ${endDate} is before the start date ${startDate}.`,
          ),
        ]
      : []),
    ...badAreas.map((reason) =>
      createInvalidFieldProblem('/bounds', `bounds: contains an invalid polygon: ${reason}.`),
    ),
    ...createNotFoundProblems('users', 'account', users, unknownUsers),
    ...createNotFoundProblems('groups', 'group', groups, unknownGroups),
    ...createNotFoundProblems('cards', 'card', cards, unknownCards),
  ];
}

function createNotFoundProblems<Id>(
  field: string,
  kind: string,
  ids: readonly Id[],
  unknownIds: readonly Id[],
): readonly InputError[] {
  return unknownIds.map((id) =>
    createInvalidFieldProblem(
      `/${field}/${ids.indexOf(id)}`,
      `${field}: there is no ${kind} ${String(id)}.`,
    ),
  );
}

function createInvalidFieldProblem(pointer: string, detail: string): InputError {
  return { in: 'body', pointer, code: 'invalid', detail };
}
