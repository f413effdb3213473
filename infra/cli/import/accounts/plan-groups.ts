import type { GroupRow, StoredGroup } from './queries/write-accounts.ts';
import { importError, importWarning, type FileProblem } from '../import-problems.ts';
import type { GroupRecord, GroupReference } from './account-records.ts';

/** The planned changes of groups. */
export type GroupPlan = {
  /** The number of distinct groups in the files. */
  readonly count: number;
  /** The new groups. */
  readonly rows: readonly GroupRow[];
  readonly problems: readonly FileProblem[];
  /** Returns the name of a stored or new group; undefined for any other. */
  readonly findName: (reference: GroupReference) => string | undefined;
  /** The names of groups whose members are administrators. */
  readonly administrators: ReadonlySet<string>;
};

/**
 * Plans the import of groups. A group whose name is stored is not changed, and keeps its stored id. A new group keeps the id of the file if
 * that is free.
 */
export function planGroups(
  groups: readonly GroupRecord[],
  stored: readonly StoredGroup[],
): GroupPlan {
  /** The ids of stored and new groups by name; null for a new group that gets the next free id. */
  const idsByName = new Map<string, number | null>(stored.map(({ id, name }) => [name, id]));
  const namesById = new Map(stored.map(({ id, name }) => [id, name]));
  const namesByFileId = new Map<number, string>();
  const rows: GroupRow[] = [];
  const problems: FileProblem[] = [];
  for (const group of groups) {
    const { id, name, file, pointer } = group;
    const report = (makeProblem: typeof importError, code: string, message: string): void => {
      problems.push({ ...makeProblem(code, message, { pointer, record: name }), file });
    };
    const earlierName = id === null ? undefined : namesByFileId.get(id);
    if (earlierName !== undefined && earlierName !== name) {
      const message = `Group ${name} has the id ${id} of the earlier group ${earlierName}. Import files of different installations one after the other.`;
      report(importError, 'duplicate_group', message);
      continue;
    }
    if (id !== null) namesByFileId.set(id, name);
    const storedId = idsByName.get(name);
    if (storedId !== undefined) {
      if (storedId === null || id === null || storedId === id) continue;
      const message = `Group ${name} is stored with the id ${storedId}. It keeps this id, and gets the members of the group with the id ${id} of the file.`;
      report(importWarning, 'group_id_kept', message);
      continue;
    }
    const ownerName = id === null ? undefined : namesById.get(id);
    if (ownerName !== undefined) {
      const message = `The id ${id} of group ${name} is that of group ${ownerName}, so ${name} gets another id.`;
      report(importWarning, 'group_id_changed', message);
    }
    if (group.hasOtherPermissions) {
      const message = `The permissions of group ${name} are not imported. Use hds group defaults to set what it may do.`;
      report(importWarning, 'permissions_not_taken', message);
    }
    const freeId = ownerName === undefined ? id : null;
    idsByName.set(name, freeId);
    if (freeId !== null) namesById.set(freeId, name);
    rows.push(toGroupRow(group, freeId));
  }
  return {
    count: groups.length,
    rows,
    problems,
    findName: (reference) => {
      if (reference.kind === 'name')
        return idsByName.has(reference.name) ? reference.name : undefined;
      const name = namesByFileId.get(reference.id);
      return name ?? (reference.mayBeStored ? namesById.get(reference.id) : undefined);
    },
    administrators: new Set([
      ...stored.filter(({ isAdministrator }) => isAdministrator).map(({ name }) => name),
      ...rows.filter((row) => row.is_administrator).map(({ name }) => name),
    ]),
  };
}

function toGroupRow(group: GroupRecord, id: number | null): GroupRow {
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
