import * as z from 'zod';

import {
  asText,
  documentOf,
  many,
  one,
  type RowValues,
  type ValueOf,
} from '../../data-api/named-rows.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { int, sql, uuidArray, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { isBoolean, isListOf, isText, isTuple, orNull, type Guarded } from '../guards.ts';
import { inLists, thesaurusVersion, type StoredConceptValue } from './concept-rows.ts';
import type { KeptTexts } from '../kept-texts.ts';

const isPlainValue = isTuple(isText, isText, isText, isText);
const isStatedValue = isTuple(isText, isText, isText, isText, orNull(isText), orNull(isText));

const isContentRow = isTuple(
  isText,
  isBoolean,
  isBoolean,
  isBoolean,
  orNull(isListOf(isValueRow)),
  orNull(isListOf(isText)),
);

type ValueRow = Guarded<typeof isPlainValue> | Guarded<typeof isStatedValue>;

function isValueRow(value: unknown): value is ValueRow {
  return isPlainValue(value) || isStatedValue(value);
}

const contentRows = z.custom<readonly Guarded<typeof isContentRow>[]>(
  isListOf(isContentRow),
  'is not a list of contents',
);

const category = z.tuple([z.string(), z.string()]);

/** A value with the property and the datatype that it was stated with, where its type does not tell them, and where they are asked for. */
export type StatedValue = StoredConceptValue & {
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
  readonly values: readonly StatedValue[];
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
export function contentList(
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
export const rowsOfContents = (lists: Statement, condition: Statement = sql``) => ({
  category: many(
    category,
    sql`select row_number() over (), json_build_array(t.value_type, t.category)::text
    from value_type t
    ${condition}`,
  ),
  content: many(contentRows, lists),
});

/** What concepts hold, of rowsOfContents. */
export function contentsIn(
  value: ValueOf<RowValues<ReturnType<typeof rowsOfContents>>>,
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
export type FoundContents = {
  readonly version: string;
  readonly contents: readonly ConceptContent[];
};

/**
 * What some concepts hold, for a caller who may read the thesaurus.
 * @param whole ids of those that are shown whole
 * @param labelled ids of those of which the labels are shown
 */
export function conceptContents(
  caller: Caller,
  whole: readonly string[],
  labelled: readonly string[],
  showsStatements: boolean,
): DocumentQuery<FoundContents> {
  return documentOf(
    {
      isKept: true,
      tables: sql`with wanted (concept_id, is_whole) as (
    select unnest(${uuidArray(whole)}), true
    union all
    select unnest(${uuidArray(labelled)}), false
  )`,
      rows: {
        version: one(asText, thesaurusVersion),
        ...rowsOfContents(
          inLists(
            contentList(showsStatements, sql`c`, sql`w.is_whole`),
            sql`wanted w
      join concept c on c.concept_id = w.concept_id
      where (select may_read_thesaurus(${int(caller)}))`,
          ),
        ),
      },
      version: thesaurusVersion,
    },
    (value) => ({ version: value('version'), contents: contentsIn(value) }),
  );
}

/** The texts that it can have. @public */
export const keptTexts: KeptTexts = {
  token: 'optional',
  texts: (caller) => [
    conceptContents(caller, [], [], false),
    conceptContents(caller, [], [], true),
  ],
};
