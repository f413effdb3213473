import { buildLinkedShape } from '../../json-ld/linked-shape.ts';
import type { ResourceContent, Shape } from '../../json-ld/resource-shape.ts';
import { buildSpecificationShape } from '../../json-ld/specification-shape.ts';
import type { RdfNode } from '../../rdf/terms.ts';

export const shapeBuilders = {
  specification: buildSpecificationShape,
  linked: buildLinkedShape,
} as const satisfies Readonly<Record<Shape, (content: ResourceContent) => RdfNode>>;
