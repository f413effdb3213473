import { linkedShape } from '../../json-ld/linked-shape.ts';
import type { ResourceContent } from '../../json-ld/shape.ts';
import { specificationShape } from '../../json-ld/specification-shape.ts';
import { writeJsonLd } from '../../json-ld/write.ts';
import type { RdfNode } from '../../rdf/terms.ts';
import { writeNTriples } from '../rdf/n-triples.ts';
import { writeRdfXml } from '../rdf/rdf-xml.ts';
import { writeTurtle } from '../rdf/turtle.ts';

/** The serialisations of the RDF graph of a resource instance, by the names of their formats. */
export const rdfWriters = {
  'json-ld': writeJsonLd,
  xml: writeRdfXml,
  turtle: writeTurtle,
  'n-triples': writeNTriples,
} as const satisfies Readonly<Record<string, (root: RdfNode) => string>>;

/** The shapes in which a resource instance is told of: that of the specification, and linked data. */
export const shapes = {
  specification: specificationShape,
  linked: linkedShape,
} as const satisfies Readonly<Record<string, (content: ResourceContent) => RdfNode>>;

export type RdfFormat = keyof typeof rdfWriters;
export type Shape = keyof typeof shapes;

/** Writes a resource instance in one of its RDF forms. The same content gives the same bytes. */
export function writeResource(content: ResourceContent, shape: Shape, format: RdfFormat): string {
  return rdfWriters[format](shapes[shape](content));
}
