import { rdf } from '../../../rdf/vocabulary.ts';
import type { IncomingNode, IncomingProperty, IncomingValue } from '../../incoming.ts';
import type { ModelNode } from '../model/model.ts';
import type { Names } from './names.ts';

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
    (predicate) => predicate !== rdf.value && isPartOfValue(predicate, to),
  );
  const name = names.nodeName(value.id);
  if (name !== undefined) {
    if (name.nodeId !== to.nodeId) return refersTo(to, name.nodeId) ? 'direct' : undefined;
    const isElement = kind === 'reference' && !hasValue && (name.element !== null || isThing);
    return isElement ? 'direct' : 'own';
  }
  if (kind === 'container') return 'own';
  if (kind === 'literal') {
    const hasChildren = says(value, (predicate) => to.children.has(names.present(predicate)));
    return hasValue || hasChildren || value.id === '' ? 'own' : undefined;
  }
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
  const isContainer = to.datatype.linked.kind === 'container';
  return value.properties.filter(({ predicate, pointer }) => {
    if (predicate === rdf.value)
      return to.parent === null || (isContainer && to.children.has(predicate));
    if (form === 'own' || to.children.has(names.present(predicate))) return true;
    const isSaidHere = pointer.startsWith(`${value.pointer}/`);
    return isSaidHere && !isPartOfValue(predicate, to);
  });
}

/** Whether a predicate of a thing that stands for a value is a part of the value, and not of something that hangs in it. */
function isPartOfValue(predicate: string, { datatype }: ModelNode): boolean {
  return predicate === rdf.value || datatype.linked.describedBy?.includes(predicate) === true;
}
