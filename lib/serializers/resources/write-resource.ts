import type { ResourceContent, Shape } from '../../json-ld/shape.ts';
import type { RdfFormatName } from '../../rdf/formats.ts';
import { rdfFormats } from '../rdf/rdf-formats.ts';
import { resourceShapes } from './resource-shapes.ts';

/** Writes a resource instance in an RDF shape and format. Equal content gives equal bytes. */
export function writeResource(
  content: ResourceContent,
  shape: Shape,
  format: RdfFormatName,
): string {
  return rdfFormats[format].write(resourceShapes[shape](content));
}
