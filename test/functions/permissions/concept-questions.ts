import { inTurn, type Asking, type Questions, type Expected, type Question } from './question.ts';
import { mayReadThesaurus } from './rules.ts';
import { sentinelsOf, unknownId } from './sentinels.ts';
import type { Caller, Concept, World } from './world.ts';

const alone = '?includesubconcepts=false&includeparentconcepts=false&includerelatedconcepts=false';

/** GET /rdm/concepts/{concept_instance_id}. */
const conceptQuestions: Asking = (world, turn) => {
  const { schemeId, title, concepts } = world.thesaurus;
  const everything = sentinelsOf(world.thesaurus);
  const asked = [
    question(world, schemeId, '', everything),
    question(world, schemeId, '?lang=de&indent=1&format=json', everything),
    question(world, schemeId, '?depthlimit=100', everything),
    question(world, schemeId, alone, sentinelsOf([schemeId, title])),
    ...concepts.map((concept) => question(world, concept.id, alone, sentinelsOf(own(concept)))),
  ];
  return inTurn(asked, turn, 2);
};

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
  return {
    path: `/rdm/concepts/${id}${query}`,
    expected: (caller) => expected(world, caller, query, whatIsThere),
  };
}

function expected(
  world: World,
  caller: Caller,
  query: string,
  whatIsThere: readonly string[],
): Expected {
  if (mayReadThesaurus(world, caller)) return { status: 200, sentinels: new Set(whatIsThere) };
  return {
    status: caller === null ? 401 : 404,
    sentinels: new Set(),
    like: `/rdm/concepts/${unknownId}${query}`,
  };
}

export const questions: Questions = { 'get-concept': conceptQuestions };
