import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { importConcepts } from '../../../infra/cli/import/concepts/import-concepts.ts';
import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import { importResources } from '../../../infra/cli/import/resources/import-resources.ts';
import { bigint, json, rawSql, sql, type Statement } from '../../../lib/data-api/sql.ts';
import { insertSpatialView } from '../../../lib/queries/spatial-views/write-view.ts';
import type { TestService } from '../../support/service.ts';
import { activityOf } from './activity.ts';
import { exportsOf } from './export-questions.ts';
import { projectsOf } from './mobile-project-questions.ts';
import { layersOf } from './ogc-questions.ts';
import { dataOf, packageOf } from './package.ts';
import { spatialViewsOf } from './spatial-view-questions.ts';
import type { Grant, PastEdit, World } from './world.ts';

/**
 * Replaces what the service holds by a world: models, thesaurus and data through the importers, then the rights. Accounts and
 * groups stay, with their tokens.
 * @throws Error where the importers find anything wrong with it
 */
export async function install(world: World, service: TestService): Promise<void> {
  await service.stack.data.write(rawSql('delete from spatial_view'));
  await service.stack.owner.write(wipe);
  await service.stack.owner.write(bothLanguages);
  await importPackageOf(world, service);
  await service.stack.owner.write(writePast(world));
  await service.stack.owner.write(writeActivity(world));
  await service.stack.data.write(writeRights(world));
  await service.stack.data.write(writeExports(world));
  await service.stack.data.write(writeProjects(world));
  for (const view of [...spatialViewsOf(world), ...layersOf(world)]) {
    await service.stack.data.write(insertSpatialView(view, 3857));
  }
  // The same world has the same versions, whenever it is installed.
  await service.stack.data.write(rawSql("update spatial_view set changed_at = '2026-01-01'"));
}

const wipe = rawSql(
  'truncate graph, concept, resource, resource_relation, edit_log, activity, group_member, export_job, mobile_project cascade',
);

/** The languages of every world: one may have no text but the labels of concepts, which bring no language along. */
const bothLanguages = rawSql(
  `insert into language (language_id) values ('en-US'), ('de') on conflict do nothing`,
);

async function importPackageOf(
  world: World,
  { importContext: imports }: TestService,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'heritage-world-'));
  const file = async (name: string, content: string): Promise<string> => {
    await writeFile(path.join(folder, name), content);
    return path.join(folder, name);
  };
  const { graphs, skos, businessData } = packageOf(world);
  const context = { ...imports, strict: true, omitsActivity: true };
  await importGraphs([await file('graphs.json', JSON.stringify(graphs))], context);
  await importConcepts([await file('thesaurus.xml', skos)], context);
  await importResources([await file('data.json', JSON.stringify(businessData))], context);
  await rm(folder, { recursive: true });
}

/** What was done, as the edit log has it, and relations that no tile holds, in the order of time. */
function writePast({ resources, gone, relations }: World): Statement {
  const edits = [...resources, ...gone].flatMap(({ id, past }) =>
    past.map((edit) => ({ resource: id, ...loggedEdit(edit) })),
  );
  return sql`with related as (
  insert into resource_relation (relation_id, from_resource_id, to_resource_id, notes)
  select gen_random_uuid(), r."from", r."to", r.note
  from jsonb_to_recordset(${json(relations)}) as r ("from" uuid, "to" uuid, note text)
)
insert into edit_log (transaction_id, resource_id, edit_type, tile_id, nodegroup_id, old_value)
select
  gen_random_uuid(),
  (e.value ->> 'resource')::uuid,
  e.value ->> 'kind',
  (e.value ->> 'tile')::uuid,
  (e.value ->> 'nodegroup')::uuid,
  e.value -> 'old'
from jsonb_array_elements(${json(edits)}) with ordinality as e (value, ordinality)
order by e.ordinality`;
}

/** The activity stream, in which the importers left nothing. */
function writeActivity(world: World): Statement {
  const items = activityOf(world).map(({ ordinal, type, resourceId, graphId, hadGrants }) => ({
    ordinal,
    type,
    resource: resourceId,
    graph: graphId,
    had_grants: hadGrants,
  }));
  return sql`with placed as (
  insert into activity (ordinal, activity_type, resource_id, graph_id, end_time, had_grants)
  select
    i.ordinal, i.type, i.resource, i.graph, timestamptz '2026-01-01' + i.ordinal * interval '1 second', i.had_grants
  from jsonb_to_recordset(${json(items)}) as i (
    ordinal bigint, type text, resource uuid, graph uuid, had_grants boolean
  )
)
update activity_counter
set ordinal = ${bigint(BigInt(items.length))}`;
}

/** Exports, and whom they name. */
function writeExports(world: World): Statement {
  return sql`with named as (
  select *
  from jsonb_to_recordset(${json(exportsOf(world))}) as n (name text, account integer, "group" integer)
),
job as (
  insert into export_job (name, query, format, every_hours)
  select n.name, '', 'geojson', 24
  from named n
  returning export_job_id, name
)
insert into export_reader (export_job_id, account_id, account_group_id)
select j.export_job_id, n.account, n."group"
from job j
join named n on n.name = j.name
where num_nonnulls(n.account, n."group") = 1`;
}

/** Mobile projects of all cards, and whom they invite. */
function writeProjects(world: World): Statement {
  return sql`with named as (
  select *
  from jsonb_to_recordset(${json(projectsOf(world))}) as n (id uuid, name text, account integer, "group" integer)
),
project as (
  insert into mobile_project (
    mobile_project_id, name, description, is_active, tile_cache, download_config, version, write_id
  )
  select n.id, n.name, '', true, '', '{"count": 1, "custom": null, "download": false, "resources": []}', 1, n.id
  from named n
),
card_of_project as (
  insert into mobile_project_card (mobile_project_id, card_id, position)
  select n.id, c.card_id, 1
  from named n
  cross join card c
),
invited_account as (
  insert into mobile_project_account (mobile_project_id, account_id)
  select n.id, n.account
  from named n
  where n.account is not null
)
insert into mobile_project_group (mobile_project_id, account_group_id)
select n.id, n."group"
from named n
where n."group" is not null`;
}

function loggedEdit(edit: PastEdit) {
  const { kind } = edit;
  if (kind === 'delete') return { kind, old: { 'en-US': { name: { value: edit.name } } } };
  if (kind === 'relation delete') return { kind, old: edit.relation };
  const { tileId: tile, nodegroupId: nodegroup, values } = edit;
  return { kind, tile, nodegroup, old: dataOf(values) };
}

function grantRow({ on, to, mayRead, mayWrite, noAccess }: Grant) {
  return {
    thing: on,
    account_id: to.kind === 'account' ? to.id : null,
    group_id: to.kind === 'group' ? to.id : null,
    may_read: mayRead,
    may_write: mayWrite,
    no_access: noAccess,
  };
}

function writeRights(world: World): Statement {
  const rights = {
    groups: world.groups.map((group) => ({
      id: group.id,
      may_read: group.readsByDefault,
      may_write: group.writesByDefault,
      reads_history: group.readsHistory,
    })),
    accounts: world.accounts.map((account) => ({
      id: account.id,
      is_active: account.isActive,
      is_administrator: account.isAdministrator,
    })),
    members: world.accounts.flatMap(({ id, groups }) =>
      groups.map((group) => ({ account_id: id, group_id: group })),
    ),
    nodegroup_grants: world.nodegroupGrants.map(grantRow),
    resource_grants: world.resourceGrants.map(grantRow),
  };
  return sql`with rights as (
  select ${json(rights)} as list
),
group_row as (
  update account_group g
  set can_read = r.may_read, can_write = r.may_write, can_delete = false, can_read_history = r.reads_history
  from rights
  cross join lateral jsonb_to_recordset(list -> 'groups') as r (id integer, may_read boolean, may_write boolean, reads_history boolean)
  where g.account_group_id = r.id
),
account_row as (
  update account a
  set is_active = r.is_active, is_administrator = r.is_administrator
  from rights
  cross join lateral jsonb_to_recordset(list -> 'accounts')
    as r (id integer, is_active boolean, is_administrator boolean)
  where a.account_id = r.id
),
member_row as (
  insert into group_member (account_id, account_group_id)
  select m.account_id, m.group_id
  from rights
  cross join lateral jsonb_to_recordset(list -> 'members') as m (account_id integer, group_id integer)
),
nodegroup_grant_row as (
  insert into nodegroup_grant (nodegroup_id, account_id, account_group_id, can_read, can_write, no_access)
  select g.*
  from rights
  cross join lateral jsonb_to_recordset(list -> 'nodegroup_grants') as g (
    thing uuid, account_id integer, group_id integer, may_read boolean, may_write boolean, no_access boolean
  )
)
insert into resource_grant (resource_id, account_id, account_group_id, can_view, can_change, no_access)
select g.*
from rights
cross join lateral jsonb_to_recordset(list -> 'resource_grants') as g (
  thing uuid, account_id integer, group_id integer, may_read boolean, may_write boolean, no_access boolean
)`;
}
