import { jsonLd } from './json-ld.ts';
import { nTriples } from './n-triples.ts';
import type { RdfFormat } from './rdf-format.ts';
import { rdfXml } from './rdf-xml.ts';
import { turtle } from './turtle.ts';

/** The serialisations of RDF, by the names that the parameter `format` takes: all that is to be said of a new one. */
export const rdfFormats = {
  'json-ld': jsonLd,
  xml: rdfXml,
  turtle,
  'n-triples': nTriples,
} as const satisfies Readonly<Record<string, RdfFormat>>;

export type RdfFormatName = keyof typeof rdfFormats;

/** Whether a format is one of RDF. */
export function isRdfFormat(name: string): name is RdfFormatName {
  return Object.hasOwn(rdfFormats, name);
}

/** The names of all. */
export const rdfFormatNames = Object.keys(rdfFormats).filter(isRdfFormat);
