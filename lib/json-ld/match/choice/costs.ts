import type { IncomingValue } from '../../incoming.ts';
import { hasFittingClass, isClassOfLiteral } from '../document/class-fit.ts';
import { formOf } from '../document/forms.ts';
import type { Unit } from '../document/units.ts';
import { mayBeAbsent } from '../model/may-be-absent.ts';
import type { ModelNode } from '../model/model.ts';
import { unlikeness } from '../values/alike.ts';
import { readValue } from '../values/read-value.ts';
import type { FitWorld } from './fit-world.ts';

/**
 * What speaks against a reading, each weightier than any number of the next: predicates that would be ignored, literals of another
 * class, values that would be written otherwise, hidden nodes that nothing names, required values that would be lacking.
 */
const weights = { unknown: 2 ** 39, otherClass: 2 ** 37, unlike: 2 ** 24, hidden: 2 ** 14 };

const mostLacking = 1000;

export const unknownCost = weights.unknown;

/** What it costs that a document says nothing of a node. */
export function lackingCost(node: ModelNode, { required }: FitWorld): number {
  return Math.min(required(node), mostLacking);
}

/**
 * What speaks against a node that documents need not have. Nothing does where an id names it, or where what is stored of it is
 * repeated, and needs no id to be told from what its siblings have.
 */
export function hiddenCost({ name, values }: Unit, node: ModelNode, world: FitWorld): number {
  if (!mayBeAbsent(node, world) || name?.nodeId === node.nodeId) return 0;
  const isRepeated =
    !world.indistinguishable.has(node.nodeId) &&
    world.storedTerms.valueSaidBy(values, node).value !== null;
  return isRepeated ? 0 : weights.hidden;
}

/**
 * What speaks against reading values as an instance of a node, without what hangs in them.
 * @returns undefined where they cannot be read so
 */
export function ownCost(
  values: readonly IncomingValue[],
  node: ModelNode,
  world: FitWorld,
): number | undefined {
  const { reader, storedTerms } = world;
  const [first] = values;
  if (first === undefined) return undefined;
  const isPossible = values.every(
    (value) =>
      formOf(value, node, reader.names) !== undefined && hasFittingClass(value, node, reader),
  );
  if (!isPossible) return undefined;
  const read = readValue(values, node, storedTerms.valueSaidBy(values, node), reader);
  if (read.kind === 'problem' || (read.kind === 'value' && read.problems.length > 0))
    return undefined;
  const isEmpty = read.kind === 'nothing' || read.value === null;
  const unlike = unlikeness(first, node, read, reader, world.baseUrl) * weights.unlike;
  const otherClass = values.filter(
    (value) => value.kind === 'literal' && !isClassOfLiteral(node, value),
  ).length;
  return otherClass * weights.otherClass + unlike + (isEmpty && node.node.isRequired ? 1 : 0);
}
