/** The serialisations of the service, by the names that the parameter `format` takes. */
export type FormatName = 'json' | 'json-ld' | 'service-json' | 'xml';

/** A format: other names that clients send for it, and the media type that `Accept` knows it by. */
export type Format = {
  readonly aliases: readonly string[];
  readonly mediaType: string;
};

/** Every format of the specification ("GET /resources/{resource_instance_id}"). */
export const formats: Readonly<Record<FormatName, Format>> = {
  json: { aliases: [], mediaType: 'application/json' },
  'json-ld': { aliases: ['jsonld'], mediaType: 'application/ld+json' },
  'service-json': { aliases: ['arches-json'], mediaType: 'application/json' },
  xml: { aliases: [], mediaType: 'application/xml' },
};
