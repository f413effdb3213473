import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import type { CompiledGraph } from '../../../../infra/cli/import/graphs/compile-graph.ts';
import {
  buildResourceTree,
  type NodeInstance,
} from '../../../../lib/model/resources/resource-tree.ts';
import type { Shape } from '../../../../lib/json-ld/resource-shape.ts';
import {
  fromRdfContext,
  referenced,
  toRdfContext,
  validateContext,
} from '../../model/datatypes/golden-world.ts';
import type { RandomResource } from './tiles.ts';

const nothing = fromRdfContext(null);

/** Whether what two instances of a node say could be said of one value: two concepts of a list, a text in two languages. */
function couldBeOne(one: NodeInstance, other: NodeInstance, shape: Shape): boolean {
  const { node } = one;
  const { textCodec: valueText, linkedCodec: linked, validate } = datatypeOf(node.datatype);
  if (shape === 'specification' && !valueText.isPerElement) return false;
  const reading =
    shape === 'specification'
      ? valueText.read(
          [one, other].flatMap(({ value }) => valueText.write(value, referenced)),
          node,
          nothing,
        )
      : linked.read(
          [one, other].flatMap(({ value }) => linked.write(value, node, toRdfContext)),
          node,
          nothing,
        );
  return reading.kind === 'value' && validate(reading.value, node, validateContext).length === 0;
}

/** Whether an instance says several things that could be said by several instances, each in a tile of its own. */
function couldBeSeveral({ node, value }: NodeInstance, graph: CompiledGraph): boolean {
  const nodegroup = graph.nodegroups.find(({ nodegroupId }) => nodegroupId === node.nodegroupId);
  const { linkedCodec: linked } = datatypeOf(node.datatype);
  return (
    node.isCollector &&
    nodegroup?.cardinality === 'n' &&
    value !== null &&
    linked.write(value, node, toRdfContext).length > 1
  );
}

/**
 * Whether a document of a shape would say the same if one value were several, each in a tile of its own: nothing but the names of
 * nodes could tell, which such a document has not.
 */
export function hasJoinableTiles({ graph, tiles }: RandomResource, shape: Shape): boolean {
  return some(buildResourceTree(graph, tiles), ({ children }) => {
    const withValues = children.filter(({ value }) => value !== null);
    const siblings = Map.groupBy(withValues, ({ node }) => node.nodeId);
    return [...siblings.values()].some((instances) =>
      instances.some((one, index) =>
        instances.slice(index + 1).some((other) => couldBeOne(one, other, shape)),
      ),
    );
  });
}

/** The same of values in the linked shape that could be several. */
export function hasSeparableValues({ graph, tiles }: RandomResource): boolean {
  return some(buildResourceTree(graph, tiles), (instance) => couldBeSeveral(instance, graph));
}

function some(instance: NodeInstance, is: (instance: NodeInstance) => boolean): boolean {
  return is(instance) || instance.children.some((child) => some(child, is));
}
