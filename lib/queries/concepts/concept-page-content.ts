import * as z from 'zod';

import {
  documentQuery,
  listSection,
  optionalSection,
  requiredSection,
} from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { int, sql, uuid } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ConceptId } from '../../model/ids.ts';
import type { PreparedVariants } from '../prepared-variants.ts';
import type { ListedResource } from '../resources/listed-names.ts';
import { pageReaderQuery, pageReaderSchema, type PageReader } from '../users/page-reader.ts';
import { preferredLabelsExpression } from './concept-labels.ts';
import { conceptUseSections, conceptUseTables, type OfferingNode } from './concept-uses.ts';

/** The maximum number of relatives of each kind that a page lists. */
export const maxRelatives = 200;

const valueSchema = z
  .object({
    type: z.string(),
    category: z.string(),
    language: z.string().nullable(),
    text: z.string(),
  })
  .readonly();

const relativeSchema = z
  .object({
    kind: z.enum(['broader', 'narrower', 'related', 'member', 'collection']),
    conceptId: z.string(),
    /** Its URI in the imported file. */
    legacyId: z.string().nullable(),
    /** The preferred labels by language. */
    labels: z.record(z.string(), z.string()),
  })
  .readonly();

export type ConceptRelative = z.output<typeof relativeSchema>;

export type ConceptPageContent = {
  readonly mayReadThesaurus: boolean;
  /** Undefined if the concept does not exist or the caller may not read the thesaurus. */
  readonly nodeType: string | undefined;
  /** Labels, notes and notations, in a stable order. */
  readonly values: readonly z.output<typeof valueSchema>[];
  /** Of each kind up to one more than `maxRelatives`. */
  readonly relatives: readonly ConceptRelative[];
  /** The readable nodes that offer the concept as a value, up to one more than `maxOfferingNodes`. */
  readonly offeringNodes: readonly OfferingNode[];
  /** The visible resource instances with a readable value of the concept, up to one more than `maxListedUsers`. */
  readonly referrers: readonly ListedResource[];
  readonly pageReader: PageReader | undefined;
};

/** Finds a concept with its labels, notes and notations, its direct relatives, including members of a collection, and its uses. */
export function findConceptPageContent(
  caller: Caller,
  conceptId: ConceptId,
): DocumentQuery<ConceptPageContent> {
  const id = uuid(conceptId);
  return documentQuery(
    {
      isPrepared: true,
      withClause: sql`with recursive permission as materialized (
    select may_read_thesaurus(${int(caller)}) as may_read
  ),
  shown_concept as materialized (
    select c.concept_id, c.node_type
    from concept c
    where c.concept_id = ${id}
      and (select p.may_read from permission p)
  ),
  relative as materialized (
    (
      select distinct 'broader' as kind, l.from_concept_id as concept_id, null::integer as position
      from shown_concept s
      join hierarchy_link l on l.to_concept_id = s.concept_id
      order by l.from_concept_id
      limit ${int(maxRelatives + 1)}
    )
    union
    (
      select distinct 'narrower', l.to_concept_id, null::integer
      from shown_concept s
      join hierarchy_link l on l.from_concept_id = s.concept_id
      order by l.to_concept_id
      limit ${int(maxRelatives + 1)}
    )
    union
    (
      select distinct 'related', l.related_id, null::integer
      from shown_concept s
      join related_link l on l.concept_id = s.concept_id
      order by l.related_id
      limit ${int(maxRelatives + 1)}
    )
    union
    (
      select distinct 'member', r.to_concept_id, r.position
      from shown_concept s
      join concept_relation r on r.from_concept_id = s.concept_id
      where r.relation_type = 'member'
      order by r.position, r.to_concept_id
      limit ${int(maxRelatives + 1)}
    )
    union
    (
      select distinct 'collection', r.from_concept_id, null::integer
      from shown_concept s
      join concept_relation r on r.to_concept_id = s.concept_id
      where r.relation_type = 'member'
      order by r.from_concept_id
      limit ${int(maxRelatives + 1)}
    )
  ),
  ${conceptUseTables(caller)}`,
      sections: {
        ...conceptUseSections,
        access: requiredSection(z.boolean(), sql`select p.may_read::text from permission p`),
        concept: optionalSection(
          z.string(),
          sql`select to_json(s.node_type)::text from shown_concept s`,
        ),
        pageReader: optionalSection(pageReaderSchema, pageReaderQuery(caller)),
        value: listSection(
          valueSchema,
          sql`select
      row_number() over (order by v.value_type, v.language_id, v.value_id),
      jsonb_build_object(
        'type', v.value_type,
        'category', t.category,
        'language', v.language_id,
        'text', v.value
      )::text
    from shown_concept s
    join concept_value v on v.concept_id = s.concept_id
    join value_type t on t.value_type = v.value_type
    where t.category in ('label', 'note', 'notation')`,
        ),
        relative: listSection(
          relativeSchema,
          sql`select
      row_number() over (order by r.kind, r.position, r.concept_id),
      jsonb_build_object(
        'kind', r.kind,
        'conceptId', r.concept_id,
        'legacyId', (
          select c.legacy_id
          from concept c
          where c.concept_id = r.concept_id
        ),
        'labels', ${preferredLabelsExpression(sql`r.concept_id`)}
      )::text
    from relative r`,
        ),
      },
    },
    (section) => ({
      mayReadThesaurus: section('access'),
      nodeType: section('concept'),
      values: section('value'),
      relatives: section('relative'),
      offeringNodes: section('offeringNode'),
      referrers: section('user'),
      pageReader: section('pageReader'),
    }),
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller, sample) => [findConceptPageContent(caller, sample.conceptId)],
};
