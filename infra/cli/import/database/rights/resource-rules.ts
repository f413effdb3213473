import type { SourcePrincipals, SourceUser } from './source-principals.ts';
import type { HttpWriters } from './http-writers.ts';
import type { ObjectRows } from './right-sets.ts';

/** How the source treats a resource instance without rows: the rights on nodegroups decide, or only its principal user may access it. */
export type Framework = 'default-allow' | 'default-deny';

/** What the plan of the grants on resource instances depends on. */
export type ResourceRules = {
  readonly principals: SourcePrincipals;
  readonly usersById: ReadonlyMap<number, SourceUser>;
  readonly httpWriters: HttpWriters;
  readonly framework: Framework;
  readonly opensGuest: boolean;
  /** Whether an owner has all rights also if there are rows, as since release 8.0. Only counts if everything is denied by default. */
  readonly ownersKeepRights: boolean;
};

/** The rows of a resource instance, and the id of the account that owns it in the source. */
export type ResourceRows = { readonly rows: ObjectRows; readonly principalUser: number | null };

/** A made-up source id for the group of all imported accounts, which the source does not have. */
export const everyoneId = -1;

/** A made-up source id for Guest, if the source has no such group. */
export const absentGuestId = -2;
