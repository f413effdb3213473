import type { Caller } from './callers.ts';
import type { Principal } from './service-rule.ts';
import type { GrantedRights, ObjectRows, Rights } from './right-sets.ts';

/** The properties of a nodegroup on which rights depend. */
export type NodegroupSummary = {
  readonly id: string;
  readonly parentId: string | null;
  /** Whether it is part of the system settings, which only administrators of this service may access. */
  readonly isOfSystemSettings: boolean;
};

/** The grants on nodegroups, by nodegroup and principal. */
export type NodegroupGrants = ReadonlyMap<string, ReadonlyMap<Principal, GrantedRights>>;

/** The facts from which the grants on nodegroups are planned. */
export type NodegroupFacts = {
  readonly callers: readonly Caller[];
  readonly nodegroups: readonly NodegroupSummary[];
  /** The rows of the source, by nodegroup. */
  readonly rows: ReadonlyMap<string, ObjectRows>;
  /** The rights of the groups, in the source, on every nodegroup without rows. */
  readonly rightsOfGroups: ReadonlyMap<number, Rights>;
  /** The defaults of the same groups in this service. */
  readonly defaults: ReadonlyMap<number, Rights>;
};
