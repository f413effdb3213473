import type { LayerColumn } from '../../queries/map-tiles/layer-columns.ts';
import type { OgcCollection } from '../../queries/ogc/collections.ts';
import { columnType, type MapTileFieldType } from '../map-tiles/map-tile-columns.ts';
import { maxZoom } from '../../model/map-tiles/map-tile-position.ts';
import { jsonType, type Link } from './link.ts';
import { tileMatrixSetLink, listZooms, webMercatorQuad } from './tile-matrix-set.ts';

export const vectorTileType = 'application/vnd.mapbox-vector-tile';

/** A layer in the tiles of a tileset. */
export type TilesetLayer = {
  /** The name of the layer in the tiles. */
  readonly id: string;
  readonly title: string;
  readonly columns: readonly LayerColumn[];
};

/** Returns the name of the layer of a model in the tiles with all visible records: the slug of the model or, without one, its id. */
export function nameModelLayer({
  slug,
  graphId,
}: {
  readonly slug: string | null;
  readonly graphId: string;
}): string {
  return slug ?? graphId;
}

/** The tiles of everything that the caller may see, or of a collection. */
export type Tileset = {
  readonly title: string;
  /** The URI of the list of tilesets, without a slash at the end. */
  readonly tilesUri: string;
  readonly baseUrl: string;
  /** West, south, east, north of its features in degrees; null if they are unknown. */
  readonly extent: OgcCollection['extent'];
};

/** The properties of features and clusters in the tiles. */
const commonFields = {
  resourceinstanceid: 'String',
  nodeid: 'String',
  featureid: 'Number',
  graphid: 'String',
  name: 'String',
  cluster: 'Boolean',
  count: 'Number',
} as const;

/** The properties of the features of a layer, with their types. */
function layerFields({ columns }: TilesetLayer): Readonly<Record<string, MapTileFieldType>> {
  return {
    ...commonFields,
    ...Object.fromEntries(columns.map((column) => [column.name, columnType(column)])),
  };
}

/** The latitude at which the map ends in the north and in the south. */
const mapLatitude = 85.051_129;
const wholeMap = [-180, -mapLatitude, 180, mapLatitude] as const;

/** The zoom of `center` for a single point. */
const pointZoom = 14;

const toMapLatitude = (latitude: number): number =>
  Math.min(Math.max(latitude, -mapLatitude), mapLatitude);

/** Returns the extent of the features within the map, and a view that shows it: longitude, latitude and zoom. */
function mapExtent({ extent }: Tileset) {
  if (extent === null) return { bounds: wholeMap };
  const [west, , east] = extent;
  const [south, north] = [toMapLatitude(extent[1]), toMapLatitude(extent[3])];
  const widthInDegrees = Math.max(east - west, 2 * (north - south), 360 / 2 ** pointZoom);
  return {
    bounds: [west, south, east, north],
    center: [
      (west + east) / 2,
      (south + north) / 2,
      Math.max(0, Math.floor(Math.log2(360 / widthInDegrees))),
    ],
  };
}

const tilesetUri = ({ tilesUri }: Tileset): string => `${tilesUri}/${webMercatorQuad.id}`;

function tilesetReference(tileset: Tileset, rel: 'item' | 'self') {
  const uri = tilesetUri(tileset);
  return {
    title: tileset.title,
    dataType: 'vector',
    crs: webMercatorQuad.crs,
    tileMatrixSetURI: webMercatorQuad.uri,
    links: [
      { href: uri, rel, type: jsonType, title: 'The tileset' },
      {
        href: `${uri}?format=tilejson`,
        rel: 'alternate',
        type: jsonType,
        title: 'The tileset as TileJSON',
      },
      {
        href: `${uri}/{tileMatrix}/{tileRow}/{tileCol}`,
        rel: 'item',
        type: vectorTileType,
        title: 'The tiles',
        templated: true,
      },
      tileMatrixSetLink(tileset.baseUrl),
    ],
  };
}

/** Creates the list of tilesets, which has exactly one entry (OGC API Tiles part 1, requirements class "Tilesets list"). */
export function tilesetsDocument(tileset: Tileset) {
  return {
    links: [{ href: tileset.tilesUri, rel: 'self', type: jsonType }] satisfies readonly Link[],
    tilesets: [tilesetReference(tileset, 'self')],
  };
}

/** Creates the metadata of a tileset (OGC API Tiles part 1, requirements class "Tileset"; OGC 17-083r4, section 7). */
export function tilesetDocument(tileset: Tileset, layers: readonly TilesetLayer[]) {
  return {
    ...tilesetReference(tileset, 'self'),
    tileMatrixSetLimits: listZooms().map((zoom) => ({
      tileMatrix: String(zoom),
      minTileRow: 0,
      maxTileRow: 2 ** zoom - 1,
      minTileCol: 0,
      maxTileCol: 2 ** zoom - 1,
    })),
    layers: layers.map(({ id, title }) => ({ id, title, dataType: 'vector' })),
  };
}

/** Creates the TileJSON of a tileset (TileJSON 3.0.0). */
export function tileJsonDocument(tileset: Tileset, layers: readonly TilesetLayer[]) {
  return {
    tilejson: '3.0.0',
    name: tileset.title,
    scheme: 'xyz',
    tiles: [`${tilesetUri(tileset)}/{z}/{y}/{x}`],
    minzoom: 0,
    maxzoom: maxZoom,
    ...mapExtent(tileset),
    vector_layers: layers.map((layer) => ({
      id: layer.id,
      description: layer.title,
      fields: layerFields(layer),
    })),
  };
}
