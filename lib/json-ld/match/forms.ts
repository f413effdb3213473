import { rdf } from '../../rdf/vocabulary.ts';
import type { IncomingNode, IncomingProperty, IncomingValue } from '../incoming.ts';
import type { ModelNode } from './model.ts';
import type { Names } from './names.ts';
import { isPartOfValue } from './understood.ts';

/**
 * How a value of a document stands for an instance of a node: as the node itself, whose value is in `rdf:value`; or directly, as a
 * literal or as a thing that is the value.
 */
export type Form = 'own' | 'direct';

const says = ({ properties }: IncomingNode, is: (predicate: string) => boolean): boolean =>
  properties.some(({ predicate }) => is(predicate));

/**
 * How a value would stand for an instance of a node.
 * @returns undefined where it cannot, whatever it says
 */
export function formOf(value: IncomingValue, to: ModelNode, names: Names): Form | undefined {
  const { kind } = to.datatype.linked;
  if (value.kind === 'literal') return kind === 'container' ? undefined : 'direct';
  const hasValue = says(value, (predicate) => predicate === rdf.value);
  const isThing = says(
    value,
    (predicate) => predicate !== rdf.value && isPartOfValue(predicate, to.node.datatype),
  );
  const name = names.nodeName(value.id);
  if (name !== undefined) {
    if (name.nodeId !== to.nodeId) return refersTo(to, name.nodeId) ? 'direct' : undefined;
    const isElement = kind === 'reference' && !hasValue && (name.element !== null || isThing);
    return isElement ? 'direct' : 'own';
  }
  if (kind === 'container') return 'own';
  if (kind === 'literal') return hasValue || value.id === '' ? 'own' : undefined;
  if (value.id === '') return isThing && !hasValue ? 'direct' : 'own';
  return 'direct';
}

/** Whether the values of a node are nodes of other tiles, of this node. */
function refersTo({ node }: ModelNode, nodeId: string): boolean {
  const { nodeid } = node.config;
  return (
    node.datatype === 'node-value' && typeof nodeid === 'string' && nodeid.toLowerCase() === nodeId
  );
}

/** What a value says of what hangs in it: all that is no part of the value itself. */
export function propertiesBelow(
  value: IncomingValue,
  to: ModelNode,
  form: Form,
): readonly IncomingProperty[] {
  if (value.kind === 'literal') return [];
  const isContainer = to.datatype.linked.kind === 'container';
  return value.properties.filter(({ predicate }) => {
    if (predicate === rdf.value) return isContainer && to.children.has(predicate);
    return form === 'own' || to.children.has(predicate)
      ? true
      : !isPartOfValue(predicate, to.node.datatype);
  });
}

/** What several values say of what hangs in the one instance that they stand for, each predicate once. */
export function mergedBelow(
  values: readonly IncomingValue[],
  to: ModelNode,
  names: Names,
): readonly IncomingProperty[] {
  const merged = new Map<string, { values: IncomingValue[]; pointer: string }>();
  for (const value of values) {
    const form = to.parent === null ? 'own' : (formOf(value, to, names) ?? 'own');
    for (const property of propertiesBelow(value, to, form)) {
      const predicate = names.present(property.predicate);
      const known = merged.get(predicate);
      if (known !== undefined) known.values.push(...property.values);
      else merged.set(predicate, { values: [...property.values], pointer: property.pointer });
    }
  }
  return Array.from(merged, ([predicate, rest]) => ({ predicate, ...rest }));
}
