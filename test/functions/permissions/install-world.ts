import { importConcepts } from '../../../infra/cli/import/concepts/import-concepts.ts';
import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import { importResources } from '../../../infra/cli/import/resources/import-resources.ts';
import { bigint, json, rawSql, sql, type Statement } from '../../../lib/data-api/sql.ts';
import { insertSpatialView } from '../../../lib/queries/spatial-views/write-view.ts';
import type { TestService } from '../../support/service.ts';
import { withJsonFile, withTextFile } from '../../support/temporary-file.ts';
import { worldActivity } from './activity.ts';
import { worldExports } from './requests/export.ts';
import { worldProjects } from './requests/mobile-project.ts';
import { worldLayers } from './requests/ogc.ts';
import { insertRows } from '../../support/world/insert-rows.ts';
import { createPackageFiles } from '../../support/world/package-files.ts';
import { worldSpatialViews } from './requests/spatial-view.ts';
import { collectStoredData, type PastEdit, type World } from '../../support/world/world.ts';

/**
 * Replaces the data of the service by a world: imports models, thesaurus and resource instances, then sets the rights. Accounts,
 * groups and tokens stay.
 * @throws Error if an importer reports a problem
 */
export async function installWorld(world: World, service: TestService): Promise<void> {
  await service.stack.dataApi.write(rawSql('delete from spatial_view'));
  await service.stack.owner.write(deleteWorld);
  await service.stack.owner.write(addLanguages);
  await importPackageOf(world, service);
  await service.stack.owner.write(writePast(world));
  await service.stack.owner.write(writeActivity(world));
  await service.stack.dataApi.write(
    insertRows(world.rights, { account: 'account_id', account_group: 'account_group_id' }),
  );
  await service.stack.dataApi.write(writeExports(world));
  await service.stack.dataApi.write(writeProjects(world));
  for (const view of [...worldSpatialViews(world), ...worldLayers(world)]) {
    await service.stack.dataApi.write(insertSpatialView(view, 3857));
  }
  // So that a world has the same entity tags each time it is installed.
  await service.stack.dataApi.write(rawSql("update spatial_view set changed_at = '2026-01-01'"));
}

const deleteWorld = rawSql(
  'truncate graph, concept, resource, resource_relation, edit_log, activity, group_member, export_job, mobile_project cascade',
);

/** An import of concepts adds no language, and a world may have no other texts. */
const addLanguages = rawSql(
  `insert into language (language_id) values ('en-US'), ('de') on conflict do nothing`,
);

async function importPackageOf(world: World, { importContext }: TestService): Promise<void> {
  const { graphs, skos, businessData } = createPackageFiles(world);
  const context = { ...importContext, strict: true, omitsActivity: true };
  await withJsonFile(graphs, (file) => importGraphs([file], context));
  await withTextFile('thesaurus.xml', skos, (file) => importConcepts([file], context));
  await withJsonFile(businessData, (file) => importResources([file], context));
}

/** Stores past edits in the order of time, and relations that are in no tile. */
function writePast({ resources, deleted, relations }: World): Statement {
  const edits = [...resources, ...deleted].flatMap(({ id, past }) =>
    past.map((edit) => ({ resource: id, ...editLogEntry(edit) })),
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

/** Stores the activity stream, which the importers omit. */
function writeActivity(world: World): Statement {
  const items = worldActivity(world).map(({ ordinal, type, resourceId, graphId, hadGrants }) => ({
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

function writeExports(world: World): Statement {
  return sql`with named as (
  select *
  from jsonb_to_recordset(${json(worldExports(world))}) as n (name text, account integer, "group" integer)
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

function writeProjects(world: World): Statement {
  return sql`with named as (
  select *
  from jsonb_to_recordset(${json(worldProjects(world))}) as n (id uuid, name text, account integer, "group" integer)
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

function editLogEntry(edit: PastEdit) {
  const { kind } = edit;
  if (kind === 'delete') return { kind, old: { 'en-US': { name: { value: edit.name } } } };
  if (kind === 'relation delete') return { kind, old: edit.relation };
  const { tileId: tile, nodegroupId: nodegroup, values } = edit;
  return { kind, tile, nodegroup, old: collectStoredData(values) };
}
