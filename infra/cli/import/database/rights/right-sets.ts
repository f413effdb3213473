/** A right on a nodegroup or resource instance. For resource instances `read` means `view`, and `write` means `change`. */
export type Right = 'read' | 'write' | 'delete';
export type Rights = ReadonlySet<Right>;

/** The rights that a grant or the permission rows of a principal give on one object, and whether they deny all access. */
export type GrantedRights = { readonly rights: Rights; readonly isClosed: boolean };

export const allRights: Rights = new Set<Right>(['read', 'write', 'delete']);
export const readRight: Rights = new Set<Right>(['read']);
export const noRights: Rights = new Set<Right>();

/** The permission rows of the source on a nodegroup or resource instance, by the ids of accounts and groups. */
export type ObjectRows = {
  readonly accounts: ReadonlyMap<number, GrantedRights>;
  readonly groups: ReadonlyMap<number, GrantedRights>;
};

/** Joins the rows of several principals. @returns undefined if there are none */
export function joinRows(rows: readonly (GrantedRights | undefined)[]): GrantedRights | undefined {
  const presentRows = rows.filter((row) => row !== undefined);
  if (presentRows.length === 0) return undefined;
  return {
    rights: uniteRights(presentRows.map(({ rights }) => rights)),
    isClosed: presentRows.some(({ isClosed }) => isClosed),
  };
}

/** Converts rows to a grant. A grant that denies all access gives no right. */
export function toGrant({ rights, isClosed }: GrantedRights): GrantedRights {
  return { rights: isClosed ? noRights : rights, isClosed };
}

export function uniteRights(sets: readonly Rights[]): Rights {
  return new Set(sets.flatMap((set) => [...set]));
}

export function areEqualRights(one: Rights, other: Rights): boolean {
  return one.size === other.size && one.isSubsetOf(other);
}

/** Formats rights in a fixed order, such as `read, write`. */
export function rightsText(rights: Rights): string {
  return [...allRights].filter((right) => rights.has(right)).join(', ') || 'nothing';
}
