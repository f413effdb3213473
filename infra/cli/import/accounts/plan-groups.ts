import type { GroupRow, StoredGroup } from '../../../queries/write-accounts.ts';
import type { GroupRecord, GroupReference } from './account-records.ts';
import type { FileProblem } from '../import-report.ts';

/** What becomes of the groups of an import. */
export type GroupPlan = {
  /** Those that are to be made. */
  readonly rows: readonly GroupRow[];
  readonly problems: readonly FileProblem[];
  /** The name of a group that is there, or will be; undefined for any other. */
  readonly nameOf: (reference: GroupReference) => string | undefined;
  /** Names of groups whose members may do everything. */
  readonly administrators: ReadonlySet<string>;
};

/** The groups that are there or will be, and what is found on the way. */
type Planning = {
  /** null for one that gets the next free id. */
  readonly idByName: Map<string, number | null>;
  readonly nameById: Map<number, string>;
  /** What the ids of the files stand for. */
  readonly nameByFileId: Map<number, string>;
  readonly rows: GroupRow[];
  readonly problems: FileProblem[];
};

/**
 * Matches groups with those that are there: by name first. One that is there stays as it is, also with another id; one
 * that is new keeps its id where that is free.
 */
export function planGroups(
  found: readonly GroupRecord[],
  stored: readonly StoredGroup[],
): GroupPlan {
  const planning: Planning = {
    idByName: new Map(stored.map(({ id, name }) => [name, id])),
    nameById: new Map(stored.map(({ id, name }) => [id, name])),
    nameByFileId: new Map(),
    rows: [],
    problems: [],
  };
  for (const group of found) take(group, planning);
  const storedAdministrators = stored.filter(({ isAdministrator }) => isAdministrator);
  const newAdministrators = planning.rows.filter((row) => row.is_administrator);
  return {
    rows: planning.rows,
    problems: planning.problems,
    nameOf: (reference) => nameOf(reference, planning),
    administrators: new Set([
      ...storedAdministrators.map(({ name }) => name),
      ...newAdministrators.map(({ name }) => name),
    ]),
  };
}

function nameOf(reference: GroupReference, planning: Planning): string | undefined {
  if (reference.kind === 'name') {
    return planning.idByName.has(reference.name) ? reference.name : undefined;
  }
  const name = planning.nameByFileId.get(reference.id);
  return name ?? (reference.isOurs ? planning.nameById.get(reference.id) : undefined);
}

function take(group: GroupRecord, planning: Planning): void {
  const { id, name } = group;
  const { idByName, nameByFileId, problems } = planning;
  const other = id === null ? undefined : nameByFileId.get(id);
  if (other !== undefined && other !== name) {
    const message = `Group ${name} has the id ${String(id)}, as group ${other} before it.`;
    problems.push(problem(group, 'error', 'duplicate_group', message));
    return;
  }
  if (id !== null) nameByFileId.set(id, name);
  const known = idByName.get(name);
  if (known === undefined) {
    add(group, planning);
  } else if (known !== null && id !== null && known !== id) {
    const message = `Group ${name} is there with the id ${known}: it keeps that, and has the members of the id ${id} of the file.`;
    problems.push(problem(group, 'warning', 'group_id_kept', message));
  }
}

function add(group: GroupRecord, { idByName, nameById, rows, problems }: Planning): void {
  const { id, name } = group;
  const owner = id === null ? undefined : nameById.get(id);
  if (owner !== undefined) {
    const message = `The id ${String(id)} of group ${name} is that of group ${owner}: it gets another.`;
    problems.push(problem(group, 'warning', 'group_id_changed', message));
  }
  if (group.hasOtherPermissions) {
    const message = `The permissions of group ${name} are not taken: hds group defaults says what it may do.`;
    problems.push(problem(group, 'warning', 'permissions_not_taken', message));
  }
  const freeId = owner === undefined ? id : null;
  idByName.set(name, freeId);
  if (freeId !== null) nameById.set(freeId, name);
  rows.push(groupRow(group, freeId));
}

function groupRow(group: GroupRecord, id: number | null): GroupRow {
  return {
    account_group_id: id,
    name: group.name,
    can_read: group.permissions.includes('read'),
    can_write: group.permissions.includes('write'),
    can_delete: group.permissions.includes('delete'),
    can_read_history: group.permissions.includes('history'),
    is_administrator: group.isAdministrator,
  };
}

function problem(
  { file, pointer, name }: GroupRecord,
  severity: FileProblem['severity'],
  code: string,
  message: string,
): FileProblem {
  return { file, severity, code, pointer, message, record: name };
}
