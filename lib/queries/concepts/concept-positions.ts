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
import { rowBatches, thesaurusVersion } from './concept-rows.ts';
import { bestLabelFirst, type LabelLanguages } from './label-order.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

const nodeTypes = ['Concept', 'ConceptScheme', 'Collection'] as const;

/** A relative of a concept: its id and the type of the relation to it. */
export type ConceptLink = { readonly conceptId: string; readonly relationType: string };

/** A relative beside a concept, and whether the relation leads from it, and not also to it. */
export type RelatedLink = ConceptLink & { readonly isInverse: boolean };

/** How much a concept holds: its values and its labels, and the bytes of their texts. */
export type ContentSize = {
  readonly values: number;
  readonly valueBytes: number;
  readonly labels: number;
  readonly labelBytes: number;
};

/** Where a concept stands among others, and what it has to do with its place there. What it holds is read apart. */
export type ConceptPosition = {
  readonly id: string;
  readonly nodeType: (typeof nodeTypes)[number];
  readonly legacyId: string | null;
  /** What it is sorted by among its siblings: its value of type `sortorder`, else the label that fits the languages best. */
  readonly sortKey: string;
  readonly hasSubConcepts: boolean;
  readonly size: ContentSize;
  /** The properties of its values, and the types that belong to no vocabulary, each once. */
  readonly ownTypes: readonly string[];
  /** In the order of their ids. Those below it have it among their parents. */
  readonly parentConcepts: readonly ConceptLink[];
  /** In the order of their ids. */
  readonly relatedConcepts: readonly RelatedLink[];
};

const isLinkRow = isTuple(isJsonString, isJsonString);
const isRelatedRow = isTuple(isJsonString, isJsonString, isJsonBoolean);
const isPlaceRow = isTuple(
  isJsonString,
  isOneOf(nodeTypes),
  isNullOr(isJsonString),
  isJsonString,
  isJsonBoolean,
  isTuple(isJsonNumber, isJsonNumber, isJsonNumber, isJsonNumber),
  isNullOr(isListOf(isJsonString)),
  isNullOr(isListOf(isLinkRow)),
  isNullOr(isListOf(isRelatedRow)),
);
const isOpenedRow = isTuple(isPlaceRow, isNullOr(isListOf(isLinkRow)));

const placeRows = z.custom<readonly GuardedValue<typeof isPlaceRow>[]>(
  isListOf(isPlaceRow),
  'is not a list of places',
);
const openedRows = z.custom<readonly GuardedValue<typeof isOpenedRow>[]>(
  isListOf(isOpenedRow),
  'is not a list of places with what is below them',
);

/** What is told of the values of a concept where it is placed, as a query of one row. @param conceptId an expression */
export function valueSummary(conceptId: Statement, languages: LabelLanguages): Statement {
  return sql`select
        count(*) as value_count,
        coalesce(sum(octet_length(v.value)), 0) as value_bytes,
        count(*) filter (where v.folded is not null) as label_count,
        coalesce(sum(octet_length(v.value)) filter (where v.folded is not null), 0) as label_bytes,
        json_agg(distinct coalesce(v.predicate, v.value_type))
          filter (where v.predicate is not null or v.value_type !~ '^[A-Za-z]+$') as own_types,
        coalesce(
          (
            array_agg(v.value order by coalesce(v.language_id, '') collate "C", v.value_id)
              filter (where v.value_type = 'sortorder')
          )[1],
          (array_agg(v.value order by ${bestLabelFirst(languages)}) filter (where v.folded is not null))[1],
          ''
        ) as sort_key
      from concept_value v
      where v.concept_id = ${conceptId}`;
}

/**
 * The list of a place, as an expression of json.
 * @param concept a row with the columns of the table concept, and those of valueSummary
 * @param around a row of concept_surroundings or concept_links
 */
export function positionExpression(concept: Statement, around: Statement): Statement {
  return sql`json_build_array(
      ${concept}.concept_id,
      ${concept}.node_type,
      ${concept}.legacy_id,
      ${concept}.sort_key,
      ${around}.has_sub_concepts,
      json_build_array(${concept}.value_count, ${concept}.value_bytes, ${concept}.label_count, ${concept}.label_bytes),
      ${concept}.own_types,
      ${around}.parent_concepts,
      ${around}.related_concepts
    )`;
}

function byId(left: ConceptLink, right: ConceptLink): number {
  const [one, other] =
    left.conceptId === right.conceptId
      ? [left.relationType, right.relationType]
      : [left.conceptId, right.conceptId];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function placeOf(row: GuardedValue<typeof isPlaceRow>): ConceptPosition {
  const [id, nodeType, legacyId, sortKey, hasSubConcepts, size, ownTypes, parents, related] = row;
  const [values, valueBytes, labels, labelBytes] = size;
  return {
    id,
    nodeType,
    legacyId,
    sortKey,
    hasSubConcepts,
    size: { values, valueBytes, labels, labelBytes },
    ownTypes: ownTypes ?? [],
    parentConcepts: linksOf(parents),
    relatedConcepts: (related ?? [])
      .map(([conceptId, relationType, isInverse]) => ({ conceptId, relationType, isInverse }))
      .toSorted(byId),
  };
}

function linksOf(rows: readonly GuardedValue<typeof isLinkRow>[] | null): readonly ConceptLink[] {
  return (rows ?? [])
    .map(([conceptId, relationType]) => ({ conceptId, relationType }))
    .toSorted(byId);
}

/** The places of lists of placeList. @param lists a query of a place and a text */
export const positionSection = (lists: Statement) =>
  listSection((text) => placeRows.parse(JSON.parse(text)).map(placeOf), lists);

/** A place with the links down from it, where these are asked for. */
export type ExpandedPosition = ConceptPosition & { readonly subConcepts: readonly ConceptLink[] };

/** The links of a concept that are followed. */
export type FollowedLinks = {
  /** How many concepts are looked at: where fewer are given, those below them are, too. */
  readonly most: number;
  readonly down: boolean;
  readonly up: boolean;
  readonly beside: boolean;
};

/** Places of some concepts, and the version of the thesaurus that they are of. */
export type ConceptPositions = {
  readonly version: string;
  readonly places: readonly ExpandedPosition[];
};

/** The places of some concepts, for a caller who may read the thesaurus. @param ids of those that come in any case, each once */
export function findConceptPositions(
  caller: Caller,
  ids: readonly string[],
  { most, down, up, beside }: FollowedLinks,
  languages: LabelLanguages,
): DocumentQuery<ConceptPositions> {
  return documentQuery(
    {
      isPrepared: true,
      sections: {
        version: requiredSection(asText, thesaurusVersion),
        place: listSection(
          openedRows,
          rowBatches(
            sql`json_build_array(${positionExpression(sql`p`, sql`p`)}, p.sub_concepts)`,
            sql`(
        select c.concept_id, c.node_type, c.legacy_id, s.*, l.has_sub_concepts, l.sub_concepts, l.parent_concepts, l.related_concepts
        from concept_links(${uuidArray(ids)}, ${int(most)}, ${boolean(down)}, ${boolean(up)}, ${boolean(beside)}) l
        join concept c on c.concept_id = l.concept_id
        cross join lateral (
          ${valueSummary(sql`c.concept_id`, languages)}
        ) s
        where (select may_read_thesaurus(${int(caller)}))
      ) p`,
          ),
        ),
      },
      version: thesaurusVersion,
    },
    (value) => ({
      version: value('version'),
      places: value('place')
        .flat()
        .map(([row, below]) => ({ ...placeOf(row), subConcepts: linksOf(below) })),
    }),
  );
}

/** The texts that it can have. @public */
export const preparedVariants: PreparedVariants = {
  token: 'optional',
  variants: (caller) => [
    findConceptPositions(
      caller,
      [],
      { most: 1, down: true, up: true, beside: true },
      { language: '', defaultLanguage: '' },
    ),
  ],
};
