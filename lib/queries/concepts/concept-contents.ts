import * as z from 'zod';

import {
  asText,
  documentQuery,
  listSection,
  requiredSection,
  type SectionValues,
  type SectionReader,
} from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { int, sql, uuidArray, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import {
  isJsonBoolean,
  isListOf,
  isJsonString,
  isTuple,
  isNullOr,
  type GuardedValue,
} from '../type-guards.ts';
import { rowBatches, thesaurusVersion, type ConceptValueRow } from './concept-rows.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

const isPlainValue = isTuple(isJsonString, isJsonString, isJsonString, isJsonString);
const isStatedValue = isTuple(
  isJsonString,
  isJsonString,
  isJsonString,
  isJsonString,
  isNullOr(isJsonString),
  isNullOr(isJsonString),
);

const isContentRow = isTuple(
  isJsonString,
  isJsonBoolean,
  isJsonBoolean,
  isJsonBoolean,
  isNullOr(isListOf(isValueRow)),
  isNullOr(isListOf(isJsonString)),
);

type ValueRow = GuardedValue<typeof isPlainValue> | GuardedValue<typeof isStatedValue>;

function isValueRow(value: unknown): value is ValueRow {
  return isPlainValue(value) || isStatedValue(value);
}

const contentRows = z.custom<readonly GuardedValue<typeof isContentRow>[]>(
  isListOf(isContentRow),
  'is not a list of contents',
);

const category = z.tuple([z.string(), z.string()]);

/** A value with the property and the datatype of its source, if its type does not imply them. */
export type StatedConceptValue = ConceptValueRow & {
  readonly predicate: string | null;
  readonly datatype: string | null;
};

/** The values of a concept. */
export type ConceptContent = {
  readonly id: string;
  /** Whether it has all values; otherwise it has only its labels. */
  readonly isWhole: boolean;
  /** Whether a source describes the concept; other concepts are only mentioned. */
  readonly isStated: boolean;
  /** Whether it is an ordered collection. */
  readonly isOrdered: boolean;
  readonly values: readonly StatedConceptValue[];
  /** The ids of its schemes; empty unless statements are requested. */
  readonly schemes: readonly string[];
};

const plainValue = sql`json_build_array(v.value_id, v.value_type, coalesce(v.language_id, ''), v.value)`;

const statedValue = sql`case
          when v.predicate is null and v.datatype is null then ${plainValue}
          else json_build_array(
            v.value_id, v.value_type, coalesce(v.language_id, ''), v.value, v.predicate, v.datatype
          )
        end`;

/**
 * The contents of a concept as a JSON list.
 * @param withStatements whether to include the schemes, and the source properties of values
 * @param concept a row of the table concept
 * @param isWhole an expression: whether to include all values; otherwise only labels
 */
export function contentExpression(
  withStatements: boolean,
  concept: Statement,
  isWhole: Statement,
): Statement {
  return sql`json_build_array(
      ${concept}.concept_id,
      ${isWhole},
      ${concept}.is_stated,
      ${concept}.is_ordered,
      (
        select json_agg(${withStatements ? statedValue : plainValue})
        from concept_value v
        where v.concept_id = ${concept}.concept_id
          and (
            ${isWhole}
            or v.value_type in (select t.value_type from value_type t where t.category = 'label')
          )
      ),
      ${
        withStatements
          ? sql`(
        select json_agg(r.from_concept_id order by r.from_concept_id)
        from concept_relation r
        where r.to_concept_id = ${concept}.concept_id
          and r.relation_type = 'inScheme'
      )`
          : sql`null`
      }
    )`;
}

/**
 * The sections from which `contentsFromSections` builds contents.
 * @param lists a query that returns a position, and a text with lists of `contentExpression`
 * @param condition a where clause; where it is false, the categories are left out
 */
export const contentSections = (lists: Statement, condition: Statement = sql``) => ({
  category: listSection(
    category,
    sql`select row_number() over (), json_build_array(t.value_type, t.category)::text
    from value_type t
    ${condition}`,
  ),
  content: listSection(contentRows, lists),
});

/** Builds the contents of `contentSections`. */
export function contentsFromSections(
  value: SectionReader<SectionValues<ReturnType<typeof contentSections>>>,
): readonly ConceptContent[] {
  const categoryOf = new Map(value('category'));
  return value('content')
    .flat()
    .map(([id, isWhole, isStated, isOrdered, values, schemes]) => ({
      id,
      isWhole,
      isStated,
      isOrdered,
      values: (values ?? []).map(([valueId, type, language, value, predicate, datatype]) => ({
        id: valueId,
        category: categoryOf.get(type) ?? 'undefined',
        type,
        language,
        text: value,
        predicate: predicate ?? null,
        datatype: datatype ?? null,
      })),
      schemes: schemes ?? [],
    }));
}

/** Contents of concepts with the version of the thesaurus. */
export type ConceptContents = {
  readonly version: string;
  readonly contents: readonly ConceptContent[];
};

/**
 * Finds the contents of concepts, for a caller who may read the thesaurus.
 * @param whole ids of concepts to return with all values
 * @param labelled ids of concepts to return with only their labels
 */
export function findConceptContents(
  caller: Caller,
  whole: readonly string[],
  labelled: readonly string[],
  showsStatements: boolean,
): DocumentQuery<ConceptContents> {
  return documentQuery(
    {
      isPrepared: true,
      commonTables: sql`with requested (concept_id, has_all_values) as (
    select unnest(${uuidArray(whole)}), true
    union all
    select unnest(${uuidArray(labelled)}), false
  )`,
      sections: {
        version: requiredSection(asText, thesaurusVersion),
        ...contentSections(
          rowBatches(
            contentExpression(showsStatements, sql`c`, sql`r.has_all_values`),
            sql`requested r
      join concept c on c.concept_id = r.concept_id
      where (select may_read_thesaurus(${int(caller)}))`,
          ),
        ),
      },
      version: thesaurusVersion,
    },
    (value) => ({ version: value('version'), contents: contentsFromSections(value) }),
  );
}

/** @public */
export const preparedVariants: PreparedVariants = {
  token: 'optional',
  variants: (caller) => [
    findConceptContents(caller, [], [], false),
    findConceptContents(caller, [], [], true),
  ],
};
