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

/** A value with the property and the datatype that it was stated with, where its type does not tell them, and where they are asked for. */
export type StatedConceptValue = ConceptValueRow & {
  readonly predicate: string | null;
  readonly datatype: string | null;
};

/** What a concept holds. */
export type ConceptContent = {
  readonly id: string;
  /** Whether it has all values, or its labels alone. */
  readonly isWhole: boolean;
  /** Whether it is said what it is: others only point at the rest. */
  readonly isStated: boolean;
  /** Whether it is a collection that keeps its members in order. */
  readonly isOrdered: boolean;
  readonly values: readonly StatedConceptValue[];
  /** The ids of the schemes that it is in, where these are asked for. */
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
 * The list of what a concept holds, as an expression of json.
 * @param withStatements whether it tells the schemes, and how values were stated
 * @param concept a row of the table concept
 * @param isWhole whether it has all values, or its labels alone: an expression
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
 * The rows of a document in which `contentsIn` finds what concepts hold.
 * @param lists of contentList: a query of a place and a text
 * @param condition a clause without which no categories come
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

/** What concepts hold, of rowsOfContents. */
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

/** What some concepts hold, and the version of the thesaurus that it is of. */
export type ConceptContents = {
  readonly version: string;
  readonly contents: readonly ConceptContent[];
};

/**
 * What some concepts hold, for a caller who may read the thesaurus.
 * @param whole ids of those that are shown whole
 * @param labelled ids of those of which the labels are shown
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
      commonTables: sql`with wanted (concept_id, is_whole) as (
    select unnest(${uuidArray(whole)}), true
    union all
    select unnest(${uuidArray(labelled)}), false
  )`,
      sections: {
        version: requiredSection(asText, thesaurusVersion),
        ...contentSections(
          rowBatches(
            contentExpression(showsStatements, sql`c`, sql`w.is_whole`),
            sql`wanted w
      join concept c on c.concept_id = w.concept_id
      where (select may_read_thesaurus(${int(caller)}))`,
          ),
        ),
      },
      version: thesaurusVersion,
    },
    (value) => ({ version: value('version'), contents: contentsFromSections(value) }),
  );
}

/** The texts that it can have. @public */
export const preparedVariants: PreparedVariants = {
  token: 'optional',
  variants: (caller) => [
    findConceptContents(caller, [], [], false),
    findConceptContents(caller, [], [], true),
  ],
};
