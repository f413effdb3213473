import type { SourcePrincipals, SourceUser } from './source-principals.ts';
import { readRight, type GrantedRights, type ObjectRows, type Rights } from './right-sets.ts';

/** The only group whose members can write over HTTP in the source, besides superusers. */
export const editorGroupName = 'Resource Editor';

/** Leaves of rights what the source permits over HTTP. @param writes whether it accepts what the caller writes */
export function limitToHttp(rights: Rights, writes: boolean): Rights {
  return writes ? rights : rights.intersection(readRight);
}

/**
 * Whose tiles the source accepts over HTTP. Rights of accounts and groups are not enough there: who is not in the group of editors gets a
 * 403 for every write and deletion.
 * @rule Imports and exports: Whose writes does another platform accept over HTTP?
 */
export class HttpWriters {
  readonly #editorGroupId: number | undefined;
  readonly #writers: ReadonlySet<number>;
  /** By group, the members whose writes are refused. */
  readonly #readers: ReadonlyMap<number, readonly SourceUser[]>;
  readonly #groupsWithWriters: ReadonlySet<number>;

  constructor({ editorGroupId, users }: SourcePrincipals) {
    this.#editorGroupId = editorGroupId;
    const writers = users.filter((user) => this.isWriter(user));
    this.#writers = new Set(writers.map(({ id }) => id));
    this.#groupsWithWriters = new Set(
      writers
        .filter(({ isActive, isSuperuser }) => isActive && !isSuperuser)
        .flatMap(({ groups }) => groups),
    );
    this.#readers = groupMembers(users.filter(({ id }) => !this.#writers.has(id)));
  }

  isWriter({ isSuperuser, groups }: Pick<SourceUser, 'isSuperuser' | 'groups'>): boolean {
    return isSuperuser || groups.some((group) => group === this.#editorGroupId);
  }

  /** Whether every member of the group is an editor, so that its rights on all nodegroups are those of editors. */
  isEditorGroup(group: number): boolean {
    return group === this.#editorGroupId;
  }

  /** Returns the members of a group whose writes the source refuses, although others may write by a row of the group. */
  listReaders(group: number): readonly SourceUser[] {
    return this.#groupsWithWriters.has(group) ? (this.#readers.get(group) ?? []) : [];
  }

  /** Removes from the rows on an object the rights to write that nobody can use over HTTP. */
  limitRows({ accounts, groups }: ObjectRows): ObjectRows {
    return {
      accounts: limitEach(accounts, (account) => this.#writers.has(account)),
      groups: limitEach(
        groups,
        (group) => this.isEditorGroup(group) || this.#groupsWithWriters.has(group),
      ),
    };
  }
}

function groupMembers(users: readonly SourceUser[]): ReadonlyMap<number, readonly SourceUser[]> {
  const members = users.flatMap((user) => user.groups.map((group) => ({ group, user })));
  return new Map(
    [...Map.groupBy(members, ({ group }) => group)].map(([group, list]) => [
      group,
      list.map(({ user }) => user),
    ]),
  );
}

function limitEach(
  rows: ReadonlyMap<number, GrantedRights>,
  writes: (id: number) => boolean,
): ReadonlyMap<number, GrantedRights> {
  return new Map(
    [...rows].map(([id, row]) => [id, { ...row, rights: limitToHttp(row.rights, writes(id)) }]),
  );
}
