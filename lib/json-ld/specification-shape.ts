import { datatypeOf } from '../model/datatypes/registry.ts';
import type { NodeInstance } from '../model/resources/resource-tree.ts';
import { graphUri } from '../model/uris.ts';
import { literal, type Iri, type RdfNode } from '../rdf/terms.ts';
import { rdf } from '../rdf/vocabulary.ts';
import {
  groupByPredicate,
  nodePredicate,
  nodeTypes,
  nodeUri,
  type ResourceContent,
} from './resource-shape.ts';

/**
 * Builds a resource instance in the shape of the specification ("Resource instance (JSON-LD shape)"): a child node object for every node
 * of every tile, with or without a value. It has the tile id and the node id in its URI, and the value in `rdf:value`.
 * Each element of a list of concepts is a child node object. Its URI ends with `#` and its position, from 0. Children of such a node are
 * nested in its first element.
 * @rule Resource instances: How is the JSON-LD of the specification built?
 */
export function buildSpecificationShape(content: ResourceContent): RdfNode {
  const types = nodeTypes(content, content.root);
  return {
    kind: 'node',
    id: nodeUri(content, content.root),
    types: [...types, graphUri(content.baseUrl, content.graph.graphId)],
    properties: groupByPredicate(buildChildValues(content, content.root)),
  };
}

type PredicateValues = readonly [predicate: Iri, values: readonly RdfNode[]];

function buildChildValues(
  content: ResourceContent,
  parent: NodeInstance,
): readonly PredicateValues[] {
  return parent.children.map((child) => [
    nodePredicate(content, child),
    buildChildNodes(content, child),
  ]);
}

function buildChildNodes(content: ResourceContent, child: NodeInstance): readonly RdfNode[] {
  const { textCodec } = datatypeOf(child.node.datatype);
  const texts = child.value === null ? [] : textCodec.write(child.value, content.referenced);
  const id = nodeUri(content, child);
  const types = nodeTypes(content, child);
  const nestedProperties = buildChildValues(content, child);
  if (texts.length === 0)
    return [{ kind: 'node', id, types, properties: groupByPredicate(nestedProperties) }];
  return texts.map((text, position) => ({
    kind: 'node',
    id: textCodec.isPerElement ? `${id}#${position}` : id,
    types,
    properties: groupByPredicate([
      ...(position === 0 ? nestedProperties : []),
      [rdf.value, [literal(text)]],
    ]),
  }));
}
