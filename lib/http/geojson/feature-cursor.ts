import * as z from 'zod';

import type { TileKey } from '../../model/geojson/feature-query.ts';
import { cursorParameter, encodeCursor } from '../parameters/cursor.ts';

/** A position in the order of tiles: the number of pages before it, and the last tile of those pages. */
export type FeatureCursor = { readonly pagesBefore: number; readonly after: TileKey };

const cursorPattern =
  /^(?<pages>[1-9]\d{0,8}) (?<resource>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}) (?<tile>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** Makes the cursor that continues after a tile. */
export function encodeFeatureCursor({ pagesBefore, after }: FeatureCursor): string {
  return encodeCursor(`${pagesBefore} ${after.resourceId} ${after.tileId}`);
}

/** `cursor` of features: continues after a tile. */
export const featureCursorParameter = cursorParameter.transform(
  (text, context): FeatureCursor | undefined => {
    if (text === undefined) return undefined;
    const { pages, resource, tile } = cursorPattern.exec(text)?.groups ?? {};
    if (pages === undefined || resource === undefined || tile === undefined) {
      context.addIssue({
        code: 'custom',
        message: 'is not a cursor from this service.',
      });
      return z.NEVER;
    }
    return { pagesBefore: Number(pages), after: { resourceId: resource, tileId: tile } };
  },
);
