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
import { rowBatchesQuery, thesaurusVersion, type ConceptValueRow } from './concept-rows.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

/** A value without the property and datatype of its source. */
const isShortValueRow = isTuple(isJsonString, isJsonString, isJsonString, isJsonString);
const isLongValueRow = isTuple(
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
  isNullOr(isListOf(isValueRow)),
  isNullOr(isListOf(isJsonString)),
);

type ValueRow = GuardedValue<typeof isShortValueRow> | GuardedValue<typeof isLongValueRow>;

function isValueRow(value: unknown): value is ValueRow {
  return isShortValueRow(value) || isLongValueRow(value);
}

const contentRowsSchema = z.custom<readonly GuardedValue<typeof isContentRow>[]>(
  isListOf(isContentRow),
  'is not a list of contents',
);

const categorySchema = z.tuple([z.string(), z.string()]);

/** A concept value. If its type does not imply the property and the datatype in its source, it also has these. */
export type StatedConceptValue = ConceptValueRow & {
  readonly predicate: string | null;
  readonly datatype: string | null;
};

/** The values of a concept. */
export type ConceptContent = {
  readonly id: string;
  /** Whether it has all values; otherwise it has only its labels. */
  readonly hasAllValues: boolean;
  /** Whether it is an ordered collection. */
  readonly isOrdered: boolean;
  readonly values: readonly StatedConceptValue[];
  /** The ids of its schemes; empty unless statements are requested. */
  readonly schemes: readonly string[];
};

const valueWithoutSource = sql`json_build_array(v.value_id, v.value_type, coalesce(v.language_id, ''), v.value)`;

const valueWithSource = sql`case
          when v.predicate is null and v.datatype is null then ${valueWithoutSource}
          else json_build_array(
            v.value_id, v.value_type, coalesce(v.language_id, ''), v.value, v.predicate, v.datatype
          )
        end`;

/**
 * The contents of a concept as a JSON list.
 * @param includesStatements whether to include the schemes, and the source properties of values
 * @param concept the alias of a row of the table concept
 * @param includesAllValues an expression: whether to include all values; otherwise only labels
 */
export function contentExpression(
  includesStatements: boolean,
  concept: Statement,
  includesAllValues: Statement,
): Statement {
  return sql`json_build_array(
      ${concept}.concept_id,
      ${includesAllValues},
      ${concept}.is_ordered,
      (
        select json_agg(${includesStatements ? valueWithSource : valueWithoutSource})
        from concept_value v
        where v.concept_id = ${concept}.concept_id
          and (
            ${includesAllValues}
            or v.value_type in (select t.value_type from value_type t where t.category = 'label')
          )
      ),
      ${
        includesStatements
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
 * @param lists a query that returns a position, and a JSON array (as text) of what `contentExpression` returns
 * @param categoryClause a where clause for the categories; if its condition is false, there are none
 */
export const contentSections = (lists: Statement, categoryClause: Statement = sql``) => ({
  category: listSection(
    categorySchema,
    sql`select row_number() over (), json_build_array(t.value_type, t.category)::text
    from value_type t
    ${categoryClause}`,
  ),
  content: listSection(contentRowsSchema, lists),
});

/** Builds the contents of `contentSections`. */
export function contentsFromSections(
  section: SectionReader<SectionValues<ReturnType<typeof contentSections>>>,
): readonly ConceptContent[] {
  const categoriesByType = new Map(section('category'));
  return section('content')
    .flat()
    .map(([id, hasAllValues, isOrdered, values, schemes]) => ({
      id,
      hasAllValues,
      isOrdered,
      values: (values ?? []).map(([valueId, type, language, value, predicate, datatype]) => ({
        id: valueId,
        category: categoriesByType.get(type) ?? 'undefined',
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
 * @param idsWithAllValues ids of concepts to return with all values
 * @param idsWithLabels ids of concepts to return with only their labels
 */
export function findConceptContents(
  caller: Caller,
  idsWithAllValues: readonly string[],
  idsWithLabels: readonly string[],
  includesStatements: boolean,
): DocumentQuery<ConceptContents> {
  return documentQuery(
    {
      isPrepared: true,
      withClause: sql`with requested (concept_id, has_all_values) as (
    select unnest(${uuidArray(idsWithAllValues)}), true
    union all
    select unnest(${uuidArray(idsWithLabels)}), false
  )`,
      sections: {
        version: requiredSection(asText, thesaurusVersion),
        ...contentSections(
          rowBatchesQuery(
            contentExpression(includesStatements, sql`c`, sql`r.has_all_values`),
            sql`requested r
      join concept c on c.concept_id = r.concept_id
      where (select may_read_thesaurus(${int(caller)}))`,
          ),
        ),
      },
      version: thesaurusVersion,
    },
    (section) => ({ version: section('version'), contents: contentsFromSections(section) }),
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller) => [
    findConceptContents(caller, [], [], false),
    findConceptContents(caller, [], [], true),
  ],
};
