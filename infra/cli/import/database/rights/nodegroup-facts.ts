import type { Caller } from './callers.ts';
import type { Principal } from './our-rule.ts';
import type { NamedRights, ObjectRows, Rights } from './right-sets.ts';

/** A nodegroup as far as rights depend on it. */
export type NodegroupPlace = {
  readonly id: string;
  readonly parentId: string | null;
  /** Whether it is part of the system settings, which only administrators may access here. */
  readonly isOfSystemSettings: boolean;
};

/** The grants of nodegroups, by nodegroup and principal. */
export type NodegroupGrants = ReadonlyMap<string, ReadonlyMap<Principal, NamedRights>>;

/** What the grants of nodegroups are planned from. */
export type NodegroupFacts = {
  readonly callers: readonly Caller[];
  readonly nodegroups: readonly NodegroupPlace[];
  readonly rows: ReadonlyMap<string, ObjectRows>;
  /** What the groups of the source may do with every nodegroup without rows. */
  readonly rightsOfGroups: ReadonlyMap<number, Rights>;
  /** What the same groups may do here by default. */
  readonly defaults: ReadonlyMap<number, Rights>;
};
