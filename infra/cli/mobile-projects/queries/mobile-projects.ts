import * as z from 'zod';

import { manyRows, oneRow, type RowsQuery } from '../../../../lib/data-api/query.ts';
import { json, sql, text } from '../../../../lib/data-api/sql.ts';

const listedProjectSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    active: z.boolean(),
    startDate: z.string().nullable(),
    endDate: z.string().nullable(),
    hasBounds: z.boolean(),
    cards: z.number(),
    accounts: z.array(z.string()),
    groups: z.array(z.string()),
    accountIds: z.array(z.number()),
    groupIds: z.array(z.number()),
  })
  .readonly();

export type ListedProject = z.output<typeof listedProjectSchema>;

/**
 * Lists mobile projects in the order of their names.
 * @param idOrName of the projects to list; null for all
 */
export function listMobileProjects(idOrName: string | null): RowsQuery<readonly ListedProject[]> {
  return manyRows(
    sql`select jsonb_build_object(
  'id', p.mobile_project_id,
  'name', p.name,
  'active', p.is_active,
  'startDate', p.start_date,
  'endDate', p.end_date,
  'hasBounds', p.bounds is not null,
  'cards', (select count(*) from mobile_project_card c where c.mobile_project_id = p.mobile_project_id),
  'accounts', coalesce(a.names, '[]'),
  'accountIds', coalesce(a.ids, '[]'),
  'groups', coalesce(g.names, '[]'),
  'groupIds', coalesce(g.ids, '[]')
)::text
from mobile_project p
cross join lateral (
  select
    jsonb_agg(a.username order by a.username collate "C") as names,
    jsonb_agg(a.account_id) as ids
  from mobile_project_account m
  join account a on a.account_id = m.account_id
  where m.mobile_project_id = p.mobile_project_id
) a
cross join lateral (
  select
    jsonb_agg(g.name order by g.name collate "C") as names,
    jsonb_agg(g.account_group_id) as ids
  from mobile_project_group m
  join account_group g on g.account_group_id = m.account_group_id
  where m.mobile_project_id = p.mobile_project_id
) g
where ${text(idOrName)} is null
  or p.name = ${text(idOrName)}
  or p.mobile_project_id::text = lower(${text(idOrName)})
order by p.name collate "C", p.mobile_project_id`,
    listedProjectSchema,
  );
}

/** The id or the name of an account or a group. */
export type ProjectReference = string | number;

export type ProjectReferences = {
  readonly accounts: readonly ProjectReference[];
  readonly groups: readonly ProjectReference[];
  /** Ids in lower case. */
  readonly cards: readonly string[];
};

const namedRowsSchema = z.array(z.object({ id: z.number(), name: z.string() })).readonly();
const resolvedReferencesSchema = z
  .object({
    accounts: namedRowsSchema,
    groups: namedRowsSchema,
    cards: z.array(z.string()).readonly(),
  })
  .readonly();

export type ResolvedProjectReferences = z.output<typeof resolvedReferencesSchema>;

/** Finds the accounts, groups and cards that are referred to. The result leaves out unknown references. */
export function resolveProjectReferences({
  accounts,
  groups,
  cards,
}: ProjectReferences): RowsQuery<ResolvedProjectReferences> {
  return oneRow(
    sql`select jsonb_build_object(
  'accounts', (
    select coalesce(jsonb_agg(jsonb_build_object('id', a.account_id, 'name', a.username)), '[]')
    from account a
    where to_jsonb(a.username) <@ ${json(accounts)}
      or to_jsonb(a.account_id) <@ ${json(accounts)}
  ),
  'groups', (
    select coalesce(jsonb_agg(jsonb_build_object('id', g.account_group_id, 'name', g.name)), '[]')
    from account_group g
    where to_jsonb(g.name) <@ ${json(groups)}
      or to_jsonb(g.account_group_id) <@ ${json(groups)}
  ),
  'cards', (
    select coalesce(jsonb_agg(c.card_id), '[]')
    from card c
    where to_jsonb(c.card_id) <@ ${json(cards)}
  )
)::text`,
    resolvedReferencesSchema,
  );
}
