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

/** A query that returns the ids of the projects to which a caller is invited. */
export const invitedProjectIdsQuery = (caller: Caller): Statement =>
  sql`select i.mobile_project_id from invited_mobile_project(${int(caller)}) i`;

/** The condition that the project `p` is visible: to those who are invited, and to managers of projects. */
export const projectVisibleCondition = (caller: Caller): Statement => sql`(
      manages_mobile_projects(${int(caller)})
      or p.mobile_project_id in (${invitedProjectIdsQuery(caller)})
    )`;

/** Lists the projects to which a caller is invited, sorted by name. */
export function listProjects(
  caller: Caller,
  projects: 'active' | 'all',
): DocumentQuery<readonly StoredProject[]> {
  return {
    isPrepared: true,
    lines: sql`with ${requesterTables(caller)}
  select
    row_number() over (order by p.name collate "C", p.mobile_project_id) as position,
    ${projectExpression}::text as line
  from mobile_project p
  where p.mobile_project_id in (${invitedProjectIdsQuery(caller)})
    ${projects === 'active' ? sql`and p.is_active` : sql``}`,
    parse: (lines) => lines.map(parseProject),
  };
}

/** Finds a project; undefined if it is not visible to the caller. */
export function findProject(caller: Caller, id: string): DocumentQuery<StoredProject | undefined> {
  return {
    isPrepared: true,
    lines: sql`with ${requesterTables(caller)}
  select 0::bigint as position, ${projectExpression}::text as line
  from mobile_project p
  where p.mobile_project_id = ${uuid(id)}
    and ${projectVisibleCondition(caller)}`,
    parse: ([line]) => (line === undefined ? undefined : parseProject(line)),
  };
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'required',
  variants: (caller, sample) => [
    listProjects(caller, 'all'),
    listProjects(caller, 'active'),
    findProject(caller, sample.uuid),
  ],
};
