import { pendingKeyOf, storageKeyOf } from '../../../lib/files/store-bytes.ts';
import { isUuid } from '../../../lib/model/ids.ts';

const derivativeFolder = 'derived/';

/** The folders of the store that a sweep looks into. Others have rules of their own. */
export const sweptFolders: readonly string[] = [storageKeyOf(''), derivativeFolder];

/** The beginnings of all keys of a file: of its bytes, of its upload, and of its derivatives. */
export const keyPrefixesOf = (fileId: string): readonly string[] => [
  storageKeyOf(fileId),
  pendingKeyOf(fileId),
  `${derivativeFolder}${fileId}`,
];

const keyPattern = /^(?:files\/(?<original>[^/]+)|derived\/(?<derived>[^/]+)\/[^/]+)$/;

/** The id of the file to which a key belongs; undefined if the key is none of a file. */
export function fileIdOfKey(key: string): string | undefined {
  const { original, derived } = keyPattern.exec(key)?.groups ?? {};
  const fileId = original ?? derived ?? '';
  return isUuid(fileId) && fileId === fileId.toLowerCase() ? fileId : undefined;
}
