import { rowExistsQuery, type RowsQuery } from '../../data-api/query.ts';
import {
  bigint,
  boolean,
  int,
  intArray,
  json,
  sql,
  text,
  uuid,
  uuidArray,
} from '../../data-api/sql.ts';
import type { MobileProject } from '../../model/mobile-projects/mobile-project.ts';

/** The id of a write, and the version on which it is based. */
export type ProjectWrite = {
  readonly writeId: string;
  /** Null if the project did not exist. */
  readonly version: string | null;
  readonly nextVersion: string;
};

/** Writes all of a project, with its lists. @returns false if the project has changed since it was read */
export function writeProject(
  project: MobileProject,
  { writeId, version, nextVersion }: ProjectWrite,
): RowsQuery<boolean> {
  return rowExistsQuery(sql`with written as (
  insert into mobile_project as p (
    mobile_project_id, name, description, is_active, start_date, end_date, bounds, tile_cache, download_config, created_by,
    last_edited_by, version, write_id
  )
  select
    ${uuid(project.id)},
    ${text(project.name)},
    ${text(project.description)},
    ${boolean(project.active)},
    ${text(project.startDate)}::date,
    ${text(project.endDate)}::date,
    mobile_project_bounds(${text(project.bounds)}),
    ${text(project.tileCache)},
    ${json(project.downloadConfig)},
    ${int(project.createdBy)},
    ${int(project.lastEditedBy)},
    ${bigint(nextVersion)},
    ${uuid(writeId)}
  where ${bigint(version)} is null
    or exists (
      select
      from mobile_project o
      where o.mobile_project_id = ${uuid(project.id)}
    )
  on conflict (mobile_project_id) do update
    set
      name = excluded.name,
      description = excluded.description,
      is_active = excluded.is_active,
      start_date = excluded.start_date,
      end_date = excluded.end_date,
      bounds = excluded.bounds,
      tile_cache = excluded.tile_cache,
      download_config = excluded.download_config,
      created_by = excluded.created_by,
      last_edited_by = excluded.last_edited_by,
      version = excluded.version,
      write_id = excluded.write_id
    where p.version = ${bigint(version)}
  returning p.mobile_project_id
),
written_card as (
  insert into mobile_project_card as l (mobile_project_id, card_id, position)
  select w.mobile_project_id, c.id, c.position
  from written w
  cross join unnest(${uuidArray(project.cards)}) with ordinality as c (id, position)
  on conflict (mobile_project_id, card_id) do update
    set position = excluded.position
),
removed_card as (
  delete from mobile_project_card l
  using written w
  where l.mobile_project_id = w.mobile_project_id
    and l.card_id not in (select unnest(${uuidArray(project.cards)}))
),
written_account as (
  insert into mobile_project_account (mobile_project_id, account_id)
  select w.mobile_project_id, u.id
  from written w
  cross join unnest(${intArray(project.users)}) as u (id)
  on conflict do nothing
),
removed_account as (
  delete from mobile_project_account l
  using written w
  where l.mobile_project_id = w.mobile_project_id
    and l.account_id not in (select unnest(${intArray(project.users)}))
),
written_group as (
  insert into mobile_project_group (mobile_project_id, account_group_id)
  select w.mobile_project_id, g.id
  from written w
  cross join unnest(${intArray(project.groups)}) as g (id)
  on conflict do nothing
),
removed_group as (
  delete from mobile_project_group l
  using written w
  where l.mobile_project_id = w.mobile_project_id
    and l.account_group_id not in (select unnest(${intArray(project.groups)}))
)
select w.mobile_project_id::text
from written w`);
}

/** Deletes a project of this version. @returns false if the project has changed since it was read */
export function deleteProject(id: string, version: string): RowsQuery<boolean> {
  return rowExistsQuery(sql`delete from mobile_project
where mobile_project_id = ${uuid(id)}
  and version = ${bigint(version)}
returning mobile_project_id::text`);
}
