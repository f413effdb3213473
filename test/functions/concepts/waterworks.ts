import { json, sql } from '../../../lib/data-api/sql.ts';
import type { TestStack } from '../../support/stack.ts';
import { id } from './thesaurus.ts';

/** The types of the schemes and collections; all other entries are concepts. */
const nodeTypes = new Map([
  [1, 'ConceptScheme'],
  [20, 'ConceptScheme'],
  [60, 'ConceptScheme'],
  [50, 'Collection'],
  [52, 'Collection'],
]);
/** Concepts that are only mentioned as the target of a relation. */
const mentionedConcepts = new Set([30, 31]);
const legacyIds = new Map([
  [1, 'http://example.org/waterworks'],
  [4, 'http://example.org/waterworks/mill'],
  [30, 'http://vocabulary.example/mills'],
  [31, 'http://vocabulary.example/millers'],
]);

const relations: readonly (readonly [number, string, number, number?])[] = [
  [1, 'hasTopConcept', 2],
  [1, 'hasTopConcept', 3],
  // A concept below two others.
  [2, 'narrower', 4],
  [3, 'narrower', 4],
  [4, 'narrower', 5],
  [4, 'narrower', 6],
  [5, 'narrower', 7],
  [5, 'narrower', 8],
  [20, 'hasTopConcept', 9],
  [4, 'related', 9],
  [9, 'related', 4],
  [4, 'exactMatch', 30],
  [9, 'closeMatch', 31],
  // A cycle.
  [40, 'narrower', 41],
  [41, 'narrower', 42],
  [42, 'narrower', 40],
  // An ordered collection whose order is not that of the labels.
  [50, 'member', 6, 0],
  [50, 'member', 5, 1],
  // Members of members, with a cycle.
  [52, 'member', 2],
  [52, 'member', 3],
  [2, 'member', 7],
  [3, 'member', 8],
  [8, 'member', 3],
  [60, 'hasTopConcept', 61],
  [60, 'hasTopConcept', 62],
];

const values: readonly (readonly [number, string, string | null, string])[] = [
  [1, 'prefLabel', 'en', 'Waterworks'],
  [1, 'prefLabel', 'de', 'Wasserbauten'],
  [1, 'scopeNote', 'en', 'What people built for water, by water, and against it.'],
  [2, 'prefLabel', 'en', 'Building'],
  [2, 'prefLabel', 'de', 'Gebäude'],
  [2, 'altLabel', 'en', 'Edifice'],
  [3, 'prefLabel', 'en', 'Machine'],
  [3, 'prefLabel', 'de', 'Maschine'],
  [4, 'prefLabel', 'en', 'Mill'],
  [4, 'prefLabel', 'de', 'Mühle'],
  [4, 'prefLabel', 'el', 'Μύλος'],
  [4, 'prefLabel', 'ru', 'Мельница'],
  [4, 'altLabel', 'da', 'Mølle'],
  [4, 'hiddenLabel', 'en', 'Grinding house'],
  [4, 'scopeNote', 'en', 'A machine that grinds.\nAlso its building: “the mill”.'],
  [4, 'definition', 'de', 'Eine Maschine, die mahlt.'],
  [4, 'identifier', null, 'http://example.org/waterworks/mill'],
  [4, 'notation', null, 'W.4'],
  [5, 'prefLabel', 'en', 'Watermill'],
  [5, 'prefLabel', 'de', 'Wassermühle'],
  [5, 'sortorder', null, '10'],
  [6, 'prefLabel', 'en', 'Windmill'],
  [6, 'altLabel', 'en', 'Mill driven by wind'],
  [6, 'sortorder', null, '9'],
  [7, 'prefLabel', 'en', 'Water wheel 10'],
  [8, 'prefLabel', 'en', 'Water wheel 2'],
  [9, 'prefLabel', 'en', 'Miller'],
  [9, 'scopeNote', 'en', 'Who works in a mill.'],
  [20, 'prefLabel', 'en', 'People'],
  [40, 'prefLabel', 'en', 'Upstream'],
  [41, 'prefLabel', 'en', 'Midstream'],
  [42, 'prefLabel', 'en', 'Downstream'],
  [50, 'prefLabel', 'en', 'Kinds of mills'],
  [52, 'prefLabel', 'en', 'Things at the river'],
  [60, 'prefLabel', 'en', 'Ways'],
  [61, 'prefLabel', 'de', 'Straße am Fluß'],
  [62, 'prefLabel', 'da', 'Ærø vej'],
];

/** The id of the nth value, from 0. */
export const valueId = (index: number): string => id(1000 + index);

/**
 * Writes an invented thesaurus of waterworks: two schemes with relations between them, a concept below two others, a cycle, concepts that
 * are only mentioned, an ordered collection, and a collection with nested members and a cycle.
 */
export async function writeWaterworks({ owner }: TestStack): Promise<void> {
  const ids = [...new Set(relations.flatMap(([from, , to]) => [from, to]))];
  const concepts = ids.map((number) => ({
    concept_id: id(number),
    node_type: nodeTypes.get(number) ?? 'Concept',
    legacy_id: legacyIds.get(number) ?? null,
    is_stated: !mentionedConcepts.has(number),
    is_ordered: number === 50,
  }));
  await owner.write(sql`insert into concept (concept_id, node_type, legacy_id, is_stated, is_ordered)
select concept_id, node_type, legacy_id, is_stated, is_ordered
from jsonb_populate_recordset(null::concept, ${json(concepts)})`);
  const valueRows = values.map(([concept, value_type, language_id, value], index) => ({
    value_id: valueId(index),
    concept_id: id(concept),
    value_type,
    language_id,
    value,
  }));
  await owner.write(sql`insert into concept_value (value_id, concept_id, value_type, language_id, value)
select value_id, concept_id, value_type, language_id, value
from jsonb_populate_recordset(null::concept_value, ${json(valueRows)})`);
  const relationRows = relations.map(([from, relation_type, to, position]) => ({
    from_concept_id: id(from),
    relation_type,
    to_concept_id: id(to),
    position: position ?? null,
  }));
  await owner.write(sql`insert into concept_relation (from_concept_id, relation_type, to_concept_id, position)
select from_concept_id, relation_type, to_concept_id, position
from jsonb_populate_recordset(null::concept_relation, ${json(relationRows)})`);
  await owner.write(sql`select derive_concept_relations()`);
}
