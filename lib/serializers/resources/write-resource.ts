import type { ResourceContent, Shape } from '../../json-ld/resource-shape.ts';
import type { RdfFormatName } from '../../rdf/formats.ts';
import { rdfFormats } from '../rdf/rdf-formats.ts';
import { shapeBuilders } from './shape-builders.ts';

/** Writes a resource instance in an RDF shape and format. Equal content gives equal bytes. */
export function writeResource(
  content: ResourceContent,
  shape: Shape,
  format: RdfFormatName,
): string {
  return rdfFormats[format].write(shapeBuilders[shape](content));
}
