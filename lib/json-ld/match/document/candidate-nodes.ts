import type { RdfLiteral } from '../../../rdf/terms.ts';
import { namespaces, xsd } from '../../../rdf/vocabulary.ts';
import type { IncomingNode, IncomingValue } from '../../incoming-value.ts';
import type { ReadValueContext } from '../matching-contexts.ts';
import type { ModelNode } from '../match-model.ts';
import { valueFormOf } from './value-form.ts';

/** Whether a node is a candidate for a value: the value can stand for the node by its form and its class. */
export function isCandidate(
  value: IncomingValue,
  node: ModelNode,
  context: ReadValueContext,
): boolean {
  return (
    valueFormOf(value, node, context.uris) !== undefined && hasFittingClass(value, node, context)
  );
}

/** Returns the nodes that are candidates for all of the values; only one node if the id of the values names it. */
export function findCandidateNodes(
  values: readonly IncomingValue[],
  nodes: readonly ModelNode[],
  context: ReadValueContext,
): readonly ModelNode[] {
  const candidates = nodes.filter((node) =>
    values.every((value) => isCandidate(value, node, context)),
  );
  const [first] = values;
  const uri = first?.kind === 'node' ? context.uris.parseNodeUri(first.id) : undefined;
  const namedNodes = candidates.filter(({ nodeId }) => nodeId === uri?.nodeId);
  return namedNodes.length > 0 ? namedNodes : candidates;
}

const geometryClass = `${namespaces.geo}Geometry`;

/**
 * Whether a value can stand for a node by its types: it has no type, one of them is the class of the node, or it refers to a resource
 * instance and has the class of that instance. A resource instance without a stored class can have any class.
 */
export function hasFittingClass(
  value: IncomingValue,
  node: ModelNode,
  context: ReadValueContext,
): boolean {
  if (value.kind === 'literal' || value.types.length === 0 || node.classIri === null) return true;
  if (value.types.includes(node.classIri)) return true;
  if (valueFormOf(value, node, context.uris) !== 'direct value') return false;
  if (node.datatype.holds === 'geometry') return value.types.includes(geometryClass);
  return hasClassOfResource(value, node, context);
}

function hasClassOfResource(
  value: IncomingNode,
  { datatype, datatypeNode }: ModelNode,
  { readContext, validation }: ReadValueContext,
): boolean {
  if (datatype.references === undefined) return false;
  const readResult = datatype.linkedCodec.read([value], datatypeNode, {
    ...readContext,
    stored: null,
  });
  if (readResult.kind === 'problem') return false;
  return datatype.references(readResult.value).resources.some((resourceId) => {
    const rootClass = validation.resource(resourceId)?.rootClass ?? null;
    return rootClass === null || value.types.includes(rootClass);
  });
}

const literalClass = `${namespaces.rdfs}Literal`;
const languageTextClass = `${namespaces.rdf}langString`;
const plainTextClasses: ReadonlySet<string> = new Set([
  literalClass,
  xsd.string,
  languageTextClass,
]);

/** Whether the class of a node is that of a literal: its datatype, or for a plain text the class of all literals. */
export function isClassOfLiteral({ classIri }: ModelNode, { datatype }: RdfLiteral): boolean {
  if (classIri === null) return false;
  return datatype === undefined || datatype === xsd.string
    ? plainTextClasses.has(classIri)
    : classIri === datatype;
}
