import { sameValue } from '../../../model/change/same-value.ts';
import { datatypeOf } from '../../../model/datatypes/all.ts';
import { isUuid } from '../../../model/ids.ts';
import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import { graphUri } from '../../../model/uris.ts';
import { rdf } from '../../../rdf/vocabulary.ts';
import type { IncomingProperty, IncomingValue } from '../../incoming.ts';
import type { Matching, Placed } from '../matching.ts';

/**
 * Passes over what a document repeats of values that the model has no place for: they stay as they are stored, whether a document
 * says them or not. To say something else of one is a problem.
 * @returns the values that are none of these
 */
export function placeStrays(
  matching: Matching,
  parent: Placed,
  { predicate, values }: IncomingProperty,
): readonly IncomingValue[] {
  if (parent.node.parent !== null || matching.index.strays.size === 0) return values;
  const nodeId = strayNode(matching, predicate);
  const stored = nodeId === undefined ? [] : (matching.index.strays.get(nodeId) ?? []);
  if (stored.length === 0) return values;
  const isOfModel = parent.node.children.has(predicate) || matching.index.hung.has(predicate);
  return values.filter((value) => {
    if (repeats(matching, value, stored)) return false;
    if (isOfModel) return true;
    const message = `The model has no node ${nodeId} here any more: write its value as it is stored, or leave it out. It stays as it is.`;
    matching.problems.push({ code: 'value_without_node', pointer: value.pointer, message });
    return false;
  });
}

function strayNode({ world }: Matching, predicate: string): string | undefined {
  const start = `${graphUri(world.baseUrls[0] ?? '', world.graph.graphId)}#node-`;
  const nodeId = predicate.startsWith(start) ? predicate.slice(start.length) : '';
  return isUuid(nodeId) ? nodeId.toLowerCase() : undefined;
}

/** Whether a value says what is stored, in the tile that it names or else in any. */
function repeats(
  { reader }: Matching,
  value: IncomingValue,
  stored: readonly NodeInstance[],
): boolean {
  const name = value.kind === 'node' ? reader.names.nodeName(value.id) : undefined;
  const said =
    value.kind === 'literal'
      ? [value]
      : value.properties
          .filter(({ predicate }) => predicate === rdf.value)
          .flatMap((property) => property.values);
  const texts = said.flatMap((one) => (one.kind === 'literal' ? [one.value] : []));
  return stored.some((instance) => {
    if (name !== undefined && name.tileId !== instance.tileId) return false;
    const { linked, valueText } = datatypeOf(instance.node.datatype);
    const node = { ...instance.node };
    const context = { ...reader.reading, stored: instance.value };
    const readings = [
      linked.read(said, node, context),
      ...(texts.length > 0 ? [valueText.read(texts, node, context)] : []),
    ];
    return readings.some(
      (reading) => reading.kind === 'value' && sameValue(reading.value, instance.value),
    );
  });
}
