/** A reference of an account to a group: by its name, or by its id in the file. */
export type GroupReference =
  | { readonly kind: 'name'; readonly name: string }
  /** `isOurs`: if the group is not in the file, the id is that of a group of this instance. */
  | { readonly kind: 'id'; readonly id: number; readonly isOurs: boolean };

/** A group as a file describes it. */
export type GroupEntry = {
  readonly id: number | null;
  readonly name: string;
  readonly isAdministrator: boolean;
  readonly permissions: readonly string[];
  /** Whether it has permissions of Django, which have no meaning here. */
  readonly hasOtherPermissions: boolean;
};

/** An account as a file describes it. */
export type AccountEntry = {
  readonly id: number | null;
  readonly username: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isActive: boolean;
  readonly isAdministrator: boolean;
  readonly passwordHash: string | null;
  /** RFC 3339; null if the file has no such time. */
  readonly joinedAt: string | null;
  readonly groups: readonly GroupReference[];
  readonly hasOtherPermissions: boolean;
};

/** Where a record is: a file, and a JSON Pointer into it. */
export type RecordLocation = { readonly file: string; readonly pointer: string };

export type GroupRecord = GroupEntry & RecordLocation;
export type AccountRecord = AccountEntry & RecordLocation;
