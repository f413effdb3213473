import {
  rdfFormatDescriptions,
  rdfFormatNames,
  type RdfFormatName,
  type FormatDescription,
} from '../../rdf/formats.ts';

/** The values of the parameter `format`. */
export type FormatName =
  | 'json'
  | 'service-json'
  | 'localized-json'
  | 'activity-json'
  | 'geojson'
  | 'geojsonseq'
  | 'geo-json'
  | 'openapi-json'
  | 'schema-json'
  | 'mvt'
  | 'tilejson'
  | 'iiif'
  | 'results'
  | 'csv'
  | 'html'
  | RdfFormatName;

/** The formats of the specification ("GET /resources/{resource_instance_id}"), and more RDF formats. */
export const formats: Readonly<Record<FormatName, FormatDescription>> = {
  json: { aliases: [], mediaTypes: ['application/json'] },
  'service-json': { aliases: ['arches-json'], mediaTypes: ['application/json'] },
  // Like json, but each text is only in the language of the reader.
  'localized-json': { aliases: [], mediaTypes: ['application/json'] },
  'activity-json': { aliases: [], mediaTypes: ['application/activity+json'] },
  geojson: { aliases: ['json'], mediaTypes: ['application/json', 'application/geo+json'] },
  // For operations with GeoJSON as their only format: the media type of GeoJSON is the default.
  'geo-json': {
    aliases: ['geojson', 'json'],
    mediaTypes: ['application/geo+json', 'application/json'],
  },
  'openapi-json': {
    aliases: ['json'],
    mediaTypes: ['application/vnd.oai.openapi+json', 'application/json'],
  },
  'schema-json': {
    aliases: ['json'],
    mediaTypes: ['application/schema+json', 'application/json'],
  },
  // Vector tiles (Mapbox Vector Tile Specification).
  mvt: {
    aliases: ['pbf'],
    mediaTypes: ['application/vnd.mapbox-vector-tile', 'application/x-protobuf'],
  },
  tilejson: { aliases: [], mediaTypes: ['application/json', 'application/vnd.mapbox.tile+json'] },
  // Documents of the International Image Interoperability Framework, which are JSON-LD.
  iiif: { aliases: ['json', 'json-ld'], mediaTypes: ['application/ld+json', 'application/json'] },
  // The matches of a search.
  results: { aliases: [], mediaTypes: ['application/json'] },
  // A table of everything that is found (RFC 4180).
  csv: { aliases: [], mediaTypes: ['text/csv'] },
  html: { aliases: [], mediaTypes: ['text/html'] },
  // The default is not geo+json-seq (RFC 8142): its records begin with U+001E, which most line readers cannot handle.
  geojsonseq: { aliases: [], mediaTypes: ['application/x-ndjson', 'application/geo+json-seq'] },
  ...rdfFormatDescriptions,
};

const otherRdfFormats = rdfFormatNames.filter((name) => name !== 'json-ld');

/**
 * The formats of a resource instance for programs, the default first.
 * @rule Requests: Which formats does an operation offer?
 */
export const resourceFormats = ['json-ld', 'json', 'service-json', ...otherRdfFormats] as const;

/** The formats of a resource instance, with a page as the last: only callers who prefer it to all other formats get it. */
export const resourceAndPageFormats = [...resourceFormats, 'html'] as const;

/** The formats of a list of resource instances, the default first. The specification excludes RDF/XML. */
export const containerFormats = [
  'json',
  'json-ld',
  ...otherRdfFormats.filter((name) => name !== 'xml'),
  'service-json',
  'results',
  'csv',
  'html',
] as const;

/** The formats of the answer to POST /search: those of a list, apart from pages. */
export const searchFormats = [
  'json',
  'json-ld',
  ...otherRdfFormats.filter((name) => name !== 'xml'),
  'service-json',
  'results',
  'csv',
] as const;

/** The formats of a resource model, the default first. */
export const graphFormats = ['localized-json', 'json', 'service-json', 'html'] as const;

/** The formats of features, the default first. */
export const featureFormats = ['geojson', 'geojsonseq', 'csv'] as const;

/** The formats of the features of a collection, the default first. */
export const itemFormats = ['geo-json', 'csv', 'html'] as const;

/** The formats of a concept, the default first. */
export const conceptFormats = ['json-ld', 'json', ...otherRdfFormats, 'html'] as const;

/** The formats of the list of resource instances that use a concept, the default first. */
export const conceptResourceFormats = ['json', 'json-ld', 'results', 'html'] as const;

/**
 * Joins format names for a sentence: `json-ld, json (business data), xml (RDF/XML) or turtle`.
 * @param titles that replace the default ones
 */
export function joinFormatNames(
  names: readonly FormatName[],
  titles: Readonly<Partial<Record<FormatName, string>>>,
): string {
  const words = names.map((name) => {
    const title = titles[name] ?? formats[name].title;
    return title === undefined ? name : `${name} (${title})`;
  });
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
