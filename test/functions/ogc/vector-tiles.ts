import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';

import type { TestService } from '../../support/service.ts';

/** A feature of a vector tile. */
export type DecodedFeature = {
  readonly layer: string;
  readonly id: number | undefined;
  readonly properties: Readonly<Record<string, unknown>>;
  /** On the grid of the tile. */
  readonly parts: readonly (readonly { readonly x: number; readonly y: number }[])[];
  /** In degrees. */
  readonly geometry: GeoJSON.Geometry;
};

export type TileAddress = { readonly zoom: number; readonly column: number; readonly row: number };

/** The path of a tile below /ogc. @param tilesPath such as /ogc/tiles */
export function tilePath(tilesPath: string, { zoom, column, row }: TileAddress): string {
  return `${tilesPath}/WebMercatorQuad/${zoom}/${row}/${column}`;
}

/** Reads a tile with the reader of Mapbox. An empty tile has no features. */
export async function readTile(
  service: TestService,
  path: string,
  address: TileAddress,
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly DecodedFeature[]> {
  const response = await service.fetch(path, { headers });
  if (response.status === 204) return [];
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
  return decodeTile(new Uint8Array(await response.arrayBuffer()), address);
}

export function decodeTile(
  bytes: Uint8Array,
  { zoom, column, row }: TileAddress,
): readonly DecodedFeature[] {
  const { layers } = new VectorTile(new PbfReader(bytes));
  return Object.values(layers).flatMap((layer) =>
    Array.from({ length: layer.length }, (_, index) => {
      const feature = layer.feature(index);
      return {
        layer: layer.name,
        id: feature.id,
        properties: feature.properties,
        parts: feature.loadGeometry(),
        geometry: feature.toGeoJSON(column, row, zoom).geometry,
      };
    }),
  );
}

/** The tile that contains a place. */
export function tileOf(longitude: number, latitude: number, zoom: number): TileAddress {
  const tiles = 2 ** zoom;
  const radians = (latitude * Math.PI) / 180;
  const y = 0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI);
  return {
    zoom,
    column: Math.floor(((longitude + 180) / 360) * tiles),
    row: Math.floor(y * tiles),
  };
}
