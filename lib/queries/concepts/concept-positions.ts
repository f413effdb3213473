import * as z from 'zod';

import {
  asText,
  documentQuery,
  listSection,
  requiredSection,
} from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { boolean, int, sql, uuidArray, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import {
  isJsonBoolean,
  isListOf,
  isJsonNumber,
  isOneOf,
  isJsonString,
  isTuple,
  isNullOr,
  type GuardedValue,
} from '../type-guards.ts';
import { rowBatchesQuery, thesaurusVersion } from './concept-rows.ts';
import { labelLanguages, type LabelLanguages } from '../../model/concepts/label-languages.ts';
import { labelOrderClause } from './label-order.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

const nodeTypes = ['Concept', 'ConceptScheme', 'Collection'] as const;

/** A related concept: its id and the type of the relation. */
export type ConceptLink = { readonly conceptId: string; readonly relationType: string };

/** A concept related with `skos:related` or similar. The link is inverse if only the other concept has the relation. */
export type RelatedLink = ConceptLink & { readonly isInverse: boolean };

/** The number of values and of labels, and the bytes of their texts. */
export type ContentSize = {
  readonly values: number;
  readonly valueBytes: number;
  readonly labels: number;
  readonly labelBytes: number;
};

/** The position of a concept in the hierarchy, without its contents. */
export type ConceptPosition = {
  readonly id: string;
  readonly nodeType: (typeof nodeTypes)[number];
  readonly legacyId: string | null;
  /** Whether a source states its class; other concepts are only mentioned, or only described. */
  readonly isClassStated: boolean;
  /** Its value of type `sortorder`, otherwise the label that fits the languages best. */
  readonly sortKey: string;
  readonly hasSubConcepts: boolean;
  readonly size: ContentSize;
  /** The properties that sources state for its values, and the value types that belong to no vocabulary, each once. */
  readonly customTypes: readonly string[];
  /** Ordered by id. The parent has each link among its `subConcepts`, with the same relation type. */
  readonly parentConcepts: readonly ConceptLink[];
  /** Ordered by id. */
  readonly relatedConcepts: readonly RelatedLink[];
};

const isLinkRow = isTuple(isJsonString, isJsonString);
const isRelatedRow = isTuple(isJsonString, isJsonString, isJsonBoolean);
const isPositionRow = isTuple(
  isJsonString,
  isOneOf(nodeTypes),
  isNullOr(isJsonString),
  isJsonBoolean,
  isJsonString,
  isJsonBoolean,
  isTuple(isJsonNumber, isJsonNumber, isJsonNumber, isJsonNumber),
  isNullOr(isListOf(isJsonString)),
  isNullOr(isListOf(isLinkRow)),
  isNullOr(isListOf(isRelatedRow)),
);
const isExpandedRow = isTuple(isPositionRow, isNullOr(isListOf(isLinkRow)));

const positionRowsSchema = z.custom<readonly GuardedValue<typeof isPositionRow>[]>(
  isListOf(isPositionRow),
  'is not a list of positions',
);
const expandedRowsSchema = z.custom<readonly GuardedValue<typeof isExpandedRow>[]>(
  isListOf(isExpandedRow),
  'is not a list of positions with links to sub concepts',
);

/**
 * Summarizes the values of a concept for its position: a query that returns one row.
 * @param conceptId an SQL expression
 */
export function valueSummaryQuery(conceptId: Statement, languages: LabelLanguages): Statement {
  return sql`select
        count(*) as value_count,
        coalesce(sum(octet_length(v.value)), 0) as value_bytes,
        count(*) filter (where v.folded is not null) as label_count,
        coalesce(sum(octet_length(v.value)) filter (where v.folded is not null), 0) as label_bytes,
        json_agg(distinct coalesce(v.predicate, v.value_type))
          filter (where v.predicate is not null or v.value_type !~ '^[A-Za-z]+$') as custom_types,
        coalesce(
          (
            array_agg(v.value order by coalesce(v.language_id, '') collate "C", v.value_id)
              filter (where v.value_type = 'sortorder')
          )[1],
          (array_agg(v.value order by ${labelOrderClause(languages)}) filter (where v.folded is not null))[1],
          ''
        ) as sort_key
      from concept_value v
      where v.concept_id = ${conceptId}`;
}

/**
 * The position of a concept as a JSON list.
 * @param concept a row with the columns of the table concept, and those of `valueSummaryQuery`
 * @param conceptLinks a row of concept_surroundings or concept_links
 */
export function positionExpression(concept: Statement, conceptLinks: Statement): Statement {
  return sql`json_build_array(
      ${concept}.concept_id,
      ${concept}.node_type,
      ${concept}.legacy_id,
      ${concept}.is_stated,
      ${concept}.sort_key,
      ${conceptLinks}.has_sub_concepts,
      json_build_array(${concept}.value_count, ${concept}.value_bytes, ${concept}.label_count, ${concept}.label_bytes),
      ${concept}.custom_types,
      ${conceptLinks}.parent_concepts,
      ${conceptLinks}.related_concepts
    )`;
}

function compareLinks(left: ConceptLink, right: ConceptLink): number {
  const [leftKey, rightKey] =
    left.conceptId === right.conceptId
      ? [left.relationType, right.relationType]
      : [left.conceptId, right.conceptId];
  if (leftKey === rightKey) return 0;
  return leftKey < rightKey ? -1 : 1;
}

function toPosition(row: GuardedValue<typeof isPositionRow>): ConceptPosition {
  const [id, nodeType, legacyId, isClassStated, sortKey, hasSubConcepts, size, ...lists] = row;
  const [customTypes, parents, related] = lists;
  const [values, valueBytes, labels, labelBytes] = size;
  return {
    id,
    nodeType,
    legacyId,
    isClassStated,
    sortKey,
    hasSubConcepts,
    size: { values, valueBytes, labels, labelBytes },
    customTypes: customTypes ?? [],
    parentConcepts: toLinks(parents),
    relatedConcepts: (related ?? [])
      .map(([conceptId, relationType, isInverse]) => ({ conceptId, relationType, isInverse }))
      .toSorted(compareLinks),
  };
}

function toLinks(rows: readonly GuardedValue<typeof isLinkRow>[] | null): readonly ConceptLink[] {
  return (rows ?? [])
    .map(([conceptId, relationType]) => ({ conceptId, relationType }))
    .toSorted(compareLinks);
}

/**
 * A section of concept positions.
 * @param lists a query that returns a row number, and a JSON array (as text) of what `positionExpression` returns
 */
export const positionSection = (lists: Statement) =>
  listSection((text) => positionRowsSchema.parse(JSON.parse(text)).map(toPosition), lists);

/** A position with the links to its sub concepts, if they were requested. */
export type ExpandedPosition = ConceptPosition & { readonly subConcepts: readonly ConceptLink[] };

/** Which links to follow from the requested concepts. */
export type LinksToFollow = {
  /** The number of concepts to return. If fewer ids are requested, sub concepts fill the rest. */
  readonly maxConcepts: number;
  readonly followSubConcepts: boolean;
  readonly followParents: boolean;
  readonly followRelated: boolean;
};

/** Positions of concepts with the version of the thesaurus. */
export type ConceptPositions = {
  readonly version: string;
  readonly positions: readonly ExpandedPosition[];
};

/**
 * Finds the positions of concepts, for a caller who may read the thesaurus.
 * @param ids the concepts that are always returned, each once
 */
export function findConceptPositions(
  caller: Caller,
  ids: readonly string[],
  { maxConcepts, followSubConcepts, followParents, followRelated }: LinksToFollow,
  languages: LabelLanguages,
): DocumentQuery<ConceptPositions> {
  return documentQuery(
    {
      isPrepared: true,
      sections: {
        version: requiredSection(asText, thesaurusVersion),
        position: listSection(
          expandedRowsSchema,
          rowBatchesQuery(
            sql`json_build_array(${positionExpression(sql`p`, sql`p`)}, p.sub_concepts)`,
            sql`(
        select c.concept_id, c.node_type, c.legacy_id, c.is_stated, s.*, l.has_sub_concepts, l.sub_concepts, l.parent_concepts, l.related_concepts
        from concept_links(
          ${uuidArray(ids)},
          ${int(maxConcepts)},
          ${boolean(followSubConcepts)},
          ${boolean(followParents)},
          ${boolean(followRelated)}
        ) l
        join concept c on c.concept_id = l.concept_id
        cross join lateral (
          ${valueSummaryQuery(sql`c.concept_id`, languages)}
        ) s
        where (select may_read_thesaurus(${int(caller)}))
      ) p`,
          ),
        ),
      },
      version: thesaurusVersion,
    },
    (section) => ({
      version: section('version'),
      positions: section('position')
        .flat()
        .map(([row, subConceptLinks]) => ({
          ...toPosition(row),
          subConcepts: toLinks(subConceptLinks),
        })),
    }),
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller) => [
    findConceptPositions(
      caller,
      [],
      { maxConcepts: 1, followSubConcepts: true, followParents: true, followRelated: true },
      labelLanguages([], ''),
    ),
  ],
};
