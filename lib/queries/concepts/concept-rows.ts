import * as z from 'zod';

import { sql, type Statement } from '../../data-api/sql.ts';
import {
  isBoolean,
  isListOf,
  isNumber,
  isOneOf,
  isText,
  isTuple,
  orNull,
  type Guarded,
} from '../guards.ts';

/** SQL makes null of an empty list. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .readonly()
    .nullable()
    .transform((list) => list ?? []);
}

// Concepts, values and links travel as lists, which are shorter than objects: there may be many thousands of them.

/** A label, note or other value of a concept, with its category. */
export const conceptValue = z
  .tuple([z.string(), z.string(), z.string(), z.string(), z.string()])
  .transform(([id, category, type, language, text]) => ({ id, category, type, language, text }))
  .readonly();

/** A label, note or other value of a concept. The language is empty where there is none. */
export type StoredConceptValue = z.output<typeof conceptValue>;

const isLinkRow = isTuple(isText, isText);
const isRelatedRow = isTuple(isText, isText, isBoolean);

const isPlaceRow = isTuple(
  isText,
  isNumber,
  isBoolean,
  isBoolean,
  orNull(isListOf(isLinkRow)),
  orNull(isListOf(isRelatedRow)),
);

const nodeTypes = ['Concept', 'ConceptScheme', 'Collection'] as const;

const isPlainValue = isTuple(isText, isText, isText, isText);
const isStatedValue = isTuple(isText, isText, isText, isText, orNull(isText), orNull(isText));

const isContentRow = isTuple(
  isText,
  isOneOf(nodeTypes),
  orNull(isText),
  isBoolean,
  isBoolean,
  orNull(isListOf(isValueRow)),
  orNull(isListOf(isText)),
);

type ValueRow = Guarded<typeof isPlainValue> | Guarded<typeof isStatedValue>;

function isValueRow(value: unknown): value is ValueRow {
  return isPlainValue(value) || isStatedValue(value);
}

const placeRows = z.custom<readonly Guarded<typeof isPlaceRow>[]>(
  isListOf(isPlaceRow),
  'is not a list of places',
);
const contentRows = z.custom<readonly Guarded<typeof isContentRow>[]>(
  isListOf(isContentRow),
  'is not a list of contents',
);

/** A relative of a concept: its id and the type of the relation to it. */
export type ConceptLink = { readonly conceptId: string; readonly relationType: string };

/** A relative beside a concept, and whether the relation leads from it, and not also to it. */
export type RelatedLink = ConceptLink & { readonly isInverse: boolean };

/** A value with the property and the datatype that it was stated with, where its type does not tell them, and where they are asked for. */
export type StatedValue = StoredConceptValue & {
  readonly predicate: string | null;
  readonly datatype: string | null;
};

/** Where a concept stands among others: its relatives by id. Those below it have it among their parents. */
export type ConceptPlace = {
  readonly id: string;
  /** Which call brings what it holds. */
  readonly piece: number;
  /** Whether it is shown whole, or its labels alone. */
  readonly isWhole: boolean;
  readonly hasSubConcepts: boolean;
  readonly parentConcepts: readonly ConceptLink[];
  readonly relatedConcepts: readonly RelatedLink[];
};

/** What a concept holds. */
export type ConceptContent = {
  readonly id: string;
  readonly nodeType: (typeof nodeTypes)[number];
  readonly legacyId: string | null;
  /** Whether it is said what it is: others only point at the rest. */
  readonly isStated: boolean;
  /** Whether it is a collection that keeps its members in order. */
  readonly isOrdered: boolean;
  readonly values: readonly StatedValue[];
  /** The ids of the schemes that it is in, where these are asked for. */
  readonly schemes: readonly string[];
};

/** A concept as the database has it. */
export type StoredConcept = Omit<ConceptPlace, 'piece' | 'isWhole'> & ConceptContent;

/** The list of a place, as an expression of json. @param around a row of concept_surroundings, with its piece */
export function placeList(around: Statement): Statement {
  return sql`json_build_array(
      ${around}.concept_id,
      ${around}.piece,
      ${around}.is_whole,
      ${around}.has_sub_concepts,
      ${around}.parent_concepts,
      ${around}.related_concepts
    )`;
}

/** Reads the lists of places. @throws ZodError */
export function readPlaces(text: string): readonly ConceptPlace[] {
  return placeRows
    .parse(JSON.parse(text))
    .map(([id, piece, isWhole, hasSubConcepts, parents, related]) => ({
      id,
      piece,
      isWhole,
      hasSubConcepts,
      parentConcepts: (parents ?? []).map(([conceptId, relationType]) => ({
        conceptId,
        relationType,
      })),
      relatedConcepts: (related ?? []).map(([conceptId, relationType, isInverse]) => ({
        conceptId,
        relationType,
        isInverse,
      })),
    }));
}

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
      ${concept}.node_type,
      ${concept}.legacy_id,
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
 * Reads the lists of what concepts hold.
 * @param categories of the types of values
 * @throws ZodError
 */
export function readContents(
  text: string,
  categories: ReadonlyMap<string, string>,
): readonly ConceptContent[] {
  return contentRows
    .parse(JSON.parse(text))
    .map(([id, nodeType, legacyId, isStated, isOrdered, values, schemes]) => ({
      id,
      nodeType,
      legacyId,
      isStated,
      isOrdered,
      values: (values ?? []).map(([valueId, type, language, value, predicate, datatype]) => ({
        id: valueId,
        category: categories.get(type) ?? 'undefined',
        type,
        language,
        text: value,
        predicate: predicate ?? null,
        datatype: datatype ?? null,
      })),
      schemes: schemes ?? [],
    }));
}

/**
 * Rows as parts of many: a part has its price wherever it passes, and one that is larger than a row of the Data API is cut.
 * @param list an expression of json
 * @param from what the rows are taken from, and which of them
 * @returns a query of a place and a text: a list of lists
 */
export function inParts(list: Statement, from: Statement): Statement {
  return sql`select l.number, json_agg(l.list)::text
    from (
      select row_number() over () / 100 as number, ${list} as list
      from ${from}
    ) l
    group by l.number`;
}

/** Whether a relation `r` makes the hierarchy; `from` is the broader side. */
export const isHierarchical = sql`r.relation_type in (
      'narrower', 'narrowerTransitive', 'broader', 'broaderTransitive', 'hasTopConcept'
    )`;
