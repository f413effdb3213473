import * as z from 'zod';

import {
  asText,
  documentQuery,
  listSection,
  optionalSection,
} from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { int, sql, uuid, uuidArray, type Statement } from '../../data-api/sql.ts';
import { parseLossless } from '../../json/lossless-json.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ResourceId } from '../../model/ids.ts';
import { conceptValuesInTilesQuery } from '../concepts/concept-values-in-tiles.ts';
import type { PreparedVariants } from '../prepared-variants.ts';
import { pageReaderQuery, pageReaderSchema } from '../users/page-reader.ts';
import { editValues, newValueJoin } from './edit-values.ts';
import {
  referencedConceptSchema,
  referencedResourceSchema,
  type ResourceDocument,
} from './resource-document.ts';
import {
  conceptRowsQuery,
  idsInDescriptorsColumn,
  referencedResourceRowsQuery,
  resourceIdsInDescriptorsQuery,
  visibleResourceIdsInDescriptorsQuery,
} from './resource-document-fragments.ts';
import {
  accessSection,
  editMembers,
  editMembersSchema,
  editOrder,
  historyTables,
  type HistoryAccess,
} from './resource-history.ts';

/** The maximum length of a value for a page. Longer texts are cut, and other longer values are replaced by their length. */
const maxValueLength = 5000;

const valuesSchema = z.record(z.string(), z.unknown()).nullable();

const changeSchema = z
  .object({
    /** The account that made the proposal; null for a change that took effect. */
    authorId: z.string().nullable(),
    author: z.string().nullable(),
    /** What is proposed: `create`, `update` or `delete`. */
    action: z.string().nullable(),
    /** What happened to the proposal. */
    outcome: z.enum(['made', 'changed', 'accepted', 'dropped']).nullable(),
    /** The differing values before and after the change or proposal; null if there are none, or none that the caller may read. */
    before: valuesSchema,
    after: valuesSchema,
  })
  .readonly();

/** A change of values, or of a proposal. */
export type ShownChange = z.output<typeof changeSchema>;

const shownEditSchema = editMembersSchema
  .extend({ changes: z.array(changeSchema).readonly() })
  .readonly();

/** An edit as a page shows it. */
export type ShownEdit = z.output<typeof shownEditSchema>;

const modelSchema = z.object({ graphId: z.string(), publicationId: z.string() }).readonly();

export type ResourceHistoryContent = HistoryAccess &
  Pick<ResourceDocument, 'concepts' | 'resources' | 'graph' | 'pageReader'> & {
    /** The latest first; one more than the limit if there are more. */
    readonly edits: readonly ShownEdit[];
    /** The model of the resource instance; undefined if it was deleted. */
    readonly model: z.output<typeof modelSchema> | undefined;
  };

/**
 * Finds the edits of `findResourceHistory` for a page: only the values that differ, cut to a length that a page can show,
 * with the labels and names to which they refer.
 * @rule Requests: What does the page of a history show of an edit?
 * @param position `before`: only edits that are older than the one with this id; null for the latest
 */
export function findResourceHistoryContent(
  caller: Caller,
  resourceId: ResourceId,
  position: { readonly before: bigint | null; readonly limit: number },
  cachedPublications: readonly string[],
): DocumentQuery<ResourceHistoryContent> {
  return documentQuery(
    {
      isPrepared: true,
      withClause: sql`with ${historyTables(caller, resourceId, position.before, position.limit)},
  ${changeTables(caller)},
  ${referenceTables(caller, resourceId)},
  model as materialized (
    select g.graph_id, g.publication_id
    from graph g
    cross join caller_right c
    where c.may_read_history
      and (c.is_visible or c.is_administrator)
      and g.graph_id = coalesce(
        (select r.graph_id from resource r where r.resource_id = ${uuid(resourceId)}),
        (select a.graph_id from activity a where a.resource_id = ${uuid(resourceId)} order by a.ordinal desc limit 1)
      )
  )`,
      sections: {
        access: accessSection(caller, resourceId),
        pageReader: optionalSection(pageReaderSchema, pageReaderQuery(caller)),
        model: optionalSection(
          modelSchema,
          sql`select jsonb_build_object('graphId', m.graph_id, 'publicationId', m.publication_id)::text
    from model m`,
        ),
        graph: optionalSection(
          asText,
          sql`select p.document
    from model m
    join publication p on p.publication_id = m.publication_id
    where m.publication_id <> all (${uuidArray(cachedPublications)})`,
        ),
        edit: listSection((text) => shownEditSchema.parse(parseLossless(text)), shownEditsQuery),
        concept: listSection(
          referencedConceptSchema,
          conceptRowsQuery(sql`select m.value_id from mentioned_value m`, 'labels'),
        ),
        resource: listSection(
          referencedResourceSchema,
          referencedResourceRowsQuery(
            sql`referenced_resource`,
            sql`select n.nodegroup_id from readable_nodegroup n`,
            visibleResourceIdsInDescriptorsQuery(sql`referenced_resource`, sql`visible_reference`),
            false,
          ),
        ),
      },
    },
    (section) => ({
      ...section('access'),
      pageReader: section('pageReader'),
      model: section('model'),
      graph: section('graph'),
      edits: section('edit'),
      concepts: section('concept'),
      resources: section('resource'),
    }),
  );
}

/** The common table expression `change`: the changes of values, and those of each author's proposal. */
function changeTables(caller: Caller): Statement {
  const { before, after, proposalsBefore, proposalsAfter } = editValues(caller);
  const changedColumns = (base: Statement, value: Statement): Statement =>
    sql`changed_values(${base}, ${value}, ${int(maxValueLength)}) as before,
      changed_values(${value}, ${base}, ${int(maxValueLength)}) as after`;
  return sql`edit_value as materialized (
    select
      e.edit_log_id,
      e.edit_type,
      e.nodegroup_id,
      ${before} as before,
      ${after} as after,
      ${proposalsBefore} as proposals_before,
      ${proposalsAfter} as proposals_after
    from edit e
    cross join caller_right c
    ${newValueJoin}
  ),
  change as materialized (
    select
      v.edit_log_id,
      v.nodegroup_id,
      null as author_id,
      null as action,
      null as outcome,
      ${changedColumns(sql`v.before`, sql`v.after`)}
    from edit_value v
    where v.edit_type <> 'tile proposal'
    union all
    select
      v.edit_log_id,
      v.nodegroup_id,
      p.author_id,
      coalesce(p.new, p.old) ->> 'action',
      case
        when p.old is null then 'made'
        when p.new is not null then 'changed'
        when v.edit_type = 'tile proposal' then 'dropped'
        when p.old ->> 'action' = 'delete' and v.edit_type = 'tile delete' then 'accepted'
        when p.old ->> 'action' <> 'delete' and changed_values(p.old -> 'value', v.after, 0) = '{}' then 'accepted'
        else 'dropped'
      end,
      ${changedColumns(sql`s.base`, sql`s.proposed`)}
    from edit_value v
    cross join lateral (
      select k.author_id, v.proposals_before -> k.author_id as old, v.proposals_after -> k.author_id as new
      from jsonb_object_keys(coalesce(v.proposals_before, '{}') || coalesce(v.proposals_after, '{}')) k (author_id)
    ) p
    cross join lateral (
      select
        case when p.old is not null and p.new is not null then p.old -> 'value' else v.before end as base,
        coalesce(p.new, p.old) -> 'value' as proposed
    ) s
    where p.old is distinct from p.new
  )`;
}

const shownEditsQuery = sql`select
      ${editOrder},
      jsonb_build_object(
        ${editMembers},
        'changes', (
          select coalesce(
            jsonb_agg(
              jsonb_build_object(
                'authorId', c.author_id,
                'author', p.username,
                'action', c.action,
                'outcome', c.outcome,
                'before', c.before,
                'after', c.after
              )
              order by c.author_id nulls first
            ),
            '[]'
          )
          from change c
          left join account p on p.account_id = case when c.author_id ~ '^[0-9]{1,10}$' then c.author_id::bigint end
          where c.edit_log_id = e.edit_log_id
        )
      )::text
    from edit e
    left join account a on a.account_id = e.account_id`;

/**
 * The common table expressions `mentioned_value`, the concept values to which the shown values refer, and
 * `referenced_resource`, the visible resource instances to which they refer, with the one whose history is requested.
 */
function referenceTables(caller: Caller, resourceId: ResourceId): Statement {
  return sql`shown_tile as materialized (
    select c.nodegroup_id, d.data
    from change c
    cross join lateral (values (c.before), (c.after)) d (data)
    where d.data is not null
  ),
  mentioned_value as materialized (
    ${conceptValuesInTilesQuery(sql`shown_tile`)}
  ),
  candidate_resource as materialized (
    select r.*, ${idsInDescriptorsColumn}
    from resource r
    where r.resource_id = any (array(
      select ${uuid(resourceId)}
      union
      select f.to_resource_id
      from shown_tile t
      cross join lateral reference_of_tile(t.nodegroup_id, t.data) f
      union
      select unnest(array[(e.old_value ->> 'from')::uuid, (e.old_value ->> 'to')::uuid])
      from edit e
      where e.edit_type = 'relation delete'
    ))
  ),
  visible_reference as materialized (
    select v.resource_id
    from visible_resource(${int(caller)}) v
    where v.resource_id = any (array(
      select r.resource_id
      from candidate_resource r
      union ${resourceIdsInDescriptorsQuery(sql`candidate_resource`)}
    ))
  ),
  referenced_resource as materialized (
    select r.*
    from candidate_resource r
    where r.resource_id in (select v.resource_id from visible_reference v)
  )`;
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller, sample) => [
    findResourceHistoryContent(caller, sample.resourceId, { before: null, limit: 1 }, []),
  ],
};
