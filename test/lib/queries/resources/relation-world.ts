import type { DataApi } from '../../../../lib/data-api/client.ts';
import { json, rawSql, sql, type Statement } from '../../../../lib/data-api/sql.ts';
import {
  integerBetween,
  onceIn,
  pickOne,
  repeat,
  type Draw,
} from '../../../support/random/draw.ts';
import { id } from '../../../infra/cli/import/graphs/example.ts';

/*
 * Random resource instances with references, concepts, relations in no tile, proposals, grants and moved nodes.
 */

const graphs = [id(100), id(101)] as const;
/** A nodegroup with a node of references and one of concepts. */
const createNodegroup = (graph: 0 | 1, number: number) => ({
  nodegroup_id: id(200 + graph * 10 + number),
  graph_id: graphs[graph],
  reference_node: id(300 + graph * 10 + number),
  concept_node: id(400 + graph * 10 + number),
});

/** Two nodegroups of each of the two models. */
export const worldNodegroups = [
  createNodegroup(0, 0),
  createNodegroup(0, 1),
  createNodegroup(1, 0),
  createNodegroup(1, 1),
] as const;

/** A concept with two values, and one with a single one. */
export const concepts = [
  { conceptId: id(500), valueIds: [id(510), id(511)] },
  { conceptId: id(501), valueIds: [id(512)] },
] as const;
const valueIds = concepts.flatMap((concept) => concept.valueIds);

export const resourceIds = Array.from({ length: 12 }, (_, index) => id(600 + index));
const missingId = id(699);

/** Callers by name: the anonymous one, two members of a group, a reviewer and an administrator. */
export const callers = {
  nobody: null,
  reader: 1,
  author: 2,
  reviewer: 3,
  administrator: 4,
} as const;

/** Stores the models, the thesaurus and the accounts. */
export async function prepareRelationWorld(owner: DataApi): Promise<void> {
  await owner.write(sql`insert into graph (graph_id, publication_id, slug, name, is_resource_model, source)
select g.value::uuid, gen_random_uuid(), 'model-' || g.ordinality, '"model"', true, '{}'
from jsonb_array_elements_text(${json(graphs)}) with ordinality as g`);
  await owner.write(sql`with given as (
  select *
  from jsonb_to_recordset(${json(worldNodegroups)}) as n (nodegroup_id uuid, graph_id uuid, reference_node uuid, concept_node uuid)
),
stored as (
  insert into nodegroup (nodegroup_id, graph_id, cardinality, depth, model_position, is_hidden)
  select n.nodegroup_id, n.graph_id, 'n', 0, 0, false
  from given n
)
insert into node (
  node_id, graph_id, nodegroup_id, name, datatype, property_name, config, is_required, is_exportable, model_position, holds
)
select n.reference_node, n.graph_id, n.nodegroup_id, '"reference"'::jsonb, 'resource-instance-list', 'reference', '{}'::jsonb, false, false, 1, 'resource instances'
from given n
union all
select n.concept_node, n.graph_id, n.nodegroup_id, '"kind"', 'concept-list', 'kind', '{}', false, false, 2, 'concept values'
from given n`);
  await owner.write(sql`with given as (
  select *
  from jsonb_to_recordset(${json(concepts)}) as c ("conceptId" uuid, "valueIds" uuid[])
),
stored as (
  insert into concept (concept_id, node_type)
  select c."conceptId", 'Concept'
  from given c
)
insert into concept_value (value_id, concept_id, value_type, language_id, value)
select v, c."conceptId", 'altLabel', 'en', 'label'
from given c
cross join unnest(c."valueIds") v`);
  await owner.write(
    rawSql(`with stored as (
  insert into account (account_id, username, is_administrator)
  select a, 'account ' || a, a = 4
  from generate_series(1, 4) a
)
select 1`),
  );
  await owner.write(
    rawSql(`insert into group_member (account_id, account_group_id)
select a.account_id, g.account_group_id
from account a
join account_group g on g.name = 'Resource Editor' or (g.name = 'Resource Reviewer' and a.account_id = 3)`),
  );
}

const emptyWorld = rawSql(`do $work$ begin
  truncate resource, resource_relation, id_entry, number_entry, date_entry, word_entry, grant_set cascade;
  delete from stale_result;
  delete from former_nodegroup;
  delete from nodegroup_grant;
  ${worldNodegroups
    .map(
      ({ nodegroup_id: nodegroupId, reference_node: reference, concept_node: concept }) =>
        `update node set nodegroup_id = '${nodegroupId}' where node_id in ('${reference}', '${concept}');`,
    )
    .join('\n  ')}
end $work$`);

const principals = [
  `select null::integer, g.account_group_id from account_group g where g.name = 'Guest'`,
  `select null::integer, g.account_group_id from account_group g where g.name = 'Resource Editor'`,
  `select 1, null::integer`,
  `select 2, null::integer`,
];

const drawGrants = (draw: Draw, count: number): readonly Statement[] =>
  repeat(count, () =>
    rawSql(`insert into resource_grant (resource_id, account_id, account_group_id, ${pickOne(draw, ['can_view', 'can_change', 'no_access', 'no_access'])})
select '${pickOne(draw, resourceIds.slice(0, 6))}', p.*, true
from (${pickOne(draw, principals)}) p
on conflict do nothing`),
  );

function drawTiles(draw: Draw): readonly object[] {
  return resourceIds.flatMap((resourceId, index) => {
    const [first, second] = worldNodegroups.slice(index % 2 === 0 ? 0 : 2);
    return repeat(integerBetween(draw, 0, 3), (number) => {
      const nodegroup = pickOne(
        draw,
        [first, second].filter((one) => one !== undefined),
      );
      const isProposed = onceIn(draw, 10);
      const references = repeat(integerBetween(draw, 0, 3), () => ({
        resourceId: pickOne(draw, [...resourceIds, ...resourceIds.slice(0, 4), missingId]),
      }));
      return {
        tile_id: id(1000 + index * 10 + number),
        resource_id: resourceId,
        nodegroup_id: nodegroup.nodegroup_id,
        data: isProposed
          ? {}
          : {
              [nodegroup.reference_node]: references,
              [nodegroup.concept_node]: repeat(integerBetween(draw, 0, 2), () =>
                pickOne(draw, valueIds),
              ),
            },
        edits: isProposed ? { 2: { action: 'create', value: {} } } : null,
      };
    });
  });
}

/** Replaces the data by random ones. */
export async function installRelationWorld(owner: DataApi, draw: Draw): Promise<void> {
  await owner.write(emptyWorld);
  const resources = resourceIds.map((resourceId, index) => ({
    resource_id: resourceId,
    graph_id: graphs[index % 2],
    proposed_by: onceIn(draw, 10) ? [2] : null,
  }));
  const relations = repeat(integerBetween(draw, 0, 20), (index) => ({
    relation_id: id(2000 + index),
    from: pickOne(draw, [...resourceIds, missingId]),
    to: pickOne(draw, [...resourceIds.slice(0, 4), missingId]),
  }));
  const [one, other] = pickOne(draw, [worldNodegroups.slice(0, 2), worldNodegroups.slice(2)]);
  const target = onceIn(draw, 4) ? 'null' : `'${other?.nodegroup_id}'`;
  const moves = onceIn(draw, 2)
    ? [
        `update node set nodegroup_id = ${target} where node_id in ('${one?.reference_node}', '${one?.concept_node}')`,
        `insert into former_nodegroup (nodegroup_id, node_id)
select '${one?.nodegroup_id}', n.value::uuid
from unnest('{${one?.reference_node},${one?.concept_node}}'::text[]) as n (value)`,
      ]
    : [];
  const statements: readonly Statement[] = [
    sql`insert into resource (resource_id, graph_id, proposed_by)
select r.*
from jsonb_to_recordset(${json(resources)}) as r (resource_id uuid, graph_id uuid, proposed_by integer[])`,
    ...drawGrants(draw, integerBetween(draw, 0, 12)),
    sql`insert into tile (tile_id, resource_id, nodegroup_id, data, provisional_edits, is_proposed)
select t.tile_id, t.resource_id, t.nodegroup_id, t.data, t.edits, t.edits is not null
from jsonb_to_recordset(${json(drawTiles(draw))}) as t (tile_id uuid, resource_id uuid, nodegroup_id uuid, data jsonb, edits jsonb)`,
    sql`insert into resource_relation (relation_id, from_resource_id, to_resource_id)
select r.relation_id, r."from", r."to"
from jsonb_to_recordset(${json(relations)}) as r (relation_id uuid, "from" uuid, "to" uuid)`,
    ...drawGrants(draw, integerBetween(draw, 0, 12)),
    ...(onceIn(draw, 2)
      ? [
          rawSql(
            `delete from resource_grant where account_group_id is not null and resource_id < '${pickOne(draw, resourceIds.slice(0, 7))}'`,
          ),
        ]
      : []),
    ...(onceIn(draw, 4)
      ? [
          rawSql(
            `update resource_grant set no_access = not no_access where account_group_id is not null`,
          ),
        ]
      : []),
    ...['Guest', 'Resource Editor'].map((name) =>
      rawSql(`update account_group set can_read = ${!onceIn(draw, 3)} where name = '${name}'`),
    ),
    ...worldNodegroups
      .filter(() => onceIn(draw, 4))
      .map(({ nodegroup_id: nodegroupId }) =>
        rawSql(`insert into nodegroup_grant (nodegroup_id, account_group_id, ${pickOne(draw, ['can_read', 'no_access'])})
select '${nodegroupId}', g.account_group_id, true
from account_group g
where g.name = '${pickOne(draw, ['Guest', 'Resource Editor'])}'`),
      ),
    ...moves.map((move) => rawSql(move)),
    // As before the batches of an upgrade.
    ...(onceIn(draw, 4)
      ? [
          rawSql(
            `update resource_relation set grant_set_id = null where relation_id < '80000000-0000-0000-0000-000000000000'`,
          ),
          rawSql(`with upgrade as (
  insert into stale_result (name, done_to)
  values ('entries of values', '${resourceIds[6]}')
)
delete from id_entry
where resource_id > '${resourceIds[6]}'
  and entry_node_id % 2 = 0`),
        ]
      : []),
  ];
  for (const statement of statements) await owner.write(statement);
}
