import type { Rights } from './right-sets.ts';

/** An account of the source. */
export type SourceUser = {
  readonly id: number;
  readonly username: string;
  readonly isActive: boolean;
  readonly isSuperuser: boolean;
  readonly groups: readonly number[];
  /** The rights of the account itself on every nodegroup, without those of its groups. */
  readonly rights: Rights;
};

/** A group of the source, with the rights of its members on every nodegroup that has no rows (`ObjectRows`). */
export type SourceGroup = { readonly id: number; readonly name: string; readonly rights: Rights };

/** The accounts and groups of the source. */
export type SourcePrincipals = {
  readonly groups: readonly SourceGroup[];
  /** All accounts except `anonymous`. */
  readonly users: readonly SourceUser[];
  /** The account that represents callers without a token; undefined if there is none, or it is deactivated. */
  readonly anonymous: SourceUser | undefined;
  /** The id of the group Guest; undefined if there is none. */
  readonly guestId: number | undefined;
  /** The id of the group of those whose writes are accepted over HTTP (`HttpWriters`); undefined if there is none. */
  readonly editorGroupId: number | undefined;
};
