import { rawSql } from '../../lib/data-api/sql.ts';
import type { TestStack } from './stack.ts';

/** The size of a thesaurus, without its scheme. */
export type ThesaurusSize = {
  readonly concepts: number;
  /** Relations beside the hierarchy. Each pair of concepts has two, one in each direction. */
  readonly related: number;
  /** Concepts with two parents. */
  readonly withTwoParents: number;
};

/** About the size of the UNESCO thesaurus. */
export const unescoThesaurusSize: ThesaurusSize = {
  concepts: 4500,
  related: 12_000,
  withTwoParents: 230,
};

export const thirdOfUnescoSize: ThesaurusSize = {
  concepts: 1500,
  related: 4000,
  withTwoParents: 77,
};

export const tenthOfUnescoSize: ThesaurusSize = {
  concepts: 450,
  related: 1200,
  withTwoParents: 23,
};

/** The id of a concept in the large thesaurus whose ids begin with `digit`; number 0 is the scheme. */
export const largeThesaurusConceptId = (digit: number, number: number): string =>
  `${digit}e5a0000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/**
 * Writes a thesaurus of realistic shape, the same at each call: with an eighth of its concepts at the top, several levels, labels in four
 * languages, notes, and relations beside the hierarchy.
 * @param digit the first digit of its ids
 */
export async function writeLargeThesaurus(
  { owner }: Pick<TestStack, 'owner'>,
  { concepts, related, withTwoParents }: ThesaurusSize,
  digit = 7,
): Promise<void> {
  const idOf = (number: string): string =>
    `('${digit}e5a0000-0000-4000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;
  const topConceptCount = Math.round(concepts * 0.13);
  const pairCount = related / 2;
  await owner.write(
    rawSql(`insert into concept (concept_id, node_type, legacy_id)
select ${idOf('n')}, case n when 0 then 'ConceptScheme' else 'Concept' end, 'http://example.org/thesaurus/concept' || n
from generate_series(0, ${concepts}) n`),
  );
  await owner.write(
    rawSql(`insert into concept_value (value_id, concept_id, value_type, language_id, value)
select
  md5('${digit} ' || n || ' ' || l.value_type || ' ' || l.language)::uuid,
  ${idOf('n')},
  l.value_type,
  l.language,
  l.word || ' ' || n || repeat(' ' || l.word, n % 3)
from generate_series(0, ${concepts}) n
cross join (values
  ('prefLabel', 'en', 'Concept', 1),
  ('prefLabel', 'fr', 'Idée', 1),
  ('prefLabel', 'es', 'Noción', 1),
  ('prefLabel', 'ru', 'Понятие', 1),
  ('altLabel', 'en', 'Thought', 2),
  ('altLabel', 'fr', 'Pensée', 3),
  ('scopeNote', 'en', 'What people have in mind when they speak of a thing.', 4)
) l (value_type, language, word, every)
where n % l.every = 0`),
  );
  await owner.write(
    rawSql(`insert into concept_relation (from_concept_id, relation_type, to_concept_id)
select ${idOf('0')}, 'hasTopConcept', ${idOf('n')}
from generate_series(1, ${topConceptCount}) n
union
select ${idOf('1 + n::bigint * 7919 % (n - 1)')}, 'narrower', ${idOf('n')}
from generate_series(${topConceptCount + 1}, ${concepts}) n
union
select ${idOf(`1 + n::bigint * 104729 % ${topConceptCount}`)}, 'narrower', ${idOf('n')}
from generate_series(${concepts - withTwoParents + 1}, ${concepts}) n
union
select ${idOf('p.first_number')}, 'related', ${idOf('p.second_number')}
from (
  select 1 + n::bigint * 31 % ${concepts} as first_number, 1 + (n::bigint * 31 + 17 + n / ${concepts} * 40 + n % 11) % ${concepts} as second_number
  from generate_series(1, ${pairCount}) n
) p
union
select ${idOf('p.second_number')}, 'related', ${idOf('p.first_number')}
from (
  select 1 + n::bigint * 31 % ${concepts} as first_number, 1 + (n::bigint * 31 + 17 + n / ${concepts} * 40 + n % 11) % ${concepts} as second_number
  from generate_series(1, ${pairCount}) n
) p`),
  );
  await owner.write(rawSql('select derive_concept_relations()'));
  await owner.write(rawSql('analyze concept, concept_value, concept_relation'));
}
