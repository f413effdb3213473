import { createHash } from 'node:crypto';

import type { ResourceRecord } from '../../../../lib/model/resources/resource-record.ts';

// A Set takes no more than 16 million.
const maxKeys = 10_000_000;

/** Detects records that an import has read before. After ten million it forgets new ones: they count again, and change nothing. */
export class DuplicateDetector {
  readonly #digests = new Set<string>();
  readonly #resourceIds = new Set<string>();

  /** Whether a record, or the text of one that cannot be read, was read before word for word. */
  isRepeated(record: ResourceRecord | string): boolean {
    const text = typeof record === 'string' ? record : JSON.stringify(record);
    const digest = createHash('sha256').update(text).digest();
    return !isNew(digest.toString('latin1', 0, 16), this.#digests);
  }

  /** Whether a resource instance is read for the first time. */
  isNewResource({ resource }: ResourceRecord): boolean {
    return isNew(resource.resource_id, this.#resourceIds);
  }
}

function isNew(key: string, keys: Set<string>): boolean {
  if (keys.has(key)) return false;
  if (keys.size < maxKeys) keys.add(key);
  return true;
}
