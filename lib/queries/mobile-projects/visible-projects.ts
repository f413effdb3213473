import type { DocumentQuery } from '../../data-api/query.ts';
import { int, sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import {
  requesterTables,
  projectExpression,
  parseProject,
  type StoredProject,
} from './project-row.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

/** The ids of the projects to which a caller is invited: a query. */
export const invitedProjects = (caller: Caller): Statement =>
  sql`select i.mobile_project_id from invited_mobile_project(${int(caller)}) i`;

/** The condition that a caller may know of the project `p`: who is invited to it, and who manages projects. */
export const isProjectVisible = (caller: Caller): Statement => sql`(
      manages_mobile_projects(${int(caller)})
      or p.mobile_project_id in (${invitedProjects(caller)})
    )`;

/**
 * The projects to which a caller is invited, by name.
 * @param onlyActive whether those are left out that are not active
 */
export function listProjects(
  caller: Caller,
  onlyActive: boolean,
): DocumentQuery<readonly StoredProject[]> {
  return {
    isPrepared: true,
    lines: sql`with ${requesterTables(caller)}
  select
    row_number() over (order by p.name collate "C", p.mobile_project_id) as position,
    ${projectExpression}::text as line
  from mobile_project p
  where p.mobile_project_id in (${invitedProjects(caller)})
    ${onlyActive ? sql`and p.is_active` : sql``}`,
    read: (lines) => lines.map(parseProject),
  };
}

/** One project; undefined where there is none that the caller is invited to or manages. */
export function findProject(caller: Caller, id: string): DocumentQuery<StoredProject | undefined> {
  return {
    isPrepared: true,
    lines: sql`with ${requesterTables(caller)}
  select 0::bigint as position, ${projectExpression}::text as line
  from mobile_project p
  where p.mobile_project_id = ${uuid(id)}
    and ${isProjectVisible(caller)}`,
    read: ([found]) => (found === undefined ? undefined : parseProject(found)),
  };
}

/** The texts that these can have. @public */
export const preparedVariants: PreparedVariants = {
  token: 'optional',
  variants: (caller, sample) => [
    listProjects(caller, false),
    listProjects(caller, true),
    findProject(caller, sample.uuid),
  ],
};
