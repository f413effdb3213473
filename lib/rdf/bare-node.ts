import type { RdfNode } from './terms.ts';

/** Whether nothing is said of a node: it is there as an IRI alone. */
export function isBare({ types, properties }: RdfNode): boolean {
  return types.length === 0 && properties.length === 0;
}
