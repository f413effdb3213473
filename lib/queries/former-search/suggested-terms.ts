import * as z from 'zod';

import { documentQuery, listSection } from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { int, sql, text, uuidArray } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { preferredLabelsExpression } from '../concepts/concept-labels.ts';
import { readableHeldNodeTable } from '../questions/record-conditions.ts';

const names = z.union([z.string(), z.record(z.string(), z.string().nullable())]);
const termSchema = z
  .object({ text: z.string(), nodegroupId: z.string(), nodeName: names, modelName: names })
  .readonly();
const conceptSchema = z
  .object({
    conceptId: z.string(),
    labels: z.record(z.string(), z.string()),
    topId: z.string(),
    topLabels: z.record(z.string(), z.string()),
  })
  .readonly();

/** Texts and concepts of readable values. */
export type SuggestedTerms = {
  readonly terms: readonly z.output<typeof termSchema>[];
  readonly concepts: readonly z.output<typeof conceptSchema>[];
};

export type TermSources = {
  readonly words: string;
  /** Visible resource instances with such words, and with such concepts. */
  readonly wordIds: readonly string[];
  readonly conceptRecordIds: readonly string[];
  readonly conceptIds: readonly string[];
};

/** The most suggestions of each kind. */
const maxSuggestions = 100;

/** Finds the readable texts with words, and the concepts, in the readable tiles of visible resource instances. */
export function findSuggestedTerms(
  caller: Caller,
  { words, wordIds, conceptRecordIds, conceptIds }: TermSources,
): DocumentQuery<SuggestedTerms> {
  return documentQuery(
    {
      withClause: sql`with recursive ${readableHeldNodeTable(caller)},
  found_text as materialized (
    select distinct s.whole, n.node_key
    from visible_among(${int(caller)}, ${uuidArray(wordIds)}) v
    join tile t on t.resource_id = v.resource_id
    cross join lateral jsonb_each(t.data) d
    join readable_held_node n on n.nodegroup_id = t.nodegroup_id and n.node_key = d.key
    cross join lateral string_to_table(text_of_value(d.value), E'\\n') s (whole)
    where words_of_text(s.whole) @@ word_query(${text(words)})
      and length(s.whole) <= 200
    order by s.whole, n.node_key
    limit ${int(maxSuggestions)}
  ),
  used_concept as materialized (
    select distinct c.concept_id
    from visible_among(${int(caller)}, ${uuidArray(conceptRecordIds)}) v
    join tile t on t.resource_id = v.resource_id
    cross join lateral jsonb_each(t.data) d
    join readable_held_node n on n.nodegroup_id = t.nodegroup_id and n.node_key = d.key
    cross join lateral id_of_value(d.value) i
    join concept_value c on c.value_id = i.entry_value
    where c.concept_id in (select unnest(${uuidArray(conceptIds)}))
    limit ${int(maxSuggestions)}
  ),
  broader (concept_id, top_id, step) as (
    select u.concept_id, u.concept_id, 0
    from used_concept u
    union
    select b.concept_id, l.from_concept_id, b.step + 1
    from broader b
    join hierarchy_link l on l.to_concept_id = b.top_id
    join concept c on c.concept_id = l.from_concept_id
    where c.node_type = 'Concept'
      and b.step < 20
  ),
  top as materialized (
    select distinct on (b.concept_id) b.concept_id, b.top_id
    from broader b
    order by b.concept_id, b.step desc, b.top_id
  )`,
      sections: {
        term: listSection(
          termSchema,
          sql`select
      row_number() over (order by f.whole, f.node_key),
      jsonb_build_object(
        'text', f.whole,
        'nodegroupId', n.nodegroup_id,
        'nodeName', n.name,
        'modelName', g.name
      )::text
    from found_text f
    join node n on n.node_id = f.node_key::uuid
    join graph g on g.graph_id = n.graph_id`,
        ),
        concept: listSection(
          conceptSchema,
          sql`select
      row_number() over (order by t.concept_id),
      jsonb_build_object(
        'conceptId', t.concept_id,
        'labels', ${preferredLabelsExpression(sql`t.concept_id`)},
        'topId', t.top_id,
        'topLabels', ${preferredLabelsExpression(sql`t.top_id`)}
      )::text
    from top t`,
        ),
      },
    },
    (section) => ({ terms: section('term'), concepts: section('concept') }),
  );
}
