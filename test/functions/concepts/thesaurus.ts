import * as z from 'zod';

import { rawSql } from '../../../lib/data-api/sql.ts';
import {
  mergeConceptRelations,
  mergeConcepts,
  mergeConceptValues,
} from '../../../infra/cli/import/concepts/queries/write-thesaurus.ts';
import type { ConceptRequest } from '../../../lib/queries/concepts/find-concept.ts';
import { defaultReadLimits } from '../../../lib/queries/concepts/concept-read-options.ts';
import type { ConceptObject } from '../../../lib/serializers/concepts/concept-json.ts';
import { triesAllCases } from '../../support/random/take-sample.ts';
import type { TestStack } from '../../support/stack.ts';
import { labelLanguages } from '../../../lib/model/concepts/label-languages.ts';

/** An id that ends with a number, so that the message of a failed test shows the number. */
export const id = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const relations = [
  [1, 'hasTopConcept', 2],
  [2, 'narrower', 3],
  [3, 'narrower', 4],
  [3, 'narrower', 5],
  [3, 'related', 6],
  [6, 'related', 3],
  [7, 'member', 3],
  // A cycle.
  [20, 'narrower', 21],
  [21, 'narrower', 22],
  [22, 'narrower', 20],
] as const;

const values = [
  [101, 1, 'prefLabel', 'en', 'Things'],
  [102, 2, 'prefLabel', 'en', 'Building'],
  [103, 3, 'prefLabel', 'en', 'Mill'],
  [104, 3, 'prefLabel', 'de', 'Mühle'],
  [105, 3, 'scopeNote', 'en', 'A machine that grinds.\nAlso its building.'],
  [106, 3, 'identifier', null, 'http://example.org/mill'],
  [107, 4, 'prefLabel', 'en', 'Watermill'],
  [108, 4, 'sortorder', null, '10'],
  [109, 5, 'prefLabel', 'en', 'Windmill'],
  [110, 5, 'sortorder', null, '9'],
  [111, 6, 'prefLabel', 'en', 'Miller'],
  [112, 6, 'scopeNote', 'en', 'Who works in a mill.'],
] as const;

/** A request for a concept with everything around it, without conditional headers. */
export const wholeConceptRequest: ConceptRequest = {
  includeSubConcepts: true,
  includeParentConcepts: true,
  includeRelatedConcepts: true,
  depthLimit: undefined,
  includesStatements: false,
  maxRelations: defaultReadLimits.maxRelations,
  ...labelLanguages(['en'], 'en'),
  representation: '',
  ifNoneMatch: [],
  ifModifiedSince: null,
};

/** The concept object of the specification, with exactly its keys. */
export const concept: z.ZodType<ConceptObject> = z.strictObject({
  id: z.guid(),
  legacyoid: z.string(),
  nodetype: z.string(),
  hassubconcepts: z.boolean(),
  relationshiptype: z.string(),
  get parentconcepts() {
    return z.array(concept);
  },
  get relatedconcepts() {
    return z.array(concept);
  },
  get subconcepts() {
    return z.array(concept);
  },
  values: z.array(
    z.strictObject({
      id: z.guid(),
      conceptid: z.guid(),
      category: z.string(),
      type: z.string(),
      language: z.string(),
      value: z.string(),
    }),
  ),
});

/** Writes a small thesaurus of mills, a collection and a cycle. */
export async function writeThesaurus({ dataApi }: TestStack): Promise<void> {
  const ids = [...new Set(relations.flatMap(([from, , to]) => [from, to]))];
  await dataApi.write(
    mergeConcepts(
      ids.map((number) => ({
        concept_id: id(number),
        node_type: number === 1 ? 'ConceptScheme' : 'Concept',
        legacy_id: number === 1 ? 'http://example.org/things' : null,
        is_stated: true,
        is_ordered: false,
      })),
    ),
  );
  await dataApi.write(
    mergeConceptValues(
      values.map(([value, concept, value_type, language_id, text]) => ({
        value_id: id(value),
        concept_id: id(concept),
        value_type,
        language_id,
        value: text,
        predicate: null,
        datatype: null,
      })),
    ),
  );
  await dataApi.write(
    mergeConceptRelations(
      relations.map(([from, relation_type, to]) => ({
        from_concept_id: id(from),
        to_concept_id: id(to),
        relation_type,
        is_stated: true,
        is_inverse_stated: false,
        position: null,
      })),
    ),
  );
}

/** The id of a concept of the large thesaurus. Concept 0 is at the top; concept n is below concept n/4, so that 5,460 are below concept 2. */
export const largeThesaurusId = (number: number): string =>
  `10000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** The number of concepts of the large thesaurus, so that all levels below concept 2 are complete. */
export const largeThesaurusCount = triesAllCases ? 30_000 : 12_288;

/** Writes the large thesaurus. */
export async function writeLargeThesaurus({ owner }: TestStack): Promise<void> {
  const concept = `('10000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid`;
  const parent = `('10000000-0000-4000-8000-' || lpad((n / 4)::text, 12, '0'))::uuid`;
  await owner.write(
    rawSql(`insert into concept (concept_id, node_type)
      select ${concept}, 'Concept' from generate_series(0, ${largeThesaurusCount - 1}) n`),
  );
  await owner.write(
    rawSql(`insert into concept_value (value_id, concept_id, value_type, language_id, value)
      select ('2' || substr(${concept}::text, 2))::uuid, ${concept}, 'prefLabel', 'en', 'Concept ' || n
      from generate_series(0, ${largeThesaurusCount - 1}) n`),
  );
  await owner.write(
    rawSql(`insert into concept_relation (from_concept_id, to_concept_id, relation_type)
      select ${parent}, ${concept}, 'narrower' from generate_series(1, ${largeThesaurusCount - 1}) n`),
  );
}
