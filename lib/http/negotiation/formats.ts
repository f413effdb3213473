import {
  rdfFormatDescriptions,
  rdfFormatNames,
  type RdfFormatName,
  type FormatDescription,
} from '../../rdf/formats.ts';

/** The serialisations of the service, by the names that the parameter `format` takes. */
export type FormatName =
  | 'json'
  | 'service-json'
  | 'localized-json'
  | 'activity-json'
  | 'geojson'
  | 'geojsonseq'
  | 'geo-json'
  | 'openapi-json'
  | 'html'
  | RdfFormatName;

/** Every format of the specification ("GET /resources/{resource_instance_id}"), and further ones of the same RDF graph. */
export const formats: Readonly<Record<FormatName, FormatDescription>> = {
  json: { aliases: [], mediaTypes: ['application/json'] },
  'service-json': { aliases: ['arches-json'], mediaTypes: ['application/json'] },
  // Each text in one language, the reader's, where json has it in every language.
  'localized-json': { aliases: [], mediaTypes: ['application/json'] },
  'activity-json': { aliases: [], mediaTypes: ['application/activity+json'] },
  geojson: { aliases: ['json'], mediaTypes: ['application/json', 'application/geo+json'] },
  // GeoJSON where it is the only format there is, by its own media type.
  'geo-json': {
    aliases: ['geojson', 'json'],
    mediaTypes: ['application/geo+json', 'application/json'],
  },
  'openapi-json': {
    aliases: ['json'],
    mediaTypes: ['application/vnd.oai.openapi+json', 'application/json'],
  },
  html: { aliases: [], mediaTypes: ['text/html'] },
  // As RFC 8142 has it, a record begins with U+001E, which most readers of lines do not know.
  geojsonseq: { aliases: [], mediaTypes: ['application/x-ndjson', 'application/geo+json-seq'] },
  ...rdfFormatDescriptions,
};

const otherRdfFormats = rdfFormatNames.filter((name) => name !== 'json-ld');

/** The formats of a resource instance, the default first. */
export const resourceFormats = ['json-ld', 'json', 'service-json', ...otherRdfFormats] as const;

/** The formats of a list of resource instances, the default first. The specification has none in RDF/XML. */
export const containerFormats = [
  'json',
  'json-ld',
  ...otherRdfFormats.filter((name) => name !== 'xml'),
  'service-json',
] as const;

/** The formats of a resource model, the default first. */
export const graphFormats = ['localized-json', 'json', 'service-json'] as const;

/** The formats of features, the default first. */
export const featureFormats = ['geojson', 'geojsonseq'] as const;

/** The formats of a concept, the default first. */
export const conceptFormats = ['json-ld', 'json', ...otherRdfFormats] as const;

/**
 * The formats as a sentence names them: `json-ld, json (business data), xml (RDF/XML) or turtle`.
 * @param titles what else people call some of them
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
