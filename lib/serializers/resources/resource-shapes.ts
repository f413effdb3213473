import { linkedShape } from '../../json-ld/linked-shape.ts';
import type { ResourceContent, Shape } from '../../json-ld/shape.ts';
import { specificationShape } from '../../json-ld/specification-shape.ts';
import type { RdfNode } from '../../rdf/terms.ts';

/** How a resource instance is written in each shape. */
export const shapes = {
  specification: specificationShape,
  linked: linkedShape,
} as const satisfies Readonly<Record<Shape, (content: ResourceContent) => RdfNode>>;
