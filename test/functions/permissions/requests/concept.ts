import {
  rotate,
  type ChooseRequests,
  type RequestsByOperation,
  type WalkRequest,
} from '../walk-request.ts';
import { sentinelsOf, unknownId } from '../../../support/world/sentinels.ts';
import type { WorldConcept } from '../../../support/world/world.ts';

const withoutRelatives =
  '?format=json&includesubconcepts=false&includeparentconcepts=false&includerelatedconcepts=false';

/** GET /rdm/concepts/{concept_instance_id}. */
const conceptRequests: ChooseRequests = (world, turn) => {
  const { schemeId, title, concepts, collection } = world.thesaurus;
  const wholeThesaurus = sentinelsOf([schemeId, title, concepts]);
  const allRequests = [
    conceptRequest(schemeId, '?format=json', wholeThesaurus),
    conceptRequest(schemeId, '?lang=de&indent=1&format=json', wholeThesaurus),
    conceptRequest(schemeId, '?depthlimit=100&format=json', wholeThesaurus),
    conceptRequest(schemeId, withoutRelatives, sentinelsOf([schemeId, title])),
    ...concepts.map((concept) =>
      conceptRequest(concept.id, withoutRelatives, sentinelsOf(ownContents(concept))),
    ),
    conceptRequest(collection.id, '?format=json', sentinelsOf(collection)),
    ...['', '?format=turtle', '?format=xml&lang=de', '?format=n-triples'].map((query) =>
      conceptRequest(schemeId, query, withoutValueIds(wholeThesaurus)),
    ),
    conceptRequest(collection.id, '?format=turtle', [
      ...withoutValueIds(sentinelsOf(collection)),
      ...concepts.map(({ id }) => id),
    ]),
  ];
  return rotate(allRequests, turn, 2);
};

/** GET /rdm/concepts. */
const listRequests: ChooseRequests = (world, turn) => {
  const { schemeId, title, collection } = world.thesaurus;
  const allRequests = [
    thesaurusRequest('/rdm/concepts', sentinelsOf([schemeId, title, collection])),
    thesaurusRequest('/rdm/concepts?nodetype=Collection&lang=de', sentinelsOf(collection)),
    thesaurusRequest('/rdm/concepts?nodetype=ConceptScheme', sentinelsOf([schemeId, title])),
  ];
  return rotate(allRequests, turn, 1);
};

/** GET /rdm/concepts/search, for the word that all sentinel texts begin with. */
const searchRequests: ChooseRequests = (world, turn) => {
  const { schemeId, title, concepts, collection } = world.thesaurus;
  const conceptsWithLabels = concepts.map(({ id, labels }) => ({ id, labels }));
  const path = '/rdm/concepts/search?limit=100&q=sentinel';
  const allRequests = [
    thesaurusRequest(path, sentinelsOf([schemeId, title, conceptsWithLabels, collection])),
    thesaurusRequest(`${path}&collection=${collection.id}`, [
      ...sentinelsOf(conceptsWithLabels),
      // The answer repeats the parameter.
      collection.id,
    ]),
    thesaurusRequest(`${path}&scheme=${schemeId}&lang=de`, [
      ...sentinelsOf(conceptsWithLabels),
      schemeId,
    ]),
  ];
  return rotate(allRequests, turn, 1);
};

/** GET /rdm/collections/{collection_id}. */
const collectionRequests: ChooseRequests = (world, turn) => {
  const { concepts, collection } = world.thesaurus;
  const conceptsWithLabels = concepts.map(({ id, labels }) => ({ id, labels }));
  const path = (query: string): string => `/rdm/collections/${collection.id}${query}`;
  const contents = sentinelsOf([collection, conceptsWithLabels]);
  const allRequests = [
    thesaurusRequest(path(''), contents, path('').replace(collection.id, unknownId)),
    thesaurusRequest(path('?depthlimit=0'), sentinelsOf(collection)),
    thesaurusRequest(path('?lang=de&limit=1000&indent=1'), contents),
  ];
  return rotate(allRequests, turn, 1);
};

/** A request that shows its contents to everybody who may read the thesaurus. */
function thesaurusRequest(path: string, contents: readonly string[], sameAs?: string): WalkRequest {
  return {
    path,
    expected: (access) =>
      access.mayReadThesaurus
        ? { status: 200, sentinels: new Set(contents) }
        : {
            status: access.isAnonymous ? 401 : 404,
            sentinels: new Set(),
            ...(sameAs === undefined ? {} : { sameAs }),
          },
  };
}

/** SKOS shows the texts of values, but not their ids. */
function withoutValueIds(sentinels: readonly string[]): readonly string[] {
  return sentinels.filter((sentinel) => !sentinel.startsWith('f0000000-'));
}

/** The contents of a concept without those of its relatives. */
function ownContents({ id, labels, note }: WorldConcept): unknown {
  return [id, labels, note];
}

function conceptRequest(id: string, query: string, contents: readonly string[]): WalkRequest {
  const path = (conceptId: string): string => `/rdm/concepts/${conceptId}${query}`;
  return thesaurusRequest(path(id), contents, path(unknownId));
}

export const requests: RequestsByOperation = {
  'get-concept': conceptRequests,
  'list-concepts': listRequests,
  'search-concepts': searchRequests,
  'get-collection': collectionRequests,
};
