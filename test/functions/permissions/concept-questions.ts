import { inTurn, type Asking, type Questions, type Question } from './question.ts';
import { mayReadThesaurus } from './rules.ts';
import { sentinelsOf, unknownId } from './sentinels.ts';
import type { Concept, World } from './world.ts';

const alone =
  '?format=json&includesubconcepts=false&includeparentconcepts=false&includerelatedconcepts=false';

/** GET /rdm/concepts/{concept_instance_id}. */
const conceptQuestions: Asking = (world, turn) => {
  const { schemeId, title, concepts, collection } = world.thesaurus;
  const everything = sentinelsOf([schemeId, title, concepts]);
  const asked = [
    question(world, schemeId, '?format=json', everything),
    question(world, schemeId, '?lang=de&indent=1&format=json', everything),
    question(world, schemeId, '?depthlimit=100&format=json', everything),
    question(world, schemeId, alone, sentinelsOf([schemeId, title])),
    ...concepts.map((concept) => question(world, concept.id, alone, sentinelsOf(own(concept)))),
    question(world, collection.id, '?format=json', sentinelsOf(collection)),
    ...['', '?format=turtle', '?format=xml&lang=de', '?format=n-triples'].map((query) =>
      question(world, schemeId, query, withoutValueIds(everything)),
    ),
    question(world, collection.id, '?format=turtle', [
      ...withoutValueIds(sentinelsOf(collection)),
      ...concepts.map(({ id }) => id),
    ]),
  ];
  return inTurn(asked, turn, 2);
};

/** GET /rdm/concepts. */
const listQuestions: Asking = (world, turn) => {
  const { schemeId, title, collection } = world.thesaurus;
  const asked = [
    thesaurusQuestion(world, '/rdm/concepts', sentinelsOf([schemeId, title, collection])),
    thesaurusQuestion(world, '/rdm/concepts?nodetype=Collection&lang=de', sentinelsOf(collection)),
    thesaurusQuestion(
      world,
      '/rdm/concepts?nodetype=ConceptScheme',
      sentinelsOf([schemeId, title]),
    ),
  ];
  return inTurn(asked, turn, 1);
};

/** GET /rdm/concepts/search: the texts of all sentinels begin alike. */
const searchQuestions: Asking = (world, turn) => {
  const { schemeId, title, concepts, collection } = world.thesaurus;
  const labelled = concepts.map(({ id, labels }) => ({ id, labels }));
  const path = '/rdm/concepts/search?limit=100&q=sentinel';
  const asked = [
    thesaurusQuestion(world, path, sentinelsOf([schemeId, title, labelled, collection])),
    thesaurusQuestion(world, `${path}&collection=${collection.id}`, [
      ...sentinelsOf(labelled),
      // The answer repeats what was asked for.
      collection.id,
    ]),
    thesaurusQuestion(world, `${path}&scheme=${schemeId}&lang=de`, [
      ...sentinelsOf(labelled),
      schemeId,
    ]),
  ];
  return inTurn(asked, turn, 1);
};

/** GET /rdm/collections/{collection_id}. */
const collectionQuestions: Asking = (world, turn) => {
  const { concepts, collection } = world.thesaurus;
  const labelled = concepts.map(({ id, labels }) => ({ id, labels }));
  const path = (query: string): string => `/rdm/collections/${collection.id}${query}`;
  const all = sentinelsOf([collection, labelled]);
  const asked = [
    thesaurusQuestion(world, path(''), all, path('').replace(collection.id, unknownId)),
    thesaurusQuestion(world, path('?depthlimit=0'), sentinelsOf(collection)),
    thesaurusQuestion(world, path('?lang=de&limit=1000&indent=1'), all),
  ];
  return inTurn(asked, turn, 1);
};

/** Something that is shown to whoever may read the thesaurus, and to nobody else. */
function thesaurusQuestion(
  world: World,
  path: string,
  whatIsThere: readonly string[],
  like?: string,
): Question {
  return {
    path,
    expected: (caller) =>
      mayReadThesaurus(world, caller)
        ? { status: 200, sentinels: new Set(whatIsThere) }
        : {
            status: caller === null ? 401 : 404,
            sentinels: new Set(),
            ...(like === undefined ? {} : { like }),
          },
  };
}

/** SKOS has the texts of values, and not their ids. */
function withoutValueIds(sentinels: readonly string[]): readonly string[] {
  return sentinels.filter((sentinel) => !sentinel.startsWith('f0000000-'));
}

/** A concept without its relatives. */
function own({ id, labels, note }: Concept): unknown {
  return [id, labels, note];
}

function question(
  world: World,
  id: string,
  query: string,
  whatIsThere: readonly string[],
): Question {
  const path = (of: string): string => `/rdm/concepts/${of}${query}`;
  return thesaurusQuestion(world, path(id), whatIsThere, path(unknownId));
}

export const questions: Questions = {
  'get-concept': conceptQuestions,
  'list-concepts': listQuestions,
  'search-concepts': searchQuestions,
  'get-collection': collectionQuestions,
};
