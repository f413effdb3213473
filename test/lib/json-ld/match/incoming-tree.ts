import type { IncomingNode, IncomingValue } from '../../../../lib/json-ld/incoming-value.ts';
import type { RdfNode, RdfValue } from '../../../../lib/rdf/terms.ts';

/** Converts a tree as if it was read from a document. The JSON Pointers fit the expanded form of the `writeJsonLd` output. */
export function incoming(node: RdfNode, pointer = ''): IncomingNode {
  return {
    ...node,
    pointer,
    properties: node.properties.map(({ predicate, values }) => {
      const place = `${pointer}/${predicate.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      return {
        predicate,
        pointer: place,
        values: values.map((value, index) => incomingValue(value, `${place}/${index}`)),
      };
    }),
  };
}

function incomingValue(value: RdfValue, pointer: string): IncomingValue {
  return value.kind === 'literal' ? { ...value, pointer } : incoming(value, pointer);
}

/** A tree without the ids of tiles and nodes. */
export function withoutIds(node: IncomingNode): IncomingNode {
  return {
    ...node,
    id: /\/tile\/|\/resources\/.*#/.test(node.id) ? '' : node.id,
    properties: node.properties.map((property) => ({
      ...property,
      values: property.values.map((value) =>
        value.kind === 'literal' ? value : withoutIds(value),
      ),
    })),
  };
}
