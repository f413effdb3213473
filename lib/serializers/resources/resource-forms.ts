import { linkedShape } from '../../json-ld/linked-shape.ts';
import type { ResourceContent, Shape } from '../../json-ld/shape.ts';
import { specificationShape } from '../../json-ld/specification-shape.ts';
import type { RdfNode } from '../../rdf/terms.ts';
import { rdfFormats } from '../rdf/rdf-formats.ts';
import type { RdfFormatName } from '../../rdf/formats.ts';

/** How a resource instance is written in each shape. */
export const shapes = {
  specification: specificationShape,
  linked: linkedShape,
} as const satisfies Readonly<Record<Shape, (content: ResourceContent) => RdfNode>>;

/** Writes a resource instance in one of its RDF forms. The same content gives the same bytes. */
export function writeResource(
  content: ResourceContent,
  shape: Shape,
  format: RdfFormatName,
): string {
  return rdfFormats[format].write(shapes[shape](content));
}
