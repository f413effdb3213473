import type { LinkedCodec } from '../../../model/datatypes/datatype.ts';
import { rdf } from '../../../rdf/vocabulary.ts';
import type { IncomingValue } from '../../incoming-value.ts';
import { isValuePredicate } from '../../shape.ts';
import type { ModelNode } from '../model.ts';
import type { ServiceUris } from './service-uris.ts';

/**
 * How a value of a document stands for an instance of a node: as a node object, whose value is in `rdf:value`; or as the direct
 * value, a literal or a thing.
 */
export type Form = 'node object' | 'direct value';

/** How a value would stand for an instance of a node. @returns undefined where it cannot */
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
 * Whether a nested value is a part of the value of a node, rather than an instance of a child node. Where the model has child nodes
 * with the same predicate, two kinds of values are no part of it: a node object that names one of these child nodes, and what the
 * datatype never writes for its values, such as a node object in place of a literal.
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

/** Whether a datatype describes its things so. */
function describes(
  nested: IncomingValue,
  predicate: string,
  { ownPredicates: describedBy }: LinkedCodec,
): boolean {
  const form = describedBy?.[predicate];
  return nested.kind === 'literal' ? form === 'literal' : form === 'thing' && nested.id !== '';
}

/** Whether a value of a datatype may be in `rdf:value` so. A thing has an id there, or describes itself. */
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
