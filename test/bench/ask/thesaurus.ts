import { idOfNumber } from '../geojson/data/statements.ts';
import { typeCollection } from './model.ts';

export const conceptCount = 5000;

/** A tree of concepts with ten narrower ones each, four levels deep, all of them in the collection of the types. */
export const thesaurusStatements: readonly string[] = [
  `insert into concept (concept_id, node_type)
select ${idOfNumber('type')}, 'Concept'
from generate_series(1, ${conceptCount}) n
union all
select '${typeCollection}', 'Collection'`,
  `insert into concept_value (value_id, concept_id, value_type, language_id, value)
select ${idOfNumber('label')}, ${idOfNumber('type')}, 'prefLabel', 'en', 'Type ' || n
from generate_series(1, ${conceptCount}) n
union all
select ${idOfNumber('libellé')}, ${idOfNumber('type')}, 'prefLabel', 'fr', 'Genre ' || n
from generate_series(1, ${conceptCount}) n`,
  `insert into concept_relation (from_concept_id, to_concept_id, relation_type)
select ${idOfNumber('type', '((n + 8) / 10)')}, ${idOfNumber('type')}, 'narrower'
from generate_series(2, ${conceptCount}) n
union all
select '${typeCollection}', ${idOfNumber('type')}, 'member'
from generate_series(1, ${conceptCount}) n`,
];

/** The SQL of the number of the concept that is used at a rank: frequent concepts are anywhere in the tree. */
export const conceptOfRank = (rank: string): string => `(1 + ${rank} * 7919 % ${conceptCount})`;
