import { InvalidInput } from '../../errors.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { SearchedBy } from '../../model/datatypes/datatype.ts';
import { datatypeOf } from '../../model/datatypes/registry.ts';
import { maxFacets, type Facet, type FacetNode } from '../../model/questions/facets.ts';
import { collectionOf } from '../../model/questions/value-test.ts';
import { findQueryableNodes, type QueryableNode } from '../../queries/questions/queryable-nodes.ts';
import { parameterError } from '../parameters/parse-parameters.ts';
import { refuseUnknownNames } from './look-up-nodes.ts';
import { lookUpDatingNodes } from './look-up-dating-nodes.ts';
import type { ConditionReader } from './question-reader.ts';

const invalid = (message: string): InvalidInput =>
  new InvalidInput([parameterError('facets', 'invalid', message)]);

const withoutPrefix = (name: string): string => name.replace(/^node\./, '');

/** The parameter of a condition on a value of a facet. */
export const conditionOf = ({ name }: Pick<Facet, 'name'>): string =>
  name === 'graph' || name === 'period' ? name : `node.${withoutPrefix(name)}`;

/**
 * Reads the parameter `facets`: names with commas between them, by default `graph`.
 * @rule Searching by values: What can be a facet?
 * @param graph the id or slug of the requested model; undefined for all
 * @throws InvalidInput for names that no readable node has, and nodes whose values are not counted
 */
export async function readFacets(
  sent: string | undefined,
  caller: Caller,
  graph: string | undefined,
  reader: ConditionReader,
): Promise<readonly Facet[]> {
  const names = [...new Set((sent ?? 'graph').split(',').map((name) => name.trim()))].filter(
    (name) => name !== '',
  );
  if (names.length > maxFacets) throw invalid(`must be at most ${maxFacets} names.`);
  const nodeNames = names
    .filter((name) => name !== 'graph' && name !== 'period')
    .map(withoutPrefix);
  const nodes =
    nodeNames.length === 0 ? [] : await reader.read(findQueryableNodes(caller, nodeNames, graph));
  await refuseUnknownNames(
    nodeNames.map((name) => ({
      parameter: 'facets',
      name,
      prefix: `${JSON.stringify(name)}: `,
      isOfSearched: true,
    })),
    () => nodes,
    caller,
    graph,
    reader,
  );
  const dating = names.includes('period')
    ? [...(await lookUpDatingNodes(caller, graph, reader)).values()].flatMap(({ ofDays }) => ofDays)
    : [];
  return names.map((name): Facet => {
    if (name === 'graph') return { name, kind: 'models' };
    if (name === 'period') {
      return { name, kind: 'centuries', nodes: dating.map(toFacetNode), includesConcepts: true };
    }
    return facetOfNodes(
      name,
      nodes.filter((node) => node.name === withoutPrefix(name)),
    );
  });
}

function facetOfNodes(name: string, nodes: readonly QueryableNode[]): Facet {
  const kinds = new Set(nodes.map(({ datatype }) => datatypeOf(datatype).searchedBy));
  const facet = facetOfKind(name, [...kinds], nodes.map(toFacetNode));
  if (facet !== undefined) return facet;
  throw invalid(
    kinds.size > 1
      ? `${JSON.stringify(name)}: nodes of several models with different datatypes have this name. Send graph with one model.`
      : `${JSON.stringify(name)}: only the values of concepts and dates are counted.`,
  );
}

function facetOfKind(
  name: string,
  [kind, ...others]: readonly (SearchedBy | undefined)[],
  nodes: readonly FacetNode[],
): Facet | undefined {
  if (others.length > 0) return undefined;
  if (kind === 'concepts') return { name, kind, nodes };
  return kind === 'days' ? { name, kind: 'centuries', nodes, includesConcepts: false } : undefined;
}

/** The node of a facet. */
export function toFacetNode({
  nodeId,
  readableNodegroupIds,
  config,
}: Pick<QueryableNode, 'nodeId' | 'readableNodegroupIds' | 'config'>): FacetNode {
  return { nodeId, readableNodegroupIds, collectionId: collectionOf(config) };
}
