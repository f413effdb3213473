import type { RouteExamples } from '../examples.ts';
import { browserAccept } from '../pages/data-pages.ts';

/** The reads of one client. `{name}` stands for an example of the data. */
export type ClientReads = {
  readonly client: string;
  /** Whether the client sends a token. Without it, both are tried. */
  readonly callers?: readonly ('Guest' | 'an account')[];
  readonly accept?: string;
  /** The header with the token; by default `authorization`. */
  readonly tokenHeader?: string;
  readonly paths: readonly string[];
};

const items = '/ogc/collections/{collectionId}/items';
const item = `${items}/{featureId}`;
const epsg4326 = 'http://www.opengis.net/def/crs/EPSG/0/4326';
const ofResource = '/geojson?resourceid={resource_instance_id}';

/** What nodegroups, words and names a client selects for the properties of features. */
const propertyChoices = [
  '',
  '&include_primary_name=true',
  ...['{nodegroup_id}', '{nodegroup_id},{tile_nodegroup_id}'].flatMap((nodegroups) =>
    ['', '&use_display_values=true'].flatMap((words) =>
      ['', '&include_primary_name=true'].map(
        (names) => `&nodegroups=${nodegroups}${words}${names}`,
      ),
    ),
  ),
];

const resourceFormats = [
  'json',
  'service-json',
  'arches-json',
  'json-ld',
  'json-ld&profile=linked',
  'turtle',
  'xml',
  'n-triples',
];

/** The reads of existing clients, of GIS programs, of the map, and of the pages. */
export const clientReads: readonly ClientReads[] = [
  {
    client: 'the QGIS plug-in of the platform',
    paths: ['/graphs/', '/graphs/{graph_id_or_slug}'],
  },
  {
    client: 'the ArcGIS Pro add-in of the platform',
    callers: ['an account'],
    paths: [
      '/',
      '/api/nodes/?datatype=geojson-feature-collection&perms=write_nodegroup',
      '/api/instance_permissions/?resourceinstanceid={resource_instance_id}',
      '/resource/{resource_instance_id}',
    ],
  },
  {
    client: 'the mobile app of the platform',
    tokenHeader: 'x-authorization',
    callers: ['an account'],
    paths: [
      '/mobileprojects/?status=active',
      '/mobileprojects/',
      '/mobileprojects/?status',
      '/mobileprojects/{mobile_project_id}',
    ],
  },
  {
    client: 'programs that read mobile projects by the specification',
    callers: ['an account'],
    paths: ['/mobileprojects', '/mobileprojects/{mobile_project_id}'],
  },
  {
    client: 'alizarin',
    paths: [
      '/api/arches/graphs?format=arches-json&hide_empty_nodes=false&compact=false',
      '/graphs/{graph_id_or_slug}?format=arches-json&gen=',
      '/resources?graph_uuid={graph_id_or_slug}&format=arches-json&hide_empty_nodes=false&compact=false&limit=5',
    ],
  },
  {
    client: 'a map of one record',
    paths: [
      ...propertyChoices.flatMap((choice) => [
        `${ofResource}${choice}`,
        `${ofResource}&nodeid={nodeid}${choice}`,
        `/geojson?tileid={geometry_tile_id}${choice}`,
      ]),
      `${ofResource}&nodeids={nodeid},{node_id}`,
      `${ofResource}&tileid={geometry_tile_id}`,
      '/geojson?tileid={geometry_tile_id}&nodeid={nodeid}',
      '/geojson?graph=heritage-place&resourceid={resource_instance_id}',
    ],
  },
  {
    client: 'a map of many records',
    paths: [
      '/geojson?graph=heritage-place',
      '/geojson?nodeids={nodeid}&limit=100',
      '/geojson?nodeids={nodeid}&limit=100&page=2',
      '/geojson?bbox=170,40,-170,60',
      ...propertyChoices.flatMap((choice) => [
        `/geojson?bbox=-10,40,10,60${choice}`,
        `/geojson?nodeid={nodeid}&bbox=-10,40,10,60&limit=100${choice}`,
      ]),
      '/geojson?count=exact',
      '/geojson?nodeid={nodeid}&count=exact',
    ],
  },
  {
    client: 'QGIS and GDAL (OGC API Features)',
    accept: 'application/geo+json, application/json',
    paths: [
      '/ogc',
      '/ogc/api',
      '/ogc/conformance',
      '/ogc/collections',
      '/ogc/collections/{collectionId}',
      `${items}?limit=1`,
      `${items}?limit=10`,
      `${items}?limit=10&crs=${epsg4326}`,
      `${items}?limit=1000`,
      `${items}?limit=1000&bbox=-180,-90,180,90`,
      `${items}?limit=1000&bbox=-5,50,2,55`,
      `${items}?limit=1000&bbox=170,50,-170,55`,
      `${items}?limit=1000&bbox=50,-5,55,2&bbox-crs=${epsg4326}&crs=${epsg4326}`,
      `${items}?limit=1000&bbox=-5,50,2,55&datetime=2020-01-01T00:00:00Z%2F..`,
      `${items}?limit=1000&bbox=-5,50,2,55&properties=name`,
      `${items}?limit=10&count=exact`,
      item,
      `${item}?crs=${epsg4326}`,
    ],
  },
  {
    client: 'clients of map tiles',
    paths: [
      '/ogc/tiles',
      '/ogc/tiles/WebMercatorQuad',
      '/ogc/tiles/WebMercatorQuad?format=tilejson',
      '/ogc/tiles/WebMercatorQuad/0/0/0',
      '/ogc/tiles/WebMercatorQuad/10/0/0',
      '/ogc/collections/{collectionId}/tiles',
      '/ogc/collections/{collectionId}/tiles/WebMercatorQuad',
      '/ogc/collections/{collectionId}/tiles/WebMercatorQuad/0/0/0',
      '/ogc/collections/{collectionId}/tiles/WebMercatorQuad/10/0/0',
      '/ogc/tileMatrixSets',
      '/ogc/tileMatrixSets/WebMercatorQuad',
      '/mvt/{nodeid}/0/0/0.pbf',
      '/mvt/{nodeid}/10/0/0.pbf',
    ],
  },
  {
    client: 'readers of the activity stream',
    paths: [
      '/history/',
      '/history/1',
      '/history/item/1',
      '/history/?cursor=1&limit=5',
      ...['', '&since=2020-01-01T00:00:00Z'].flatMap((since) => [
        `/history/?type=Create${since}`,
        `/history/?type=Create&graph={graph_id_or_slug}${since}`,
        `/history/?graph={graph_id_or_slug}${since}`,
      ]),
      '/history/?since=2020-01-01T00:00:00Z',
      '/resources/{resource_instance_id}/activity',
      '/files/{file_id}',
      '/iiif/{resource_instance_id}/manifest',
      '/iiif/images/{file_id}/info.json',
      '/iiif/images/{file_id}/full/max/0/default.jpg',
      '/resources/{resource_instance_id}/history',
      ...['json-ld', 'service-json'].map(
        (format) => `/resources/{resource_instance_id}?format=${format}`,
      ),
    ],
  },
  {
    client: 'programs by the specification',
    paths: [
      '/user/{account_id}',
      ...resourceFormats.map((format) => `/resources/{resource_instance_id}?format=${format}`),
      ...resourceFormats.map(
        (format) => `/resources/{resource_instance_id}?hidden=false&format=${format}`,
      ),
      '/resources/',
      '/resources/?limit=2',
      '/resources/?limit=2&page=2',
      '/resources/?graph=heritage-place&limit=2',
      '/resources/?graph=heritage-place&limit=2&page=2',
      '/resources/?q=church',
      '/resources/?q=church&graph=heritage-place',
      '/resources/?q=church&format=results',
      '/resources/?q=church&graph=heritage-place&format=results',
      '/resources/{resource_instance_id}/relations',
      '/api/tiles/{tile_id}',
      '/tile/{tile_id}/node/{node_id}',
      '/api/nodes',
      '/api/nodes/{node_id}',
      '/api/nodes?graph_id={graph_id_or_slug}',
      ...['read', 'write', 'delete'].flatMap((right) => [
        `/api/nodes?perms=${right}_nodegroup`,
        `/api/nodes?graph_id={graph_id_or_slug}&perms=${right}_nodegroup`,
        `/api/nodes?datatype=concept&perms=${right}_nodegroup`,
        `/api/nodes/{node_id}?perms=${right}_nodegroup`,
      ]),
      '/api/instance_permissions?resourceinstanceid={resource_instance_id}',
      '/graph/{graph_id_or_slug}',
      '/rdm/concepts',
      '/rdm/concepts?limit=1',
      '/rdm/concepts?nodetype=Collection',
      '/rdm/concepts/{concept_instance_id}',
      '/rdm/concepts/{concept_instance_id}?depthlimit=1',
      '/rdm/concepts/{concept_instance_id}?includesubconcepts=false',
      '/rdm/concepts/{concept_instance_id}?format=json-ld',
      '/rdm/concepts/{concept_instance_id}/resources',
      '/rdm/concepts/{concept_instance_id}/resources?format=results',
      '/rdm/concepts/{large_thesaurus_id}?format=json',
      '/rdm/concepts/{large_thesaurus_id}?format=turtle',
      '/rdm/concepts/search?q=church',
      '/rdm/concepts/search?q=church&scheme={concept_instance_id}',
      '/rdm/concepts/search?q=church&collection={collection_id}',
      '/rdm/concepts/search?q=church&scheme={concept_instance_id}&collection={collection_id}',
      '/rdm/collections/{collection_id}',
      '/concepts/{concept_instance_id}',
      '/contexts/heritage.jsonld',
      '/openapi.json',
    ],
  },
  {
    client: 'a browser that opens the pages',
    accept: browserAccept,
    paths: [
      '/',
      '/map',
      '/history/',
      '/exports',
      '/docs',
      '/docs/{subject}',
      '/graphs',
      '/graphs/{graph_id_or_slug}',
      '/resources',
      '/resources?page=2&limit=2',
      '/resources?cursor={cursor}',
      '/resources?graph=heritage-place',
      '/resources?graph=heritage-place&cursor={cursor}',
      '/resources?q=church',
      '/resources?q=church&graph=heritage-place',
      '/resources/{resource_instance_id}',
      '/resources/{resource_instance_id}/history',
      '/rdm/concepts',
      '/rdm/concepts?nodetype=Collection',
      '/rdm/concepts/{concept_instance_id}',
      '/rdm/concepts/search?q=church',
      '/ogc',
      '/ogc/conformance',
      '/ogc/api',
      '/ogc/collections',
      '/ogc/collections/{collectionId}',
      items,
      `${items}?filter=resourceinstanceid IS NOT NULL`,
      item,
      '/robots.txt',
    ],
  },
];

/** The reads of arches-koop, which asks for all features at once, so that it needs several calls. */
export const largeReads: ClientReads = {
  client: 'arches-koop',
  paths: propertyChoices.flatMap((choice) => [
    `/geojson?precision=6${choice}&type=LineString`,
    `/geojson?nodeid={nodeid}&precision=6${choice}&type=LineString`,
  ]),
};

/** Fills the examples of the data into a path. @throws Error for a name without an example */
export function fillPath(path: string, examples: RouteExamples): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const example = examples[name];
    if (example === undefined) throw new Error(`There is no example of ${name}.`);
    return example;
  });
}
