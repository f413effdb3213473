import {
  rotate,
  type RequestsOf,
  type RequestsByOperation,
  type WalkRequest,
} from '../walk-request.ts';
import { sentinelsOf, unknownId } from '../../../support/world/sentinels.ts';
import type { WorldConcept } from '../../../support/world/world.ts';

const alone =
  '?format=json&includesubconcepts=false&includeparentconcepts=false&includerelatedconcepts=false';

/** GET /rdm/concepts/{concept_instance_id}. */
const conceptRequests: RequestsOf = (world, turn) => {
  const { schemeId, title, concepts, collection } = world.thesaurus;
  const everything = sentinelsOf([schemeId, title, concepts]);
  const all = [
    conceptRequest(schemeId, '?format=json', everything),
    conceptRequest(schemeId, '?lang=de&indent=1&format=json', everything),
    conceptRequest(schemeId, '?depthlimit=100&format=json', everything),
    conceptRequest(schemeId, alone, sentinelsOf([schemeId, title])),
    ...concepts.map((concept) => conceptRequest(concept.id, alone, sentinelsOf(own(concept)))),
    conceptRequest(collection.id, '?format=json', sentinelsOf(collection)),
    ...['', '?format=turtle', '?format=xml&lang=de', '?format=n-triples'].map((query) =>
      conceptRequest(schemeId, query, withoutValueIds(everything)),
    ),
    conceptRequest(collection.id, '?format=turtle', [
      ...withoutValueIds(sentinelsOf(collection)),
      ...concepts.map(({ id }) => id),
    ]),
  ];
  return rotate(all, turn, 2);
};

/** GET /rdm/concepts. */
const listRequests: RequestsOf = (world, turn) => {
  const { schemeId, title, collection } = world.thesaurus;
  const all = [
    thesaurusRequest('/rdm/concepts', sentinelsOf([schemeId, title, collection])),
    thesaurusRequest('/rdm/concepts?nodetype=Collection&lang=de', sentinelsOf(collection)),
    thesaurusRequest('/rdm/concepts?nodetype=ConceptScheme', sentinelsOf([schemeId, title])),
  ];
  return rotate(all, turn, 1);
};

/** GET /rdm/concepts/search, for the word that all sentinel texts begin with. */
const searchRequests: RequestsOf = (world, turn) => {
  const { schemeId, title, concepts, collection } = world.thesaurus;
  const labelled = concepts.map(({ id, labels }) => ({ id, labels }));
  const path = '/rdm/concepts/search?limit=100&q=sentinel';
  const all = [
    thesaurusRequest(path, sentinelsOf([schemeId, title, labelled, collection])),
    thesaurusRequest(`${path}&collection=${collection.id}`, [
      ...sentinelsOf(labelled),
      // The answer repeats the parameter.
      collection.id,
    ]),
    thesaurusRequest(`${path}&scheme=${schemeId}&lang=de`, [...sentinelsOf(labelled), schemeId]),
  ];
  return rotate(all, turn, 1);
};

/** GET /rdm/collections/{collection_id}. */
const collectionRequests: RequestsOf = (world, turn) => {
  const { concepts, collection } = world.thesaurus;
  const labelled = concepts.map(({ id, labels }) => ({ id, labels }));
  const path = (query: string): string => `/rdm/collections/${collection.id}${query}`;
  const contents = sentinelsOf([collection, labelled]);
  const all = [
    thesaurusRequest(path(''), contents, path('').replace(collection.id, unknownId)),
    thesaurusRequest(path('?depthlimit=0'), sentinelsOf(collection)),
    thesaurusRequest(path('?lang=de&limit=1000&indent=1'), contents),
  ];
  return rotate(all, turn, 1);
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

/** A concept without its relatives. */
function own({ id, labels, note }: WorldConcept): unknown {
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
