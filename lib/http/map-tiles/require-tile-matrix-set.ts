import { NotFound } from '../../errors.ts';
import { webMercatorQuad } from '../../serializers/ogc/tile-matrix-set.ts';

/** Checks the tile matrix set in a path. @throws NotFound for any but WebMercatorQuad */
export function requireTileMatrixSet(id: string): void {
  if (id === webMercatorQuad.id) return;
  throw new NotFound(
    `There is no tile matrix set with this id. The only one is ${webMercatorQuad.id}.`,
  );
}
