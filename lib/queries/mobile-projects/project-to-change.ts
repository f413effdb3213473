import * as z from 'zod';

import type { DocumentQuery } from '../../data-api/query.ts';
import { int, intArray, sql, text, uuid, uuidArray } from '../../data-api/sql.ts';
import { parseLossless } from '../../json/lossless-json.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ProjectFields } from '../../model/mobile-projects/mobile-project.ts';
import { invitedProjectIdsQuery } from './visible-projects.ts';
import {
  allCardsTables,
  projectExpression,
  projectSchema,
  boundsExpression,
} from './project-row.ts';

const projectSourceSchema = z.object({
  /** Whether the caller may change projects. */
  manages: z.boolean(),
  isInvited: z.boolean(),
  /** The id of the last write; null if the project does not exist. */
  writeId: z.string().nullable(),
  project: projectSchema.nullable(),
  unknownUsers: z.array(z.number()).readonly(),
  unknownGroups: z.array(z.number()).readonly(),
  unknownCards: z.array(z.string()).readonly(),
  /** For each invalid area, the reason why it is invalid. */
  badAreas: z.array(z.string()).readonly(),
  /** The requested bounds in the form in which they are stored. */
  bounds: z.string().nullable(),
});

export type ProjectSource = z.output<typeof projectSourceSchema>;

/**
 * Finds the data on which a change of a project depends: the caller's right, the stored project, and references to
 * objects that do not exist.
 * @param fields the fields of the request, with the bounds as well-known text
 */
export function findProjectSource(
  caller: Caller,
  id: string,
  { users = [], groups = [], cards = [], bounds = null }: ProjectFields,
): DocumentQuery<ProjectSource> {
  return {
    lines: sql`with ${allCardsTables},
  -- Parsing geometries takes time, so it is done only for callers who may change projects. The command line has no account.
  permitted_bounds as materialized (
    select ${text(bounds)} as bounds
    where ${int(caller)} is null
      or manages_mobile_projects(${int(caller)})
  ),
  area as materialized (
    select d.geom
    from permitted_bounds p
    cross join lateral st_dump(st_geomfromtext(p.bounds, 4326)) d
  ),
  bad_area as materialized (
    select st_isvalidreason(a.geom) as reason
    from area a
    where not st_isvalid(a.geom)
  )
  select
    0::bigint as position,
    jsonb_build_object(
      'manages', manages_mobile_projects(${int(caller)}),
      'isInvited', ${uuid(id)} in (${invitedProjectIdsQuery(caller)}),
      'writeId', (select p.write_id from mobile_project p where p.mobile_project_id = ${uuid(id)}),
      'project', (
        select ${projectExpression}
        from mobile_project p
        where p.mobile_project_id = ${uuid(id)}
      ),
      'unknownUsers', (
        select coalesce(jsonb_agg(u.id), '[]')
        from unnest(${intArray(users)}) as u (id)
        where not exists (select from account a where a.account_id = u.id)
      ),
      'unknownGroups', (
        select coalesce(jsonb_agg(g.id), '[]')
        from unnest(${intArray(groups)}) as g (id)
        where not exists (select from account_group a where a.account_group_id = g.id)
      ),
      'unknownCards', (
        select coalesce(jsonb_agg(c.id), '[]')
        from unnest(${uuidArray(cards)}) as c (id)
        where not exists (select from card k where k.card_id = c.id)
      ),
      'badAreas', (select coalesce(jsonb_agg(b.reason), '[]') from bad_area b),
      'bounds', case
        when not exists (select from bad_area)
          then (
            select ${boundsExpression(sql`mobile_project_bounds(p.bounds)`)}
            from permitted_bounds p
          )
      end
    )::text as line`,
    parse: ([row = '']) => projectSourceSchema.parse(parseLossless(row)),
  };
}
