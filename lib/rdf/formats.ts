/** What of a format concerns its choice. */
export type FormatDescription = {
  /** Other names that clients send for it. */
  readonly aliases: readonly string[];
  /** By which `Accept` knows it. The first is that of an answer whose reader did not say which. */
  readonly mediaTypes: readonly [string, ...string[]];
  /** What people call it, where its name does not say. */
  readonly title?: string;
};

/** The serialisations of RDF, by the names that the parameter `format` takes. What writes them is in `serializers/rdf`. */
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

/** Whether a format is one of RDF. */
export function isRdfFormat(name: string): name is RdfFormatName {
  return Object.hasOwn(rdfFormatDescriptions, name);
}

/** The names of all. */
export const rdfFormatNames = Object.keys(rdfFormatDescriptions).filter(isRdfFormat);
