import { rdf } from '../../../rdf/vocabulary.ts';
import type { IncomingProperty, IncomingValue } from '../../incoming-value.ts';
import type { ModelNode } from '../model.ts';
import { termKey } from '../values/terms.ts';
import { formOf, isPartOfValue } from './forms.ts';
import type { ServiceUris } from './service-uris.ts';

/**
 * Returns the properties of a value that lead to child nodes: all properties that are no part of the value itself. A property from another
 * description of the same thing in the document is left out, unless the model has a child node for it.
 */
export function nestedProperties(
  value: IncomingValue,
  to: ModelNode,
  uris: ServiceUris,
): readonly IncomingProperty[] {
  if (value.kind === 'literal') return [];
  const isNodeObject = to.parent === null || formOf(value, to, uris) !== 'direct value';
  return value.properties.flatMap((property) => {
    const { predicate, pointer } = property;
    const isOfNode = isNodeObject || to.children.has(uris.present(predicate));
    if (!isOfNode && !pointer.startsWith(`${value.pointer}/`)) return [];
    if (isNodeObject && predicate !== rdf.value) return [property];
    const values = property.values.filter((nested) => !isPartOfValue(predicate, nested, to, uris));
    return values.length === 0 ? [] : [{ ...property, values }];
  });
}

/**
 * Merges the nested properties of several values that form one instance, so that each predicate occurs once. A nested value that several
 * elements of a list repeat belongs to the list, and is included once.
 */
export function mergedProperties(
  values: readonly IncomingValue[],
  to: ModelNode,
  uris: ServiceUris,
): readonly IncomingProperty[] {
  const merged = new Map<string, { values: IncomingValue[]; pointer: string }>();
  const earlier = new Set<string>();
  for (const value of values) {
    const properties = nestedProperties(value, to, uris);
    for (const property of properties) {
      const predicate = uris.present(property.predicate);
      const added = property.values.filter((nested) => !earlier.has(keyOf(predicate, nested)));
      const known = merged.get(predicate);
      if (known !== undefined) known.values.push(...added);
      else merged.set(predicate, { values: added, pointer: property.pointer });
    }
    for (const property of values.length > 1 ? properties : []) {
      const predicate = uris.present(property.predicate);
      for (const nested of property.values) earlier.add(keyOf(predicate, nested));
    }
  }
  return Array.from(merged, ([predicate, rest]) => ({ predicate, ...rest }));
}

/** A key that is equal for equal values. A node without an id equals no other value, so its key has its pointer. */
function keyOf(predicate: string, value: IncomingValue): string {
  const hasNoId = value.kind === 'node' && value.id === '';
  return `${predicate} ${hasNoId ? value.pointer : termKey(value)}`;
}
