import { createHash } from 'node:crypto';

import type { ResourceRecord } from '../../../../lib/model/resources/resource-record.ts';

// A Set takes no more than 16 million.
const mostRemembered = 10_000_000;

/**
 * Remembers what an import has met, so that nothing counts twice. After ten million records it forgets those that come: they
 * are read and counted again then, and change nothing.
 */
export class DuplicateDetector {
  readonly #texts = new Set<string>();
  readonly #ids = new Set<string>();

  /** Whether a record, or the text of one that cannot be read, was met before word for word. */
  isRepeated(record: ResourceRecord | string): boolean {
    const text = typeof record === 'string' ? record : JSON.stringify(record);
    const digest = createHash('sha256').update(text).digest();
    return !isNew(digest.toString('latin1', 0, 16), this.#texts);
  }

  /** Whether a resource instance is met for the first time. */
  isNewResource({ resource }: ResourceRecord): boolean {
    return isNew(resource.resource_id, this.#ids);
  }
}

function isNew(key: string, seen: Set<string>): boolean {
  if (seen.has(key)) return false;
  if (seen.size < mostRemembered) seen.add(key);
  return true;
}
