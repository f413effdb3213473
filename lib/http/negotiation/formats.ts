/** The serialisations of the service, by the names that the parameter `format` takes. */
export type FormatName = 'json' | 'json-ld' | 'n-triples' | 'service-json' | 'turtle' | 'xml';

/** A format: other names that clients send for it, and the media types that `Accept` knows it by. */
export type Format = {
  readonly aliases: readonly string[];
  /** The first is that of an answer whose reader did not say which. */
  readonly mediaTypes: readonly [string, ...string[]];
};

/** Every format of the specification ("GET /resources/{resource_instance_id}"), and further ones of the same RDF graph. */
export const formats: Readonly<Record<FormatName, Format>> = {
  json: { aliases: [], mediaTypes: ['application/json'] },
  'json-ld': { aliases: ['jsonld'], mediaTypes: ['application/ld+json'] },
  'service-json': { aliases: ['arches-json'], mediaTypes: ['application/json'] },
  // The specification says application/xml; application/rdf+xml is what RDF/XML is registered as.
  xml: { aliases: [], mediaTypes: ['application/xml', 'application/rdf+xml'] },
  turtle: { aliases: ['ttl'], mediaTypes: ['text/turtle'] },
  'n-triples': { aliases: ['nt'], mediaTypes: ['application/n-triples'] },
};
