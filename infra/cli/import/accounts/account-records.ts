/** A reference of an account to a group: by its name, or by its id in the file. */
export type GroupReference =
  | { readonly kind: 'name'; readonly name: string }
  /** By an id. `mayBeStored` tells whether it may also be the id of a stored group, if no group of the file has it. */
  | { readonly kind: 'id'; readonly id: number; readonly mayBeStored: boolean };

/** A group as a file describes it. */
export type GroupEntry = {
  readonly id: number | null;
  readonly name: string;
  readonly isAdministrator: boolean;
  readonly permissions: readonly string[];
  /** Whether it has permissions of Django, which this service does not use. */
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
  /** The time of joining in RFC 3339; null if the file has none. */
  readonly joinedAt: string | null;
  readonly groups: readonly GroupReference[];
  readonly hasOtherPermissions: boolean;
};

/** The location of a record: its file, and a JSON Pointer into it. */
export type RecordLocation = { readonly file: string; readonly pointer: string };

export type GroupRecord = GroupEntry & RecordLocation;
export type AccountRecord = AccountEntry & RecordLocation;
