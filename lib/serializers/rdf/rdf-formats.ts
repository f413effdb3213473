import type { RdfFormatName } from '../../rdf/formats.ts';
import { jsonLd } from './json-ld.ts';
import { nTriples } from './n-triples.ts';
import type { RdfFormat } from './rdf-format.ts';
import { rdfXml } from './rdf-xml.ts';
import { turtle } from './turtle.ts';

/** @rule Resource instances: Which RDF formats are there? */
export const rdfFormats: Readonly<Record<RdfFormatName, RdfFormat>> = {
  'json-ld': jsonLd,
  xml: rdfXml,
  turtle,
  'n-triples': nTriples,
};
