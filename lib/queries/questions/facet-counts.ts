import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { int, sql } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { maxFacetValues, type Facet } from '../../model/questions/facets.ts';
import type { Question } from '../../model/questions/question.ts';
import { preferredLabelsExpression } from '../concepts/concept-labels.ts';
import { listedModelMembers, listedModelSchema } from '../graphs/listed-model.ts';
import { readableModelTable } from '../graphs/readable-models.ts';
import { maxEntries } from './candidates.ts';
import { facetTables } from './facet-tables.ts';
import { matchTables } from './match-tables.ts';
import { stateExpression, stateMembers } from './question-state.ts';
import { endOfWhole } from './whole-matches.ts';

const facetCountsSchema = z
  .object({
    /** How many visible resource instances were found. */
    found: z.number(),
    /** The last id that was compared, if there may be more after it. */
    comparedTo: z.string().nullable(),
    models: z.array(listedModelSchema.unwrap().extend({ count: z.number() })),
    concepts: z.array(
      z.object({
        facet: z.number(),
        conceptId: z.string(),
        count: z.number(),
        labels: z.record(z.string(), z.string()),
        /** The counted concepts of the facet that are next above it. */
        broader: z.array(z.string()),
      }),
    ),
    centuries: z.array(z.object({ facet: z.number(), century: z.number(), count: z.number() })),
    /** How many values each facet has, by its index. */
    valueCounts: z.record(z.string(), z.number()),
    ...stateMembers,
  })
  .readonly();

/** The counts of the facets of a question. */
export type FacetCounts = z.output<typeof facetCountsSchema>;

/**
 * Counts the readable values of the first visible resource instances that a question finds, as far as one call may compare them.
 * @rule Searching by values: Which values does a facet count?
 * @throws TooManyAlternatives
 */
export function countFacets(
  caller: Caller,
  question: Question,
  facets: readonly Facet[],
): RowsQuery<FacetCounts> {
  const limit = int(maxFacetValues);
  return oneRow(
    sql`with recursive ${matchTables(caller, question, { after: null, limit: maxEntries })},
${facetTables(caller, facets)},
${readableModelTable(caller)},
shown_concept as materialized (
  select c.facet, c.concept_id, c.count
  from (
    select c.*, row_number() over (partition by c.facet order by c.count desc, c.concept_id) as position
    from counted_concept c
  ) c
  where c.position <= ${limit}
),
shown_century as materialized (
  select c.facet, c.century, c.count
  from (
    select c.*, row_number() over (partition by c.facet order by c.century desc) as position
    from counted_century c
  ) c
  where c.position <= ${limit}
),
shown_model as materialized (
  select m.graph_id, m.count
  from (
    select r.graph_id, count(*) as count
    from found f
    join resource r on r.resource_id = f.resource_id
    group by r.graph_id
  ) m
  where m.graph_id in (select r.graph_id from readable_model r)
  order by m.count desc, m.graph_id
  limit ${limit}
)
select jsonb_build_object(
  'found', (select count(*) from page),
  'comparedTo', ${endOfWhole},
  'models', (
    select coalesce(jsonb_agg(jsonb_build_object(${listedModelMembers}, 'count', m.count) order by m.count desc, m.graph_id), '[]')
    from shown_model m
    join graph g on g.graph_id = m.graph_id
  ),
  'concepts', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'facet', c.facet,
      'conceptId', c.concept_id,
      'count', c.count,
      'labels', ${preferredLabelsExpression(sql`c.concept_id`)},
      'broader', (
        select coalesce(jsonb_agg(distinct l.from_concept_id), '[]')
        from hierarchy_link l
        where l.to_concept_id = c.concept_id
          and (c.facet, l.from_concept_id) in (select s.facet, s.concept_id from shown_concept s)
          and may_read_thesaurus(${int(caller)})
      )
    ) order by c.count desc, c.concept_id), '[]')
    from shown_concept c
  ),
  'centuries', (
    select coalesce(jsonb_agg(jsonb_build_object('facet', c.facet, 'century', c.century, 'count', c.count) order by c.century), '[]')
    from shown_century c
  ),
  'valueCounts', (
    select coalesce(jsonb_object_agg(v.facet, v.count), '{}')
    from (
      select v.facet, count(*) as count
      from (
        select c.facet from counted_concept c
        union all
        select c.facet from counted_century c
      ) v
      group by v.facet
    ) v
  ),
  ${stateExpression}
)::text`,
    facetCountsSchema,
  );
}
