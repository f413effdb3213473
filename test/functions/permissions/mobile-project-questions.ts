import { expected as expectedOfModel } from './graph-questions.ts';
import { inTurn, type Asking, type Questions } from './question.ts';
import { mayDoEverything, mayRead } from './rules.ts';
import { unknownId } from './sentinels.ts';
import { nodegroupsOf, type Caller, type Nodegroup, type World } from './world.ts';

/** A mobile project, and who is invited to it. It has a card of each nodegroup, and no bounds. */
export type NamedProject = {
  readonly id: string;
  readonly name: string;
  readonly account: number | null;
  readonly group: number | null;
};

/** One project for each account and each group, and one to which nobody is invited. */
export function projectsOf({ accounts, groups }: World): readonly NamedProject[] {
  const named = [
    { name: 'project-for-nobody', account: null, group: null },
    ...accounts.map(({ id }) => ({ name: `project-for-account-${id}-`, account: id, group: null })),
    ...groups.map(({ id }) => ({ name: `project-for-group-${id}-`, account: null, group: id })),
  ];
  return named.map((project, index) => ({
    ...project,
    id: `71000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  }));
}

/** The id of the card of a nodegroup. */
export const cardIdOf = ({ id }: Pick<Nodegroup, 'id'>): string => id.replace(/^b/, '7');

function isInvited(caller: Caller, { account, group }: NamedProject): boolean {
  if (caller === null) return false;
  return caller.id === account || (group !== null && caller.groups.includes(group));
}

/** Whether a caller may know of a project: who is invited, and who manages projects. */
export function knowsProject(world: World, caller: Caller, project: NamedProject): boolean {
  return mayDoEverything(world, caller) || isInvited(caller, project);
}

/** The cards that a caller is shown, and those that are not there for the caller. */
function cardsFor(world: World, caller: Caller) {
  const isShown = (nodegroup: Nodegroup): boolean =>
    mayDoEverything(world, caller) || mayRead(world, caller, nodegroup);
  const { shown = [], left = [] } = Object.groupBy(nodegroupsOf(world), (one) =>
    isShown(one) ? 'shown' : 'left',
  );
  return { shown: shown.map(cardIdOf), left: left.map(cardIdOf) };
}

/** GET /mobileprojects: only what the caller is invited to, whatever else the caller may do. */
const listQuestions: Asking = (world) =>
  ['', '?status'].map((query) => ({
    path: `/mobileprojects${query}`,
    expected: (caller) => {
      if (caller === null) return { status: 401, sentinels: new Set() };
      const { invited = [], others = [] } = Object.groupBy(projectsOf(world), (one) =>
        isInvited(caller, one) ? 'invited' : 'others',
      );
      const cards = cardsFor(world, caller);
      const showsModels = query !== '' && invited.length > 0;
      return {
        status: 200,
        sentinels: showsModels ? modelsFor(world, caller) : new Set(),
        says: [...invited.map(({ name }) => name), ...(invited.length === 0 ? [] : cards.shown)],
        lacks: [...others.map(({ name }) => name), ...cards.left],
      };
    },
  }));

/** What a mobile client is told of the models of a project, which has a card of each nodegroup: of those that the caller may read. */
function modelsFor(world: World, caller: Caller): ReadonlySet<string> {
  const readable = world.models.filter(({ nodegroups }) =>
    nodegroups.some((one) => mayRead(world, caller, one)),
  );
  return new Set(
    readable.flatMap((model) => [...expectedOfModel(world, caller, model, '').sentinels]),
  );
}

/** GET /mobileprojects/{id}. */
const projectQuestions: Asking = (world, turn) =>
  inTurn(projectsOf(world), turn, 4).map((one) => ({
    path: `/mobileprojects/${one.id}`,
    expected: (caller) => {
      if (knowsProject(world, caller, one)) {
        const { shown, left } = cardsFor(world, caller);
        return { status: 200, sentinels: new Set(), says: [one.name, ...shown], lacks: left };
      }
      const like = `/mobileprojects/${unknownId}`;
      return { status: caller === null ? 401 : 404, sentinels: new Set(), like };
    },
  }));

export const questions: Questions = {
  'list-mobile-projects': listQuestions,
  'get-mobile-project': projectQuestions,
};
