import type { Caller } from '../../model/accounts/caller.ts';
import { datatypeOf } from '../../model/datatypes/registry.ts';
import { datedDatatypes } from '../../model/datatypes/dated-datatypes.ts';
import { isDatingPath, type DatingNodeName } from '../../model/questions/dating-nodes.ts';
import { findNodePaths, type NodePath } from '../../queries/questions/node-paths.ts';
import {
  findNodesOfDatatypes,
  findQueryableNodes,
  type QueryableNode,
} from '../../queries/questions/queryable-nodes.ts';
import type { ConditionReader, QuestionReader } from './question-reader.ts';

/** The nodes that date the resource instances of a model. */
export type DatingNodes = {
  readonly ofDays: readonly QueryableNode[];
  /** Nodes of concepts with years; null for all nodes. */
  readonly conceptNodeIds: readonly string[] | null;
};

/**
 * Looks up the readable nodes that date resource instances, by model. In a model with nodes that the setting names, these alone do; in
 * others, the nodes of extended dates, those of plain dates that the classes of the model do not tell to be of recording, and concepts with
 * years in any node.
 * @rule Searching by values: Which values date a resource instance?
 * @param graph the id or slug of the requested model; undefined for all
 */
export async function lookUpDatingNodes(
  caller: Caller,
  graph: string | undefined,
  { read, settings }: ConditionReader,
): Promise<ReadonlyMap<string, DatingNodes>> {
  const dated = await read(findNodesOfDatatypes(caller, datedDatatypes, graph));
  const named =
    settings.datingNodes.length === 0
      ? []
      : await read(findQueryableNodes(caller, listNames(settings.datingNodes), graph));
  const paths = await readPaths([...dated, ...named], { read });
  const chosen = named.filter((node) => isNamed(node, settings.datingNodes, paths));
  const byDefault = dated.filter(
    ({ nodeId, datatype }) =>
      datatypeOf(datatype).datesPeriod === true || isDatingPath(paths.get(nodeId)?.path ?? []),
  );
  return new Map([
    ...[...Map.groupBy(byDefault, ({ graphId }) => graphId)].map(
      ([graphId, ofDays]) => [graphId, { ofDays, conceptNodeIds: null }] as const,
    ),
    ...[...Map.groupBy(chosen, ({ graphId }) => graphId)].map(
      ([graphId, nodes]) => [graphId, divideNodes(nodes)] as const,
    ),
  ]);
}

const listNames = (names: readonly DatingNodeName[]): readonly string[] => [
  ...new Set(names.map(({ node }) => node)),
];

async function readPaths(
  nodes: readonly QueryableNode[],
  { read }: QuestionReader,
): Promise<ReadonlyMap<string, NodePath>> {
  if (nodes.length === 0) return new Map();
  const paths = await read(findNodePaths([...new Set(nodes.map(({ nodeId }) => nodeId))]));
  return new Map(paths.map((path) => [path.nodeId, path]));
}

const isNamed = (
  { name, nodeId, graphId }: QueryableNode,
  names: readonly DatingNodeName[],
  paths: ReadonlyMap<string, NodePath>,
): boolean =>
  names.some(
    ({ graph, node }) =>
      node === name &&
      (graph === null || graph === graphId || graph === paths.get(nodeId)?.graphSlug),
  );

function divideNodes(nodes: readonly QueryableNode[]): DatingNodes {
  const searchedBy = (kind: string): readonly QueryableNode[] =>
    nodes.filter(({ datatype }) => datatypeOf(datatype).searchedBy === kind);
  return {
    ofDays: searchedBy('days'),
    conceptNodeIds: searchedBy('concepts').map(({ nodeId }) => nodeId),
  };
}
