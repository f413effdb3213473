import * as z from 'zod';

import type { TileKey } from '../../model/geojson/feature-query.ts';
import { isGid } from '../../model/geojson/gid.ts';
import { cursorParameter, encodeCursor } from '../parameters/cursor.ts';

const cursorPattern =
  /^(?<resource>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}) (?<tile>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}) (?<gid>[1-9]\d{0,9})$/;

/**
 * Makes the cursor that continues after a feature.
 * @rule GeoJSON and OGC API Features: How does a page of OGC features continue?
 */
export function encodeItemCursor({ resourceId, tileId, gid = 0 }: TileKey): string {
  return encodeCursor(`${resourceId} ${tileId} ${gid}`);
}

/** `cursor` of a collection: continues after a feature. */
export const itemCursorParameter = cursorParameter.transform(
  (text, context): TileKey | undefined => {
    if (text === undefined) return undefined;
    const { resource, tile, gid } = cursorPattern.exec(text)?.groups ?? {};
    if (resource === undefined || tile === undefined || !isGid(gid)) {
      context.addIssue({ code: 'custom', message: 'is not a cursor from this service.' });
      return z.NEVER;
    }
    return { resourceId: resource, tileId: tile, gid: Number(gid) };
  },
);
