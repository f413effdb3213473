import type { ResourceId, TileId } from '../../../../lib/model/ids.ts';

// A Map can have at most about 16 million entries.
const maxResources = 10_000_000;
const bytesPerId = 16;
const noIds: ReadonlySet<string> = new Set();

/**
 * Remembers which stored tiles the tiles without ids of a run have become, so that a second record of the same resource instance becomes
 * others. Ids are packed, because a run can have millions of them. It remembers those of ten million resource instances.
 */
export class ImportedTileIds {
  readonly #packedIds = new Map<ResourceId, string>();

  /** Adds the ids of tiles of a stored record. */
  add(resourceId: ResourceId, ids: ReadonlySet<TileId>): void {
    if (ids.size === 0) return;
    const packedIds = Array.from(ids, packId).join('');
    const earlierIds = this.#packedIds.get(resourceId);
    if (earlierIds === undefined && this.#packedIds.size >= maxResources) return;
    this.#packedIds.set(resourceId, `${earlierIds ?? ''}${packedIds}`);
  }

  /** Returns the ids that were added for a resource instance. */
  get(resourceId: ResourceId): ReadonlySet<string> {
    const packedIds = this.#packedIds.get(resourceId);
    if (packedIds === undefined) return noIds;
    const ids = new Set<string>();
    for (let start = 0; start < packedIds.length; start += bytesPerId)
      ids.add(unpackId(packedIds.slice(start, start + bytesPerId)));
    return ids;
  }
}

function packId(id: TileId): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('latin1');
}

function unpackId(packedId: string): string {
  return Buffer.from(packedId, 'latin1')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
