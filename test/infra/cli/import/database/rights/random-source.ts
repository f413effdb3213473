import type {
  SourceGroup,
  SourcePrincipals,
  SourceUser,
} from '../../../../../../infra/cli/import/database/rights/source-principals.ts';
import type { NodegroupSummary } from '../../../../../../infra/cli/import/database/rights/nodegroup-facts.ts';
import {
  allRights,
  noRights,
  type GrantedRights,
  type ObjectRows,
  type Rights,
} from '../../../../../../infra/cli/import/database/rights/right-sets.ts';
import {
  integerBetween,
  onceIn,
  pickOne,
  pickSome,
  repeat,
  type Draw,
} from '../../../../../support/random/draw.ts';

/** Accounts, groups, nodegroups and rows of a random source. */
export type RandomSource = {
  readonly principals: SourcePrincipals;
  readonly nodegroups: readonly NodegroupSummary[];
  readonly rows: ReadonlyMap<string, ObjectRows>;
};

const guestId = 1;
const editorGroupId = 2;

export function drawSource(draw: Draw): RandomSource {
  const groups = repeat(integerBetween(draw, 1, 4), (index): SourceGroup => ({
    id: index + guestId,
    name:
      index === 0
        ? 'Guest'
        : index + guestId === editorGroupId
          ? 'Resource Editor'
          : `Group ${index}`,
    rights: drawRights(draw),
  }));
  const users = repeat(integerBetween(draw, 1, 6), (index) =>
    drawUser(
      draw,
      index + 10,
      groups.map(({ id }) => id),
    ),
  );
  const anonymous = {
    ...drawUser(
      draw,
      2,
      groups.slice(1).map(({ id }) => id),
    ),
    isSuperuser: false,
  };
  const principals: SourcePrincipals = {
    groups,
    users,
    anonymous: onceIn(draw, 8)
      ? undefined
      : { ...anonymous, isActive: true, groups: [guestId, ...anonymous.groups] },
    guestId,
    editorGroupId: groups.some(({ id }) => id === editorGroupId) ? editorGroupId : undefined,
  };
  const nodegroups = drawNodegroups(draw);
  const rows = new Map(
    pickSome(draw, nodegroups).map(({ id }) => [id, drawRows(draw, principals)] as const),
  );
  return { principals, nodegroups, rows };
}

export function drawRights(draw: Draw): Rights {
  return onceIn(draw, 3) ? noRights : new Set(pickSome(draw, [...allRights]));
}

function drawUser(draw: Draw, id: number, groups: readonly number[]): SourceUser {
  return {
    id,
    username: `user ${id}`,
    isActive: !onceIn(draw, 6),
    isSuperuser: onceIn(draw, 8),
    groups: pickSome(draw, groups),
    rights: onceIn(draw, 8) ? drawRights(draw) : noRights,
  };
}

/** Trees of nodegroups. */
function drawNodegroups(draw: Draw): readonly NodegroupSummary[] {
  const nodegroups: NodegroupSummary[] = [];
  for (let index = 0; index < integerBetween(draw, 2, 6); index += 1) {
    const parent = index === 0 || onceIn(draw, 2) ? undefined : pickOne(draw, nodegroups);
    nodegroups.push({
      id: `nodegroup ${index}`,
      parentId: parent?.id ?? null,
      isOfSystemSettings: parent?.isOfSystemSettings ?? onceIn(draw, 8),
    });
  }
  return nodegroups;
}

/** Rows of an object for some accounts and groups, at least for one. */
export function drawRows(draw: Draw, { users, groups, anonymous }: SourcePrincipals): ObjectRows {
  const row = (): GrantedRights => ({ rights: drawRights(draw), isClosed: onceIn(draw, 4) });
  const accounts = [...users, ...(anonymous === undefined ? [] : [anonymous])].map(({ id }) => id);
  return {
    accounts: new Map(accounts.filter(() => onceIn(draw, 4)).map((id) => [id, row()])),
    groups: new Map([
      [pickOne(draw, groups).id, row()],
      ...groups.filter(() => onceIn(draw, 3)).map(({ id }) => [id, row()] as const),
    ]),
  };
}
