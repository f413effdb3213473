import * as z from 'zod';

import type { LargeQuery } from '../../data-api/query.ts';
import { boolean, int, sql, uuid } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ConceptId } from '../../model/ids.ts';
import { sectionsOf } from '../sections.ts';
import { conceptValue, isHierarchical, listOf } from './concept-rows.ts';

// Values and links travel as lists, which are shorter: there may be many thousands of them.
const link = z
  .tuple([z.string(), z.string()])
  .transform(([conceptId, relationType]) => ({ conceptId, relationType }))
  .readonly();

const access = z.object({ mayRead: z.boolean(), isTooLarge: z.boolean() });

const concept = z
  .object({
    id: z.string(),
    nodeType: z.string(),
    legacyId: z.string().nullable(),
    hasSubConcepts: z.boolean(),
    values: listOf(conceptValue),
    subConcepts: listOf(link),
    parentConcepts: listOf(link),
    relatedConcepts: listOf(link),
  })
  .readonly();

/** A relative of a concept: its id and the type of the relation to it. */
export type ConceptLink = z.output<typeof link>;

/** A concept as the database has it, its relatives by id. */
export type StoredConcept = z.output<typeof concept>;

/** Concepts by id. Each link leads to one of them. */
export type ConceptGraph = ReadonlyMap<string, StoredConcept>;

/** What a caller finds where a concept is looked for. */
export type FoundConcepts = Readonly<z.output<typeof access>> & {
  /** Empty where the concept is unknown, the caller may not read the thesaurus, or there are too many. */
  readonly concepts: ConceptGraph;
};

const sections = sectionsOf('access', 'concept');

/** Which relatives of a concept are wanted. */
export type WantedRelatives = {
  readonly includeSubConcepts: boolean;
  readonly includeParentConcepts: boolean;
  readonly includeRelatedConcepts: boolean;
  /** Layers of sub concepts; undefined for all. */
  readonly depthLimit: number | undefined;
};

/** Relations between concepts that are not above one another: `related` and the mapping relations of SKOS. */
const isRelating = sql`r.relation_type in (
      'related', 'closeMatch', 'exactMatch', 'broadMatch', 'narrowMatch', 'relatedMatch', 'mappingRelation', 'inverseOf'
    )`;

/** Up to this many layers the walk counts them; a deeper limit reads all that is below, and the serializer cuts. */
const mostCountedLayers = 10;

/** How the walk down counts layers. A step of 0 visits each concept once, so that cycles end by themselves. */
function layers({ includeSubConcepts, depthLimit }: WantedRelatives) {
  if (!includeSubConcepts) return { step: 1, limit: 0 };
  if (depthLimit === undefined || depthLimit > mostCountedLayers) return { step: 0, limit: 1 };
  return { step: 1, limit: depthLimit };
}

/**
 * A concept for a caller, with every concept that its document can show (specification, GET /rdm/concepts): those below
 * within the limit, those above all of these, and those related to any of them. None where the document would show more than
 * `most` concepts.
 * The walks are set-based: a concept counts once, however many ways lead to it. Between the steps the ids travel as
 * arrays, which the planner takes for ten rows each, and relations are probed for one concept at a time ("offset 0",
 * "limit 1"): whatever the planner believes of the thesaurus, it uses the indexes, and does not take the statement for
 * one that is worth compiling first.
 * The document shows each concept at least once, and below it each with a parent at least: that many are counted here.
 * @param most concept objects that one document may show; the walks stop behind it
 */
export function findConcept(
  caller: Caller,
  conceptId: ConceptId,
  wanted: WantedRelatives,
  most: number,
): LargeQuery<FoundConcepts> {
  const { step, limit } = layers(wanted);
  return {
    parts: sql`with recursive permission as materialized (
    select may_read_thesaurus(${int(caller)}) as may_read
  ),
  walk_down (concept_id, layer) as (
    select c.concept_id, 0
    from concept c
    where c.concept_id = ${uuid(conceptId)}
      and (select p.may_read from permission p)
    union
    select r.to_concept_id, w.layer + ${int(step)}
    from walk_down w
    cross join lateral (
      select r.to_concept_id
      from concept_relation r
      where r.from_concept_id = w.concept_id
        and ${isHierarchical}
      offset 0
    ) r
    where w.layer < ${int(limit)}
  ),
  below as materialized (
    select
      array_agg(distinct w.concept_id) as ids,
      array_agg(w.concept_id) filter (where w.layer < ${int(limit)}) as listing_ids
    from (select * from walk_down limit ${int((most + 1) * (limit + 1))}) w
  ),
  walk_up (concept_id) as (
    select unnest(b.ids)
    from below b
    union
    select r.from_concept_id
    from walk_up w
    cross join lateral (
      select r.from_concept_id
      from concept_relation r
      where r.to_concept_id = w.concept_id
        and ${isHierarchical}
      offset 0
    ) r
    where ${boolean(wanted.includeParentConcepts)}
  ),
  in_hierarchy as materialized (
    select array_agg(w.concept_id) as ids
    from (select * from walk_up limit ${int(most + 1)}) w
  ),
  related as materialized (
    select h.concept_id, r.related_concept_id, r.relation_type
    from unnest((select i.ids from in_hierarchy i)) h (concept_id)
    cross join lateral (
      select r.to_concept_id as related_concept_id, r.relation_type
      from concept_relation r
      where r.from_concept_id = h.concept_id
        and ${isRelating}
      union
      select r.from_concept_id, r.relation_type
      from concept_relation r
      where r.to_concept_id = h.concept_id
        and ${isRelating}
      offset 0
    ) r
    where ${boolean(wanted.includeRelatedConcepts)}
      and r.related_concept_id <> h.concept_id
  ),
  size as materialized (
    select
      cardinality(h.ids)
        + (select count(*) from related)
        + case when ${boolean(wanted.includeParentConcepts)} then cardinality(b.ids) - 1 else 0 end
        as objects
    from in_hierarchy h
    cross join below b
  ),
  shown as (
    select
      m.concept_id,
      bool_or(m.has_all_values) as has_all_values,
      bool_or(m.lists_sub_concepts) as lists_sub_concepts,
      jsonb_agg(m.related_link) filter (where m.related_link is not null) as related_links
    from (
      select
        unnest(h.ids) as concept_id,
        true as has_all_values,
        false as lists_sub_concepts,
        null::jsonb as related_link
      from in_hierarchy h
      union all
      select unnest(b.listing_ids), true, true, null
      from below b
      union all
      select r.concept_id, true, false, jsonb_build_array(r.related_concept_id, r.relation_type)
      from related r
      union all
      select r.related_concept_id, false, false, null
      from related r
    ) m
    where (select s.objects from size s) <= ${int(most)}
    group by m.concept_id
  )
  ${sections.rows(
    'access',
    sql`select
    0::bigint,
    jsonb_build_object(
      'mayRead', p.may_read,
      'isTooLarge', coalesce(s.objects > ${int(most)}, false)
    )::text
  from permission p
  cross join size s`,
  )}
    union all
    ${sections.rows(
      'concept',
      sql`select
    row_number() over (order by c.concept_id),
    jsonb_build_object(
      'id', c.concept_id,
      'nodeType', c.node_type,
      'legacyId', c.legacy_id,
      'hasSubConcepts', coalesce((
        select true
        from concept_relation r
        where r.from_concept_id = c.concept_id
          and ${isHierarchical}
        limit 1
      ), false),
      'values', (
        select jsonb_agg(jsonb_build_array(
          v.value_id, coalesce(t.category, 'undefined'), v.value_type, coalesce(v.language_id, ''), v.value
        ))
        from concept_value v
        left join value_type t on t.value_type = v.value_type
        where v.concept_id = c.concept_id
          and (shown.has_all_values or t.category = 'label')
      ),
      'subConcepts', (
        select jsonb_agg(jsonb_build_array(r.to_concept_id, r.relation_type))
        from concept_relation r
        where shown.lists_sub_concepts
          and r.from_concept_id = c.concept_id
          and ${isHierarchical}
      ),
      'parentConcepts', (
        select jsonb_agg(jsonb_build_array(r.from_concept_id, r.relation_type))
        from concept_relation r
        where ${boolean(wanted.includeParentConcepts)}
          and shown.has_all_values
          and r.to_concept_id = c.concept_id
          and ${isHierarchical}
      ),
      'relatedConcepts', shown.related_links
    )::text
  from shown
  join concept c on c.concept_id = shown.concept_id`,
    )}`,
    read: (parts) => {
      const texts = sections.read(parts);
      const concepts = texts('concept').map((text) => concept.parse(JSON.parse(text)));
      return {
        ...access.parse(JSON.parse(texts('access')[0] ?? 'null')),
        concepts: new Map(concepts.map((found) => [found.id, found])),
      };
    },
  };
}
