import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import type { CompiledGraph } from '../../../../infra/cli/import/graphs/compile-graph.ts';
import {
  buildResourceTree,
  type NodeInstance,
} from '../../../../lib/model/resources/resource-tree.ts';
import type { Shape } from '../../../../lib/json-ld/resource-shape.ts';
import {
  createReadContext,
  referenceLookup,
  writeContext,
  validationContext,
} from '../../model/datatypes/golden-world.ts';
import type { RandomResource } from './tiles.ts';

const emptyContext = createReadContext(null);

/** Whether the values of two instances of a node could be one value, such as two concepts of a list, or a text in two languages. */
function couldBeOneValue(first: NodeInstance, second: NodeInstance, shape: Shape): boolean {
  const { node } = first;
  const { textCodec, linkedCodec, validate } = datatypeOf(node.datatype);
  if (shape === 'specification' && !textCodec.isPerElement) return false;
  const reading =
    shape === 'specification'
      ? textCodec.read(
          [first, second].flatMap(({ value }) => textCodec.write(value, referenceLookup)),
          node,
          emptyContext,
        )
      : linkedCodec.read(
          [first, second].flatMap(({ value }) => linkedCodec.write(value, node, writeContext)),
          node,
          emptyContext,
        );
  return reading.kind === 'value' && validate(reading.value, node, validationContext).length === 0;
}

/** Whether the value of an instance could also be the values of several instances in separate tiles. */
function couldBeSeveralValues({ node, value }: NodeInstance, graph: CompiledGraph): boolean {
  const nodegroup = graph.nodegroups.find(({ nodegroupId }) => nodegroupId === node.nodegroupId);
  const { linkedCodec } = datatypeOf(node.datatype);
  return (
    node.isCollector &&
    nodegroup?.cardinality === 'n' &&
    value !== null &&
    linkedCodec.write(value, node, writeContext).length > 1
  );
}

/**
 * Whether a document in the shape would be the same if values of several tiles were one value. Only the @ids of nodes, which
 * such a document does not have, could distinguish the two.
 */
export function hasJoinableTiles({ graph, tiles }: RandomResource, shape: Shape): boolean {
  return hasInstance(buildResourceTree(graph, tiles), ({ children }) => {
    const withValues = children.filter(({ value }) => value !== null);
    const siblings = Map.groupBy(withValues, ({ node }) => node.nodeId);
    return [...siblings.values()].some((instances) =>
      instances.some((first, index) =>
        instances.slice(index + 1).some((second) => couldBeOneValue(first, second, shape)),
      ),
    );
  });
}

/** Whether a document in the linked shape would be the same if one value were the values of several tiles. */
export function hasSeparableValues({ graph, tiles }: RandomResource): boolean {
  return hasInstance(buildResourceTree(graph, tiles), (instance) =>
    couldBeSeveralValues(instance, graph),
  );
}

function hasInstance(
  instance: NodeInstance,
  predicate: (instance: NodeInstance) => boolean,
): boolean {
  return predicate(instance) || instance.children.some((child) => hasInstance(child, predicate));
}
