import * as z from 'zod';

import type { TileKey } from '../../model/geojson/feature-query.ts';
import { cursor, encodeCursor } from '../parameters/cursor.ts';

/** A place in the order of the tiles: how many pages came before, and the tile that they ended with. */
export type FeatureCursor = { readonly pagesBefore: number; readonly after: TileKey };

const written =
  /^(?<pages>[1-9]\d{0,8}) (?<resource>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}) (?<tile>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** The cursor that goes on behind a tile. */
export function encodeFeatureCursor({ pagesBefore, after }: FeatureCursor): string {
  return encodeCursor(`${pagesBefore} ${after.resourceId} ${after.tileId}`);
}

/** `cursor` of features: goes on behind a tile. */
export const featureCursor = cursor.transform((text, context): FeatureCursor | undefined => {
  if (text === undefined) return undefined;
  const { pages, resource, tile } = written.exec(text)?.groups ?? {};
  if (pages === undefined || resource === undefined || tile === undefined) {
    context.addIssue({
      code: 'custom',
      message: 'is not a cursor that this service gave out.',
    });
    return z.NEVER;
  }
  return { pagesBefore: Number(pages), after: { resourceId: resource, tileId: tile } };
});
