import type { GroupRow, StoredGroup } from '../../../queries/write-accounts.ts';
import { importError, importWarning, type FileProblem } from '../import-problems.ts';
import type { GroupRecord, GroupReference } from './account-records.ts';

/** The planned changes of groups. */
export type GroupPlan = {
  /** How many distinct groups the files have. */
  readonly count: number;
  /** New groups. */
  readonly rows: readonly GroupRow[];
  readonly problems: readonly FileProblem[];
  /** Returns the name of a stored or new group; undefined for any other. */
  readonly nameOf: (reference: GroupReference) => string | undefined;
  /** Names of groups whose members may do everything. */
  readonly administrators: ReadonlySet<string>;
};

/**
 * Plans the import of groups. A group that is stored under the same name stays as it is, even with another id; a new one keeps its id
 * if that is free.
 */
export function planGroups(
  groups: readonly GroupRecord[],
  stored: readonly StoredGroup[],
): GroupPlan {
  /** Null for the next free id. */
  const idByName = new Map<string, number | null>(stored.map(({ id, name }) => [name, id]));
  const nameById = new Map(stored.map(({ id, name }) => [id, name]));
  const nameByFileId = new Map<number, string>();
  const rows: GroupRow[] = [];
  const problems: FileProblem[] = [];
  for (const group of groups) {
    const { id, name, file, pointer } = group;
    const report = (make: typeof importError, code: string, message: string): void => {
      problems.push({ ...make(code, message, { pointer, record: name }), file });
    };
    const earlierName = id === null ? undefined : nameByFileId.get(id);
    if (earlierName !== undefined && earlierName !== name) {
      const message = `Group ${name} has the id ${id}, as group ${earlierName} before it.`;
      report(importError, 'duplicate_group', message);
      continue;
    }
    if (id !== null) nameByFileId.set(id, name);
    const storedId = idByName.get(name);
    if (storedId !== undefined) {
      if (storedId === null || id === null || storedId === id) continue;
      const message = `Group ${name} is stored with the id ${storedId}: it keeps that, and gets the members of the id ${id} of the file.`;
      report(importWarning, 'group_id_kept', message);
      continue;
    }
    const ownerName = id === null ? undefined : nameById.get(id);
    if (ownerName !== undefined) {
      const message = `The id ${id} of group ${name} is that of group ${ownerName}: it gets another.`;
      report(importWarning, 'group_id_changed', message);
    }
    if (group.hasOtherPermissions) {
      const message = `The permissions of group ${name} are not imported: hds group defaults sets what it may do.`;
      report(importWarning, 'permissions_not_taken', message);
    }
    const freeId = ownerName === undefined ? id : null;
    idByName.set(name, freeId);
    if (freeId !== null) nameById.set(freeId, name);
    rows.push(groupRow(group, freeId));
  }
  return {
    count: groups.length,
    rows,
    problems,
    nameOf: (reference) => {
      if (reference.kind === 'name')
        return idByName.has(reference.name) ? reference.name : undefined;
      const name = nameByFileId.get(reference.id);
      return name ?? (reference.isOurs ? nameById.get(reference.id) : undefined);
    },
    administrators: new Set([
      ...stored.filter(({ isAdministrator }) => isAdministrator).map(({ name }) => name),
      ...rows.filter((row) => row.is_administrator).map(({ name }) => name),
    ]),
  };
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
