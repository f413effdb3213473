import type { IncomingValue } from '../../incoming.ts';
import type { ModelNode } from '../model/model.ts';
import type { ValueReader } from '../values/read-value.ts';
import { hasFittingClass } from './class-fit.ts';
import { formOf } from './forms.ts';

/** Whether a value can stand for a node as far as its form and its class say. */
export function isLikely(value: IncomingValue, node: ModelNode, reader: ValueReader): boolean {
  return formOf(value, node, reader.names) !== undefined && hasFittingClass(value, node, reader);
}

/** The nodes that all of several values can stand for as far as their form and class say: alone the one that they name. */
export function likelyNodes(
  values: readonly IncomingValue[],
  nodes: readonly ModelNode[],
  reader: ValueReader,
): readonly ModelNode[] {
  const likely = nodes.filter((node) => values.every((value) => isLikely(value, node, reader)));
  const [first] = values;
  const name = first?.kind === 'node' ? reader.names.nodeName(first.id) : undefined;
  const named = likely.filter(({ nodeId }) => nodeId === name?.nodeId);
  return named.length > 0 ? named : likely;
}
