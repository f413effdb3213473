import { isEqualValue } from '../../../model/change/compare-values.ts';
import { datatypeOf } from '../../../model/datatypes/registry.ts';
import { isUuid } from '../../../model/ids.ts';
import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import { graphUri } from '../../../model/uris.ts';
import type { IncomingProperty, IncomingValue } from '../../incoming-value.ts';
import type { MatchingState, PlacedInstance } from '../matching-state.ts';
import { rdfValuesOf } from '../values/terms.ts';

/**
 * Leaves out values that repeat stored values for which the model has no node. Such stored values stay unchanged, with or without their
 * repetition in the document. A different value for them is a problem.
 * @returns the remaining values
 */
export function leaveOutRepeatedValues(
  matching: MatchingState,
  parent: PlacedInstance,
  { predicate, values }: IncomingProperty,
): readonly IncomingValue[] {
  const { index, input, problems } = matching;
  if (parent.node.parent !== null || index.valuesWithoutNode.size === 0) return values;
  const prefix = `${graphUri(matching.baseUrl, input.graph.graphId)}#node-`;
  const nodeId = predicate.startsWith(prefix) ? predicate.slice(prefix.length) : '';
  const storedInstances = isUuid(nodeId)
    ? (index.valuesWithoutNode.get(nodeId.toLowerCase()) ?? [])
    : [];
  if (storedInstances.length === 0) return values;
  const isInModel = parent.node.children.has(predicate) || index.orphans.has(predicate);
  return values.filter((value) => {
    if (isRepetition(matching, value, storedInstances)) return false;
    if (isInModel) return true;
    const message = `The model no longer has node ${nodeId.toLowerCase()} in this tile, so its value cannot be changed: write the stored value, or leave it out.`;
    problems.push({ code: 'value_without_node', pointer: value.pointer, message });
    return false;
  });
}

/** Whether a value repeats a stored value in the tile that it names, or in any tile if it names none. */
function isRepetition(
  { uris, readContext }: MatchingState,
  value: IncomingValue,
  storedInstances: readonly NodeInstance[],
): boolean {
  const uri = value.kind === 'node' ? uris.parseNodeUri(value.id) : undefined;
  const sources = value.kind === 'literal' ? [value] : rdfValuesOf(value);
  const texts = sources.flatMap((source) => (source.kind === 'literal' ? [source.value] : []));
  return storedInstances.some((instance) => {
    if (uri !== undefined && uri.tileId !== instance.tileId) return false;
    const { linkedCodec, textCodec } = datatypeOf(instance.node.datatype);
    const context = { ...readContext, stored: instance.value };
    const results = [
      linkedCodec.read(sources, instance.node, context),
      ...(texts.length > 0 ? [textCodec.read(texts, instance.node, context)] : []),
    ];
    return results.some(
      (result) => result.kind === 'value' && isEqualValue(result.value, instance.value),
    );
  });
}
