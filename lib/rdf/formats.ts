/** How clients choose a format. */
export type FormatDescription = {
  /** Other names that clients send for it. */
  readonly aliases: readonly string[];
  /** The media types for which `Accept` selects the format. The first is the default of a response. */
  readonly mediaTypes: readonly [string, ...string[]];
  /** Its usual name, if that differs from the value of the parameter. */
  readonly title?: string;
};

/** The RDF formats, by the value of the parameter `format`. Their writers are in `serializers/rdf`. */
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

export function isRdfFormatName(name: string): name is RdfFormatName {
  return Object.hasOwn(rdfFormatDescriptions, name);
}

export const rdfFormatNames = Object.keys(rdfFormatDescriptions).filter(isRdfFormatName);
