/** A right on a nodegroup; on a resource instance `read` is viewing it, and `write` changing it. */
export type Right = 'read' | 'write' | 'delete';
export type Rights = ReadonlySet<Right>;

/** The rights that rows of one or more principals name for one object, whether of the source or here. */
export type NamedRights = { readonly rights: Rights; readonly isClosed: boolean };

export const allRights: Rights = new Set<Right>(['read', 'write', 'delete']);
export const noRights: Rights = new Set<Right>();

/** The rows of an object, by the ids of accounts and groups of the source. */
export type ObjectRows = {
  readonly accounts: ReadonlyMap<number, NamedRights>;
  readonly groups: ReadonlyMap<number, NamedRights>;
};

/** Joins rows of principals. @returns undefined if there is none */
export function joinRows(rows: readonly (NamedRights | undefined)[]): NamedRights | undefined {
  const present = rows.filter((row) => row !== undefined);
  if (present.length === 0) return undefined;
  return {
    rights: uniteRights(present.map(({ rights }) => rights)),
    isClosed: present.some(({ isClosed }) => isClosed),
  };
}

/** A grant without access names no right. */
export function toGrant({ rights, isClosed }: NamedRights): NamedRights {
  return { rights: isClosed ? noRights : rights, isClosed };
}

export function uniteRights(sets: readonly Rights[]): Rights {
  return new Set(sets.flatMap((set) => [...set]));
}

export function areEqualRights(one: Rights, other: Rights): boolean {
  return one.size === other.size && one.isSubsetOf(other);
}

/** A text that is the same for the same rights: `read, write`. */
export function rightsText(rights: Rights): string {
  return [...allRights].filter((right) => rights.has(right)).join(', ') || 'nothing';
}
