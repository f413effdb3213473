import type { LinkedCodec } from '../../../model/datatypes/datatype.ts';
import { rdf } from '../../../rdf/vocabulary.ts';
import type { IncomingValue } from '../../incoming-value.ts';
import { isValuePredicate } from '../../resource-shape.ts';
import type { ModelNode } from '../match-model.ts';
import type { ServiceUris } from './service-uris.ts';

/**
 * The form in which a value of a document stands for an instance of a node: a node object, with its value in `rdf:value`; or the direct
 * value, which is a literal, or an RDF node such as a concept.
 */
export type ValueForm = 'node object' | 'direct value';

/**
 * Returns the form in which a value can stand for an instance of a node.
 * @returns undefined if it cannot stand for one
 */
export function valueFormOf(
  value: IncomingValue,
  node: ModelNode,
  uris: ServiceUris,
): ValueForm | undefined {
  const { kind } = node.datatype.linkedCodec;
  if (value.kind === 'literal') return kind === 'container' ? undefined : 'direct value';
  const valueProperties = value.properties.filter(({ predicate, values }) =>
    values.some((nested) => isPartOfValue(predicate, nested, node, uris)),
  );
  const hasValue = valueProperties.some(({ predicate }) => predicate === rdf.value);
  const isDescribed = valueProperties.some(({ predicate }) => predicate !== rdf.value);
  const uri = uris.parseNodeUri(value.id);
  if (uri !== undefined) {
    if (uri.nodeId !== node.nodeId)
      return uri.nodeId === node.targetNodeId ? 'direct value' : undefined;
    const isElement =
      kind === 'reference' && !hasValue && (uri.elementPosition !== null || isDescribed);
    return isElement ? 'direct value' : 'node object';
  }
  if (kind === 'container') return 'node object';
  if (kind === 'literal') {
    const hasChildren = value.properties.some(({ predicate }) =>
      node.children.has(uris.withPresentAddress(predicate)),
    );
    return hasValue || hasChildren || value.id === '' ? 'node object' : undefined;
  }
  return value.id === '' && (hasValue || !isDescribed) ? 'node object' : 'direct value';
}

/**
 * Whether a nested value is a part of the value of a node, rather than an instance of a child node. If the model has child nodes with
 * the same predicate, two kinds of nested values are instances of a child node: a node object that names one of these nodes, and a value
 * that the datatype never writes, such as a node object instead of a literal.
 */
export function isPartOfValue(
  predicate: string,
  nested: IncomingValue,
  { datatype, children, parent }: ModelNode,
  uris: ServiceUris,
): boolean {
  if (parent === null) return false;
  const { linkedCodec } = datatype;
  const nodes = children.get(uris.withPresentAddress(predicate)) ?? [];
  if (nodes.length === 0) return predicate === rdf.value || isValuePredicate(datatype, predicate);
  if (linkedCodec.kind === 'container') return false;
  const namedNodeId = nested.kind === 'node' ? uris.parseNodeUri(nested.id)?.nodeId : undefined;
  if (nodes.some(({ nodeId }) => nodeId === namedNodeId)) return false;
  return predicate === rdf.value
    ? canBeRdfValue(nested, linkedCodec)
    : isDescription(nested, predicate, linkedCodec);
}

/** Whether a datatype writes such a nested value to describe the RDF node to which its value refers. */
function isDescription(
  nested: IncomingValue,
  predicate: string,
  { ownPredicates }: LinkedCodec,
): boolean {
  const expectedKind = ownPredicates?.[predicate];
  return nested.kind === 'literal'
    ? expectedKind === 'literal'
    : expectedKind === 'node' && nested.id !== '';
}

/** Whether a value in `rdf:value` can be a value of a datatype. An RDF node has an id there, or properties that describe it. */
function canBeRdfValue(nested: IncomingValue, linkedCodec: LinkedCodec): boolean {
  if (nested.kind === 'literal') return true;
  if (linkedCodec.kind !== 'reference') return false;
  return (
    nested.id !== '' ||
    nested.properties.some(({ predicate, values }) =>
      values.some((value) => isDescription(value, predicate, linkedCodec)),
    )
  );
}
