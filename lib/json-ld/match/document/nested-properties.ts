import { rdf } from '../../../rdf/vocabulary.ts';
import type { IncomingProperty, IncomingValue } from '../../incoming-value.ts';
import type { ModelNode } from '../match-model.ts';
import { termKey } from '../values/terms.ts';
import { valueFormOf, isPartOfValue } from './value-form.ts';
import type { ServiceUris } from './service-uris.ts';

/**
 * Returns the properties of a value that lead to child nodes: all properties that are no part of the value itself. A direct value can have
 * properties from other descriptions of the same node in the document. They are included only if the model has a child node for them.
 */
export function listNestedProperties(
  value: IncomingValue,
  node: ModelNode,
  uris: ServiceUris,
): readonly IncomingProperty[] {
  if (value.kind === 'literal') return [];
  const isNodeObject = node.parent === null || valueFormOf(value, node, uris) !== 'direct value';
  return value.properties.flatMap((property) => {
    const { predicate, pointer } = property;
    const isOfNode = isNodeObject || node.children.has(uris.withPresentAddress(predicate));
    if (!isOfNode && !pointer.startsWith(`${value.pointer}/`)) return [];
    if (isNodeObject && predicate !== rdf.value) return [property];
    const values = property.values.filter(
      (nested) => !isPartOfValue(predicate, nested, node, uris),
    );
    return values.length === 0 ? [] : [{ ...property, values }];
  });
}

/**
 * Merges the nested properties of several values that form one instance, so that each predicate occurs once. A nested value that several
 * elements of a list repeat belongs to the list, and is included once.
 */
export function mergeNestedProperties(
  values: readonly IncomingValue[],
  node: ModelNode,
  uris: ServiceUris,
): readonly IncomingProperty[] {
  const mergedProperties = new Map<string, { values: IncomingValue[]; pointer: string }>();
  const keysOfEarlierValues = new Set<string>();
  for (const value of values) {
    const properties = listNestedProperties(value, node, uris);
    for (const property of properties) {
      const predicate = uris.withPresentAddress(property.predicate);
      const newValues = property.values.filter(
        (nested) => !keysOfEarlierValues.has(keyOf(predicate, nested)),
      );
      const mergedProperty = mergedProperties.get(predicate);
      if (mergedProperty !== undefined) mergedProperty.values.push(...newValues);
      else mergedProperties.set(predicate, { values: newValues, pointer: property.pointer });
    }
    for (const property of values.length > 1 ? properties : []) {
      const predicate = uris.withPresentAddress(property.predicate);
      for (const nested of property.values) keysOfEarlierValues.add(keyOf(predicate, nested));
    }
  }
  return Array.from(mergedProperties, ([predicate, property]) => ({ predicate, ...property }));
}

/** Returns a key that is equal for equal values. A node without an id equals no other value, so its key has its pointer. */
function keyOf(predicate: string, value: IncomingValue): string {
  const hasNoId = value.kind === 'node' && value.id === '';
  return `${predicate} ${hasNoId ? value.pointer : termKey(value)}`;
}
