import type { Access } from '../../../support/world/access.ts';
import { sentinelsOf } from '../../../support/world/sentinels.ts';
import {
  findById,
  listNodegroups,
  listReadableTiles,
  takesConcepts,
  type World,
  type WorldConcept,
  type WorldNode,
  type WorldNodegroup,
  type WorldResource,
} from '../../../support/world/world.ts';
import {
  rotate,
  type ChooseRequests,
  type ExpectedAnswer,
  type RequestsByOperation,
  type WalkRequest,
} from '../walk-request.ts';

/** GET /search/facets: models, and the concepts of a node. */
const facetRequests: ChooseRequests = (world, turn) => [
  { path: '/search/facets', expected: (access) => expectedFacets(world, access, []) },
  ...rotate(listConceptNodes(world), turn, 2).map(({ nodegroup, node }): WalkRequest => ({
    path: `/search/facets?facets=graph,${node.id}`,
    expected: (access) =>
      access.mayRead(nodegroup.id)
        ? expectedFacets(world, access, [node.id])
        : {
            status: 400,
            sentinels: new Set([node.id]),
            mayShow: new Set(readableNames(world, access)),
          },
  })),
];

/** POST /search/facets takes the same parameters. */
const postedRequests: ChooseRequests = (world, turn) =>
  facetRequests(world, turn).map((one) => ({ ...one, method: 'POST' }));

type ConceptNode = { readonly nodegroup: WorldNodegroup; readonly node: WorldNode };

const listConceptNodes = (world: World): readonly ConceptNode[] =>
  listNodegroups(world).flatMap((nodegroup) =>
    nodegroup.nodes
      .filter(({ datatype }) => datatype !== 'semantic' && takesConcepts({ datatype }))
      .map((node) => ({ nodegroup, node })),
  );

/** A message lists similar names. */
const readableNames = (world: World, access: Access): readonly string[] =>
  listNodegroups(world)
    .filter(({ id }) => access.mayRead(id))
    .flatMap(({ nodes }) => sentinelsOf(nodes));

function expectedFacets(world: World, access: Access, nodeIds: readonly string[]): ExpectedAnswer {
  const visible = world.resources.filter(({ id }) => access.maySee(id));
  const graphIds = new Set(visible.map(({ graphId }) => graphId));
  const models = world.models.filter(({ graphId }) => graphIds.has(graphId));
  const concepts = conceptsOf(world, access, visible, nodeIds);
  return {
    status: 200,
    sentinels: new Set([
      ...nodeIds,
      ...sentinelsOf(models.map(({ graphId, slug }) => [graphId, slug])),
      ...sentinelsOf(concepts.map(({ id, labels }) => [id, labels['en-US'].text])),
    ]),
  };
}

/** The concepts of readable values, with those above them if the caller may read the thesaurus. */
function conceptsOf(
  { thesaurus: { concepts } }: World,
  access: Access,
  resources: readonly WorldResource[],
  nodeIds: readonly string[],
): readonly WorldConcept[] {
  const stored = resources.flatMap((resource) =>
    listReadableTiles(access, resource).flatMap(({ values }) =>
      nodeIds.map((nodeId) => values[nodeId]?.stored),
    ),
  );
  const valueIds = new Set(sentinelsOf(stored));
  const withAbove = (concept: WorldConcept): readonly WorldConcept[] =>
    concept.parentId === null || !access.mayReadThesaurus
      ? [concept]
      : [concept, ...withAbove(findById(concepts, concept.parentId))];
  return concepts
    .filter(({ labels }) => Object.values(labels).some(({ id }) => valueIds.has(id)))
    .flatMap(withAbove);
}

export const requests: RequestsByOperation = {
  'get-facets': facetRequests,
  'query-facets': postedRequests,
};
