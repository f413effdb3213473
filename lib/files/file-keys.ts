/** The key of the bytes of a file. Other kinds of bytes get other beginnings (infra/aws/files.yml). */
export const storageKeyOf = (fileId: string): string => `files/${fileId}`;

/** The key of the bytes of an announced file, until a tile names it. The bucket deletes them after a day. */
export const pendingKeyOf = (fileId: string): string => `pending/${fileId}`;
