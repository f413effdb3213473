import { maxZoom } from '../../model/map-tiles/map-tile-position.ts';
import { jsonType, ogcUri } from './link.ts';

/** The tile matrix set of all tiles (OGC 17-083r4, annex D.1). */
export const webMercatorQuad = {
  id: 'WebMercatorQuad',
  title: 'Google Maps Compatible for the World',
  uri: 'http://www.opengis.net/def/tilematrixset/OGC/1.0/WebMercatorQuad',
  crs: 'http://www.opengis.net/def/crs/EPSG/0/3857',
} as const;

/** Half of the width of the world in metres. */
const halfWorld = 20_037_508.342_789_25;

/** The width and height of a tile in pixels. */
const mapTilePixels = 256;

/** The size of a pixel in metres for scale denominators (OGC 17-083r4, section 6.1.1.1). */
const pixelMetres = 0.000_28;

/** Returns the zoom levels for which there are tiles. */
export function listZooms(): readonly number[] {
  return Array.from({ length: maxZoom + 1 }, (_, zoom) => zoom);
}

/** Returns the URI of the document of the tile matrix set. */
function tileMatrixSetUri(baseUrl: string): string {
  return `${ogcUri(baseUrl)}/tileMatrixSets/${webMercatorQuad.id}`;
}

/** Creates the link from a tileset to its tile matrix set. */
export function tileMatrixSetLink(baseUrl: string) {
  return {
    href: tileMatrixSetUri(baseUrl),
    rel: 'http://www.opengis.net/def/rel/ogc/1.0/tiling-scheme',
    type: jsonType,
    title: 'The tile matrix set',
  };
}

/** Creates the list of tile matrix sets (OGC API Tiles part 1, annex on tile matrix sets). */
export function tileMatrixSetsDocument(baseUrl: string) {
  return {
    tileMatrixSets: [
      {
        ...webMercatorQuad,
        links: [{ href: tileMatrixSetUri(baseUrl), rel: 'self', type: jsonType }],
      },
    ],
  };
}

/** The definition of WebMercatorQuad, up to the largest zoom with tiles. */
export const webMercatorQuadDocument = {
  ...webMercatorQuad,
  orderedAxes: ['E', 'N'],
  wellKnownScaleSet: 'http://www.opengis.net/def/wkss/OGC/1.0/GoogleMapsCompatible',
  tileMatrices: listZooms().map((zoom) => {
    const mapTilesPerSide = 2 ** zoom;
    const cellSize = (2 * halfWorld) / (mapTilePixels * mapTilesPerSide);
    return {
      id: String(zoom),
      scaleDenominator: cellSize / pixelMetres,
      cellSize,
      cornerOfOrigin: 'topLeft',
      pointOfOrigin: [-halfWorld, halfWorld],
      tileWidth: mapTilePixels,
      tileHeight: mapTilePixels,
      matrixWidth: mapTilesPerSide,
      matrixHeight: mapTilesPerSide,
    };
  }),
} as const;
