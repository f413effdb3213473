import { createHash } from 'node:crypto';

import type { ResourceRecord } from '../../../../lib/model/resources/resource-record.ts';

// A Set can have at most about 16 million entries.
const maxKeys = 10_000_000;

/** Detects records that an import reads repeatedly. It remembers ten million. Repetitions of others are imported again, without effect. */
export class DuplicateDetector {
  readonly #digests = new Set<string>();
  readonly #resourceIds = new Set<string>();

  /** Remembers a record, or the text of an unreadable one. @returns whether the same was read before */
  isRepeated(record: ResourceRecord | string): boolean {
    const text = typeof record === 'string' ? record : JSON.stringify(record);
    const digest = createHash('sha256').update(text).digest();
    return !addIfNew(digest.toString('latin1', 0, 16), this.#digests);
  }

  /** Remembers the resource instance of a record. @returns whether it is read for the first time */
  isNewResource({ resource }: ResourceRecord): boolean {
    return addIfNew(resource.resource_id, this.#resourceIds);
  }
}

function addIfNew(key: string, keys: Set<string>): boolean {
  if (keys.has(key)) return false;
  if (keys.size < maxKeys) keys.add(key);
  return true;
}
