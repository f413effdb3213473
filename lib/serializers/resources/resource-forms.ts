import { linkedShape } from '../../json-ld/linked-shape.ts';
import type { ResourceContent } from '../../json-ld/shape.ts';
import { specificationShape } from '../../json-ld/specification-shape.ts';
import type { RdfNode } from '../../rdf/terms.ts';
import { rdfFormats, type RdfFormatName } from '../rdf/rdf-formats.ts';

/** The shapes in which a resource instance is told of: that of the specification, and linked data. */
export const shapes = {
  specification: specificationShape,
  linked: linkedShape,
} as const satisfies Readonly<Record<string, (content: ResourceContent) => RdfNode>>;

export type Shape = keyof typeof shapes;

/** Writes a resource instance in one of its RDF forms. The same content gives the same bytes. */
export function writeResource(
  content: ResourceContent,
  shape: Shape,
  format: RdfFormatName,
): string {
  return rdfFormats[format].write(shapes[shape](content));
}
