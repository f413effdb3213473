/** An object in the store of files. */
export type StoredObject = {
  readonly key: string;
  readonly bytes: number;
  /** When its bytes were stored. */
  readonly storedAt: Date;
};

/** What a bucket or folder has, for operators, who list and delete. Functions only read and write single files (lib/stores). */
export type FileInventory = {
  /** Lists the objects whose keys begin with a folder such as `files/`, page by page. */
  readonly list: (folder: string) => AsyncIterable<readonly StoredObject[]>;
  /** Finds an object; undefined if there is none with this key. */
  readonly find: (key: string) => Promise<StoredObject | undefined>;
  /** Deletes an object. A bucket that keeps versions still has the deleted one. */
  readonly remove: (key: string) => Promise<void>;
  /**
   * Deletes all objects whose keys begin with a text, with all versions.
   * @returns how many objects and versions were deleted
   */
  readonly purge: (prefix: string) => Promise<number>;
};
