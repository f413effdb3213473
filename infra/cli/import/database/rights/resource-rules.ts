import type { SourcePrincipals, SourceUser } from './callers.ts';
import type { ObjectRows } from './right-sets.ts';

/** What the source does with a resource instance without rows: its nodegroups decide, or nobody but its principal user may access it. */
export type Framework = 'default-allow' | 'default-deny';

/** How the grants of resource instances are planned. */
export type ResourceRules = {
  readonly principals: SourcePrincipals;
  readonly usersById: ReadonlyMap<number, SourceUser>;
  readonly framework: Framework;
  readonly opensGuest: boolean;
};

/** The rows of a resource instance, and its principal user. */
export type ResourceRows = { readonly rows: ObjectRows; readonly principalUser: number | null };

/** The id of the group of all imported accounts, which the source does not have. */
export const everyoneId = -1;

/** The id of Guest if the source has none. */
export const absentGuestId = -2;
