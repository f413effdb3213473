import * as z from 'zod';

import { int, sql, type Statement } from '../../data-api/sql.ts';
import { parseLossless } from '../../json/lossless-json.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { MobileProject } from '../../model/mobile-projects/mobile-project.ts';

/** The decimal places of bounds: enough for all digits of a double that is at least 0.0001 degrees. */
const maxBoundsDecimals = 20;

/** Bounds as well-known text, with every stored digit. @param geometry an SQL expression */
export const boundsExpression = (geometry: Statement): Statement =>
  sql`st_astext(${geometry}, ${int(maxBoundsDecimals)})`;

const accountIdSchema = z.number().nullable();

/** A project, as written by `projectExpression`. */
export const projectSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    active: z.boolean(),
    startDate: z.string().nullable(),
    endDate: z.string().nullable(),
    bounds: z.string().nullable(),
    cards: z.array(z.string()).readonly(),
    createdBy: accountIdSchema,
    lastEditedBy: accountIdSchema,
    groups: z.array(z.number()).readonly(),
    users: z.array(z.number()).readonly(),
    tileCache: z.string(),
    downloadConfig: z
      .object({
        count: z.number(),
        custom: z.unknown(),
        download: z.boolean(),
        resources: z.array(z.unknown()).readonly(),
      })
      .readonly(),
    version: z.string(),
  })
  .readonly();

/** A project with its version, to detect concurrent changes. */
export type StoredProject = MobileProject & { readonly version: string };

/** Parses a project of `projectExpression`. @throws ZodError */
export function parseProject(text: string): StoredProject {
  return projectSchema.parse(parseLossless(text));
}

/**
 * The common table expressions `requester`, which tells whether the caller manages projects, and `readable_nodegroup`, the
 * nodegroups that the caller may read. A manager sees all cards, so that none is lost when a project is read, changed and
 * sent back. Other callers see only the cards of readable nodegroups.
 */
export function requesterTables(caller: Caller): Statement {
  return sql`requester as materialized (
    select manages_mobile_projects(${int(caller)}) as manages
  ),
  readable_nodegroup as materialized (
    select r.nodegroup_id
    from readable_nodegroup(${int(caller)}) r
  )`;
}

/** Used instead of `requesterTables` to read a project for a change: it grants the rights of a manager, so that all cards are included. */
export const allCardsTables = sql`requester as (
    select true as manages
  ),
  readable_nodegroup as (
    select null::uuid as nodegroup_id
  )`;

/**
 * The project `p` as JSON: an expression that needs `requesterTables`.
 * @rule Mobile projects: Which cards does a caller see?
 */
export const projectExpression = sql`jsonb_build_object(
      'id', p.mobile_project_id,
      'name', p.name,
      'description', p.description,
      'active', p.is_active,
      'startDate', p.start_date,
      'endDate', p.end_date,
      'bounds', ${boundsExpression(sql`p.bounds`)},
      'cards', (
        select coalesce(jsonb_agg(l.card_id order by l.position, l.card_id), '[]')
        from mobile_project_card l
        join card c on c.card_id = l.card_id
        where l.mobile_project_id = p.mobile_project_id
          and (
            (select q.manages from requester q)
            or c.nodegroup_id in (select r.nodegroup_id from readable_nodegroup r)
          )
      ),
      'createdBy', p.created_by,
      'lastEditedBy', p.last_edited_by,
      'groups', (
        select coalesce(jsonb_agg(g.account_group_id order by g.account_group_id), '[]')
        from mobile_project_group g
        where g.mobile_project_id = p.mobile_project_id
      ),
      'users', (
        select coalesce(jsonb_agg(u.account_id order by u.account_id), '[]')
        from mobile_project_account u
        where u.mobile_project_id = p.mobile_project_id
      ),
      'tileCache', p.tile_cache,
      'downloadConfig', p.download_config,
      'version', p.version::text
    )`;
