/** How clients choose a format. */
export type FormatDescription = {
  /** Other names that clients send for it. */
  readonly aliases: readonly string[];
  /** Accepted in `Accept`. The first is the default of an answer. */
  readonly mediaTypes: readonly [string, ...string[]];
  /** Its usual name, where that differs from the parameter. */
  readonly title?: string;
};

/** The serialisations of RDF, by the names that the parameter `format` takes. Their writers are in `serializers/rdf`. */
export const rdfFormatDescriptions = {
  'json-ld': { aliases: ['jsonld'], mediaTypes: ['application/ld+json'] },
  xml: {
    aliases: [],
    mediaTypes: ['application/xml', 'application/rdf+xml'],
    title: 'RDF/XML',
  },
  turtle: { aliases: ['ttl'], mediaTypes: ['text/turtle'] },
  'n-triples': { aliases: ['nt'], mediaTypes: ['application/n-triples'] },
} as const satisfies Readonly<Record<string, FormatDescription>>;

export type RdfFormatName = keyof typeof rdfFormatDescriptions;

export function isRdfFormat(name: string): name is RdfFormatName {
  return Object.hasOwn(rdfFormatDescriptions, name);
}

export const rdfFormatNames = Object.keys(rdfFormatDescriptions).filter(isRdfFormat);
