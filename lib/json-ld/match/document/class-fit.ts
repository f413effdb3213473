import type { RdfLiteral } from '../../../rdf/terms.ts';
import { namespaces, xsd } from '../../../rdf/vocabulary.ts';
import type { IncomingNode, IncomingValue } from '../../incoming.ts';
import type { ModelNode } from '../model/model.ts';
import type { ValueReader } from '../values/read-value.ts';
import { formOf } from './forms.ts';

const geometryClass = `${namespaces.geo}Geometry`;

/**
 * Whether the types of a value allow that it stands for a node: it has none, that of the node is among them, or it refers to a
 * resource instance and has the class of that. Of one that is not known here nobody can say which class it has.
 */
export function hasFittingClass(
  value: IncomingValue,
  node: ModelNode,
  reader: ValueReader,
): boolean {
  if (value.kind === 'literal' || value.types.length === 0 || node.classIri === null) return true;
  if (value.types.includes(node.classIri)) return true;
  if (formOf(value, node, reader.names) !== 'direct') return false;
  if (node.datatype.holds === 'geometry') return value.types.includes(geometryClass);
  return hasClassOfResource(value, node, reader);
}

function hasClassOfResource(
  value: IncomingNode,
  { datatype, datatypeNode }: ModelNode,
  { reading, validation }: ValueReader,
): boolean {
  if (datatype.references === undefined) return false;
  const read = datatype.linked.read([value], datatypeNode, { ...reading, stored: null });
  if (read.kind === 'problem') return false;
  return datatype.references(read.value).resources.some((resourceId) => {
    const resource = validation.resource(resourceId);
    return (
      resource === undefined ||
      resource.rootClass === null ||
      value.types.includes(resource.rootClass)
    );
  });
}

const literalClass = `${namespaces.rdfs}Literal`;
const languageTexts = `${namespaces.rdf}langString`;
const ofPlainTexts: ReadonlySet<string> = new Set([literalClass, xsd.string, languageTexts]);

/** Whether the class of a node is that of a literal: its datatype, or that of literals as such where it is a mere text. */
export function isClassOfLiteral(node: ModelNode, { datatype }: RdfLiteral): boolean {
  if (node.classIri === null) return false;
  return datatype === undefined || datatype === xsd.string
    ? ofPlainTexts.has(node.classIri)
    : node.classIri === datatype;
}
