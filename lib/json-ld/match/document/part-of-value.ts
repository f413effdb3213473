import type { LinkedValue } from '../../../model/datatypes/datatype.ts';
import { rdf } from '../../../rdf/vocabulary.ts';
import type { IncomingValue } from '../../incoming.ts';
import { tellsOfValue } from '../../shape.ts';
import type { ModelNode } from '../model/model.ts';
import type { Names } from './names.ts';

/**
 * Whether what a document says of an instance of a node is a part of its value, and not of something that hangs in it. Where the
 * model has nodes with the same predicate, two things are no part of the value: what names one of these nodes, and what the datatype
 * never says of its values, such as a node object in place of a literal.
 */
export function isPartOfValue(
  predicate: string,
  said: IncomingValue,
  { datatype, children, parent }: ModelNode,
  names: Names,
): boolean {
  if (parent === null) return false;
  const { linked } = datatype;
  const nodes = children.get(names.present(predicate)) ?? [];
  if (nodes.length === 0) return predicate === rdf.value || tellsOfValue(datatype, predicate);
  if (linked.kind === 'container') return false;
  const named = said.kind === 'node' ? names.nodeName(said.id)?.nodeId : undefined;
  if (nodes.some(({ nodeId }) => nodeId === named)) return false;
  return predicate === rdf.value ? isValue(said, linked) : describes(said, predicate, linked);
}

/** Whether the things that are values of a datatype describe themselves so. */
function describes(said: IncomingValue, predicate: string, { describedBy }: LinkedValue): boolean {
  const way = describedBy?.[predicate];
  return said.kind === 'literal' ? way === 'literal' : way === 'thing' && said.id !== '';
}

/** Whether a value of a datatype may stand so in `rdf:value`: a thing has an id, or describes itself. */
function isValue(said: IncomingValue, linked: LinkedValue): boolean {
  if (said.kind === 'literal') return true;
  if (linked.kind !== 'reference') return false;
  return (
    said.id !== '' ||
    said.properties.some(({ predicate, values }) =>
      values.some((below) => describes(below, predicate, linked)),
    )
  );
}
