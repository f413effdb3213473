import * as z from 'zod';

import { documentQuery, listSection } from '../../data-api/document-sections.ts';
import { oneRow, type DocumentQuery, type RowsQuery } from '../../data-api/query.ts';
import { int, sql, text, uuid } from '../../data-api/sql.ts';
import { graphIdOrSlugCondition } from '../graphs/graph-id-or-slug-condition.ts';
import {
  descriptorInputsFromSections,
  descriptorInputSections,
  descriptorInputTables,
  type DescriptorInputs,
} from './descriptor-inputs.ts';

const markKindSchema = z.enum(['concept', 'graph', 'languages', 'name', 'resource']);

const markProgressSchema = z
  .object({
    kind: markKindSchema,
    causeId: z.string(),
    /** The token of the mark that was read; a newer mark is not removed. */
    token: z.string(),
    /** The id of the last dependant in this batch, in the order of ids; null if there are no dependants. */
    lastUpdatedId: z.string().nullable(),
    /** Whether the batch contains all remaining dependants of the mark. */
    isDone: z.boolean(),
  })
  .readonly();

/** A mark, with the progress of its dependants. */
export type MarkProgress = z.output<typeof markProgressSchema>;

/** The oldest marks with their dependants, up to a limit. */
export type PendingNames = DescriptorInputs & { readonly marks: readonly MarkProgress[] };

/** The maximum number of resource instances in one batch. */
export const maxNamesPerBatch = 200;

/**
 * Finds the next names to update, with everything from which they are computed: the dependants of the oldest marks,
 * ordered by id.
 * @param token only marks with this token
 * @param languages languages in addition to the stored ones, the project's default language first
 */
export function findPendingNames(
  token: string | null,
  languages: readonly string[],
): DocumentQuery<PendingNames> {
  const tokenCondition = token === null ? sql`` : sql`where o.token = ${uuid(token)}`;
  return documentQuery(
    {
      withClause: sql`with dependant as materialized (
    select
      m.kind,
      m.cause_id,
      m.token,
      d.resource_id,
      row_number() over (order by m.marked_at, m.kind, m.cause_id, d.resource_id) as position
    from name_mark m
    left join lateral dependants_of(m, ${int(maxNamesPerBatch + 1)}) d on true
    where (m.kind, m.cause_id) in (
      select o.kind, o.cause_id
      from name_mark o
      ${tokenCondition}
      order by o.marked_at, o.kind, o.cause_id
      limit ${int(maxNamesPerBatch)}
    )
  ),
  next_dependant as materialized (
    select distinct d.resource_id
    from dependant d
    where d.position <= ${int(maxNamesPerBatch)}
      and d.resource_id is not null
  ),
  ${descriptorInputTables({ resources: sql`next_dependant` })}`,
      sections: {
        mark: listSection(
          markProgressSchema,
          sql`select
      min(d.position),
      jsonb_build_object(
        'kind', d.kind,
        'causeId', d.cause_id,
        'token', d.token,
        'lastUpdatedId', (array_agg(d.resource_id order by d.resource_id desc) filter (where d.position <= ${int(maxNamesPerBatch)}))[1],
        'isDone', max(d.position) <= ${int(maxNamesPerBatch)}
      )::text
    from dependant d
    group by d.kind, d.cause_id, d.token
    having min(d.position) <= ${int(maxNamesPerBatch)}`,
        ),
        ...descriptorInputSections,
      },
      version: sql`select md5(string_agg(concat(m.token, m.settled_to), '' order by m.kind, m.cause_id))
    from (
      select m.*
      from name_mark m
      order by m.marked_at, m.kind, m.cause_id
      limit ${int(maxNamesPerBatch)}
    ) m`,
    },
    (section) => ({ ...descriptorInputsFromSections(section, languages), marks: section('mark') }),
  );
}

const countsByKindSchema = z.record(z.string(), z.number());

/** Counts the pending marks, by kind. */
export function countPendingMarks(): RowsQuery<Readonly<Record<string, number>>> {
  return oneRow(
    sql`select coalesce(jsonb_object_agg(m.kind, m.mark_count), '{}')::text
from (
  select o.kind, count(*) as mark_count
  from name_mark o
  group by o.kind
) m`,
    countsByKindSchema,
  );
}

/**
 * Marks graphs, so that the descriptors of all their resource instances are computed again.
 * @param idOrSlug the id or slug of a graph; null for all graphs
 * @returns the number of graphs
 */
export function markGraphsForDescriptorUpdate(idOrSlug: string | null): RowsQuery<number> {
  return oneRow(
    sql`with marked as (
  insert into name_mark (kind, cause_id, token, is_whole)
  select 'graph', g.graph_id, gen_random_uuid(), true
  from graph g
  where ${text(idOrSlug)} is null
    or ${graphIdOrSlugCondition(idOrSlug)}
  on conflict (kind, cause_id) do update
    set
      token = excluded.token,
      settled_to = null,
      is_whole = true
  returning 1
)
select count(*)::text
from marked`,
    z.number(),
  );
}
