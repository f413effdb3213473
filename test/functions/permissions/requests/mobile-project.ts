import type { Access } from '../../../support/world/access.ts';
import { expectedModel } from './graph.ts';
import { rotate, type ChooseRequests, type RequestsByOperation } from '../walk-request.ts';
import { sentinelsOf, unknownId } from '../../../support/world/sentinels.ts';
import { listNodegroups, type WorldNodegroup, type World } from '../../../support/world/world.ts';

/** A mobile project with a card of each nodegroup and without bounds, and who is invited to it. */
export type WorldProject = {
  readonly id: string;
  readonly name: string;
  readonly account: number | null;
  readonly group: number | null;
};

/** One project for each account and each group, and one to which nobody is invited. */
export function worldProjects({ rights }: World): readonly WorldProject[] {
  // The hyphen at the end keeps one name from being the beginning of another.
  const namedProjects = [
    { name: 'project-for-nobody', account: null, group: null },
    ...rights.account.map(({ account_id: id }) => ({
      name: `project-for-account-${id}-`,
      account: id,
      group: null,
    })),
    ...rights.account_group.map(({ account_group_id: id }) => ({
      name: `project-for-group-${id}-`,
      account: null,
      group: id,
    })),
  ];
  return namedProjects.map((project, index) => ({
    ...project,
    id: `71000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  }));
}

/** The id of the card of a nodegroup. */
export const cardIdOf = ({ id }: Pick<WorldNodegroup, 'id'>): string => id.replace(/^b/, '7');

function isInvited(access: Access, { account, group }: WorldProject): boolean {
  if (access.accountId === null) return false;
  return access.accountId === account || (group !== null && access.groupIds.includes(group));
}

/** Whether a caller may see a project: those who are invited, and administrators. */
export function mayKnowProject(access: Access, project: WorldProject): boolean {
  return access.isAdministrator || isInvited(access, project);
}

/** The cards that a caller may see, and the others. */
function cardsFor(world: World, access: Access) {
  const { readable = [], unreadable = [] } = Object.groupBy(listNodegroups(world), ({ id }) =>
    access.mayRead(id) ? 'readable' : 'unreadable',
  );
  return { readable: readable.map(cardIdOf), unreadable: unreadable.map(cardIdOf) };
}

/**
 * GET /mobileprojects lists only projects that the caller is invited to, even to administrators. With `status` the answer is that for clients
 * in the field, which has the resource models.
 */
const listRequests: ChooseRequests = (world) =>
  ['', '?status'].map((query) => ({
    path: `/mobileprojects${query}`,
    expected: (access) => {
      if (access.isAnonymous) return { status: 401, sentinels: new Set() };
      const { invited = [], others = [] } = Object.groupBy(worldProjects(world), (one) =>
        isInvited(access, one) ? 'invited' : 'others',
      );
      const cards = cardsFor(world, access);
      const showsModels = query !== '' && invited.length > 0;
      return {
        status: 200,
        sentinels: showsModels ? modelsFor(world, access) : new Set(),
        includes: [
          ...invited.map(({ name }) => name),
          ...(invited.length === 0 ? [] : cards.readable),
        ],
        excludes: [...others.map(({ name }) => name), ...cards.unreadable],
      };
    },
  }));

/** The sentinels in the models of a project: all that the caller may read, without the edges. */
function modelsFor(world: World, access: Access): ReadonlySet<string> {
  const readableModels = world.models.filter(({ nodegroups }) =>
    nodegroups.some((one) => access.mayRead(one.id)),
  );
  const nodes = listNodegroups(world).flatMap((one) => one.nodes);
  const edgeSentinels = new Set(sentinelsOf(nodes.map(({ ontologyProperty }) => ontologyProperty)));
  return new Set(
    readableModels.flatMap((model) => [...expectedModel(world, access, model, '').sentinels]),
  ).difference(edgeSentinels);
}

/** GET /mobileprojects/{id}. */
const projectRequests: ChooseRequests = (world, turn) =>
  rotate(worldProjects(world), turn, 4).map((project) => ({
    path: `/mobileprojects/${project.id}`,
    expected: (access) => {
      if (mayKnowProject(access, project)) {
        const { readable, unreadable } = cardsFor(world, access);
        return {
          status: 200,
          sentinels: new Set(),
          includes: [project.name, ...readable],
          excludes: unreadable,
        };
      }
      const sameAs = `/mobileprojects/${unknownId}`;
      return { status: access.isAnonymous ? 401 : 404, sentinels: new Set(), sameAs };
    },
  }));

export const requests: RequestsByOperation = {
  'list-mobile-projects': listRequests,
  'get-mobile-project': projectRequests,
};
