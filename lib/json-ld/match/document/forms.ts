import type { LinkedCodec } from '../../../model/datatypes/datatype.ts';
import { rdf } from '../../../rdf/vocabulary.ts';
import type { IncomingValue } from '../../incoming-value.ts';
import { isValuePredicate } from '../../shape.ts';
import type { ModelNode } from '../model.ts';
import type { ServiceUris } from './service-uris.ts';

/**
 * The form in which a value of a document stands for an instance of a node: a node object, with its value in `rdf:value`; or the direct
 * value, which is a literal or the URI of a thing.
 */
export type Form = 'node object' | 'direct value';

/**
 * Returns the form in which a value can stand for an instance of a node.
 * @returns undefined if it cannot stand for one
 */
export function formOf(value: IncomingValue, to: ModelNode, uris: ServiceUris): Form | undefined {
  const { kind } = to.datatype.linkedCodec;
  if (value.kind === 'literal') return kind === 'container' ? undefined : 'direct value';
  const parts = value.properties.filter(({ predicate, values }) =>
    values.some((nested) => isPartOfValue(predicate, nested, to, uris)),
  );
  const hasValue = parts.some(({ predicate }) => predicate === rdf.value);
  const isThing = parts.some(({ predicate }) => predicate !== rdf.value);
  const uri = uris.node(value.id);
  if (uri !== undefined) {
    if (uri.nodeId !== to.nodeId)
      return uri.nodeId === to.targetNodeId ? 'direct value' : undefined;
    const isElement = kind === 'reference' && !hasValue && (uri.element !== null || isThing);
    return isElement ? 'direct value' : 'node object';
  }
  if (kind === 'container') return 'node object';
  if (kind === 'literal') {
    const hasChildren = value.properties.some(({ predicate }) =>
      to.children.has(uris.present(predicate)),
    );
    return hasValue || hasChildren || value.id === '' ? 'node object' : undefined;
  }
  return value.id === '' && (hasValue || !isThing) ? 'node object' : 'direct value';
}

/**
 * Whether a nested value is a part of the value of a node, rather than an instance of a child node. If the model has child nodes with
 * the same predicate, two kinds of nested values are instances of a child node: a node object that names one of them, and a value that
 * the datatype never writes, such as a node object instead of a literal.
 */
export function isPartOfValue(
  predicate: string,
  nested: IncomingValue,
  { datatype, children, parent }: ModelNode,
  uris: ServiceUris,
): boolean {
  if (parent === null) return false;
  const { linkedCodec: linked } = datatype;
  const nodes = children.get(uris.present(predicate)) ?? [];
  if (nodes.length === 0) return predicate === rdf.value || isValuePredicate(datatype, predicate);
  if (linked.kind === 'container') return false;
  const named = nested.kind === 'node' ? uris.node(nested.id)?.nodeId : undefined;
  if (nodes.some(({ nodeId }) => nodeId === named)) return false;
  return predicate === rdf.value ? isValue(nested, linked) : describes(nested, predicate, linked);
}

/** Whether a datatype writes such a nested value to describe the thing that its value refers to. */
function describes(
  nested: IncomingValue,
  predicate: string,
  { ownPredicates: describedBy }: LinkedCodec,
): boolean {
  const form = describedBy?.[predicate];
  return nested.kind === 'literal' ? form === 'literal' : form === 'thing' && nested.id !== '';
}

/** Whether a value in `rdf:value` can be a value of a datatype. A thing has an id there, or properties that describe it. */
function isValue(nested: IncomingValue, linked: LinkedCodec): boolean {
  if (nested.kind === 'literal') return true;
  if (linked.kind !== 'reference') return false;
  return (
    nested.id !== '' ||
    nested.properties.some(({ predicate, values }) =>
      values.some((value) => describes(value, predicate, linked)),
    )
  );
}
