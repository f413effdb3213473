import { rdf } from '../../../rdf/vocabulary.ts';
import type { IncomingProperty, IncomingValue } from '../../incoming.ts';
import type { ModelNode } from '../model/model.ts';
import type { Names } from './names.ts';
import { isPartOfValue } from './part-of-value.ts';

/**
 * How a value of a document stands for an instance of a node: as the node itself, whose value is in `rdf:value`; or directly, as a
 * literal or as a thing that is the value.
 */
export type Form = 'own' | 'direct';

/**
 * How a value would stand for an instance of a node.
 * @returns undefined where it cannot, whatever it says
 */
export function formOf(value: IncomingValue, to: ModelNode, names: Names): Form | undefined {
  const { kind } = to.datatype.linked;
  if (value.kind === 'literal') return kind === 'container' ? undefined : 'direct';
  const parts = value.properties.filter(({ predicate, values }) =>
    values.some((said) => isPartOfValue(predicate, said, to, names)),
  );
  const hasValue = parts.some(({ predicate }) => predicate === rdf.value);
  const isThing = parts.some(({ predicate }) => predicate !== rdf.value);
  const name = names.nodeName(value.id);
  if (name !== undefined) {
    if (name.nodeId !== to.nodeId) return refersTo(to, name.nodeId) ? 'direct' : undefined;
    const isElement = kind === 'reference' && !hasValue && (name.element !== null || isThing);
    return isElement ? 'direct' : 'own';
  }
  if (kind === 'container') return 'own';
  if (kind === 'literal') {
    const hasChildren = value.properties.some(({ predicate }) =>
      to.children.has(names.present(predicate)),
    );
    return hasValue || hasChildren || value.id === '' ? 'own' : undefined;
  }
  if (value.id === '') return isThing && !hasValue ? 'direct' : 'own';
  return 'direct';
}

/** Whether the values of a node are nodes of other tiles, of this node. */
function refersTo({ node, datatype }: ModelNode, nodeId: string): boolean {
  const { nodeid } = node.config;
  return datatype.holds === 'tile' && typeof nodeid === 'string' && nodeid.toLowerCase() === nodeId;
}

/**
 * What a value says of what hangs in it: all that is no part of the value itself. What the document says in another place of a
 * thing that is only referred to here may have its place there.
 */
export function propertiesBelow(
  value: IncomingValue,
  to: ModelNode,
  form: Form,
  names: Names,
): readonly IncomingProperty[] {
  if (value.kind === 'literal') return [];
  return value.properties.flatMap((property) => {
    const { predicate, pointer } = property;
    const isOfNode = form === 'own' || to.children.has(names.present(predicate));
    if (!isOfNode && !pointer.startsWith(`${value.pointer}/`)) return [];
    if (form === 'own' && predicate !== rdf.value) return [property];
    const values = property.values.filter((said) => !isPartOfValue(predicate, said, to, names));
    return values.length === 0 ? [] : [{ ...property, values }];
  });
}
