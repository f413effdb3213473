import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { setGroupDefaults } from '../../../infra/cli/accounts/queries/groups.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { findMapTile } from '../../../lib/queries/map-tiles/map-tile.ts';
import { takeInTurn } from '../../support/random/take-sample.ts';
import { openSampleService, queryColumn, runStatement } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { placeNodes } from '../../support/test-spatial-views.ts';
import { addPlaces } from './map-places.ts';

/*
 * Sets of grants of groups decide which features a tile reads at all. Whatever the grants are, it shows those of all resource instances that the
 * caller may see.
 */

const rightsOfGrants = ['none', 'can_view', 'can_change', 'no_access'] as const;

/** Every combination of grants for an account, its group, another group and Guest, one for each place. */
const combinations = rightsOfGrants.flatMap((own) =>
  rightsOfGrants.flatMap((group) =>
    rightsOfGrants.flatMap((other) => rightsOfGrants.map((guest) => [own, group, other, guest])),
  ),
);

let service: TestService;

beforeAll(async () => {
  service = await openSampleService();
  await addPlaces(
    service,
    combinations.map((_, index) => ({
      type: 'Point',
      coordinates: [index / 10 + 0.05, 0.05],
    })),
  );
  await runStatement(
    service,
    `insert into account (username, is_administrator)
values ('tile-reader', false), ('tile-stranger', false), ('tile-administrator', true)`,
  );
  await runStatement(
    service,
    `insert into group_member (account_id, account_group_id)
select a.account_id, g.account_group_id
from account a
cross join account_group g
where a.username = 'tile-reader'
  and g.name = 'Resource Exporter'`,
  );
});

afterAll(async () => service?.close());

async function addAllGrants(): Promise<void> {
  await runStatement(
    service,
    `with combination as materialized (
  select c.*, ordinality
  from jsonb_to_recordset('${JSON.stringify(
    combinations.map(([own, group, other, guest], index) => ({ index, own, group, other, guest })),
  )}') as c (index integer, own text, "group" text, other text, guest text)
  cross join lateral (select c.index) n (ordinality)
),
place as materialized (
  select f.resource_id, row_number() over (order by f.gid) - 1 as index
  from feature f
  where f.node_id = '${placeNodes.geometry}'
    and f.gid >= (select max(m.gid) - ${combinations.length - 1} from feature m)
)
insert into resource_grant (resource_id, account_id, account_group_id, can_view, can_change, no_access)
select p.resource_id, s.account_id, s.account_group_id, s.rights = 'can_view', s.rights = 'can_change', s.rights = 'no_access'
from combination c
join place p on p.index = c.index
cross join lateral (
  select a.account_id, null::integer, c.own from account a where a.username = 'tile-reader'
  union all
  select null, g.account_group_id, case g.name when 'Guest' then c.guest when 'Resource Exporter' then c."group" else c.other end
  from account_group g
  where g.name in ('Guest', 'Resource Exporter', 'Resource Editor')
) s (account_id, account_group_id, rights)
where s.rights <> 'none'`,
  );
}

/** The callers whose tiles differ from what they may see, and the features whose sets of grants are outdated. */
async function listDifferences(situation: string): Promise<readonly unknown[]> {
  const accounts = await queryColumn(
    service,
    `select a.account_id::text from account a where a.username like 'tile-%'`,
  );
  const differences: unknown[] = [];
  for (const caller of [null, ...accounts.map(Number)]) {
    const read = async (areSingle: boolean) =>
      runQuery(
        service.stack.dataApi.read,
        findMapTile(caller, {
          zoom: 0,
          column: 0,
          row: 0,
          nodeId: placeNodes.geometry,
          collectionId: null,
          areSingle,
          representation: '',
          ifNoneMatch: [],
        }),
      );
    const { features } = await read(true);
    const clustered = await read(false);
    const counted = clustered.clusters.reduce((sum, { count }) => sum + count, 0);
    const expected = await queryColumn(
      service,
      `select f.gid::text
from feature f
where f.node_id = '${placeNodes.geometry}'
  and f.map_cell is not null
  and f.resource_id in (select v.resource_id from visible_resource(${caller}) v)
  and exists (
    select
    from node n
    join readable_nodegroup(${caller}) r on r.nodegroup_id = n.nodegroup_id
    where n.node_id = f.node_id
  )
order by map_rank(f.gid)`,
    );
    const shown = features.map(({ gid }) => String(gid));
    if (shown.join() !== expected.join()) differences.push({ situation, caller, shown, expected });
    if (clustered.features.length + counted !== expected.length)
      differences.push({ situation, caller, counted, expected });
  }
  const outdated = await queryColumn(
    service,
    `select f.gid::text
from feature f
cross join lateral grant_set_of(f.resource_id) s
where f.grant_set_id is distinct from s.grant_set_id`,
  );
  return outdated.length === 0 ? differences : [...differences, { situation, outdated }];
}

const defaults = [true, false].flatMap((guest) => [true, false].map((group) => ({ guest, group })));

/** Tries a situation with two combinations of defaults. The next turn continues with the others. */
async function tryDefaults(situation: string, turn: number): Promise<readonly unknown[]> {
  const { dataApi } = service.stack;
  const onlyRead = (read: boolean) => ({ read, write: false, delete: false });
  const differences: unknown[] = [];
  for (const { guest, group } of takeInTurn(defaults, turn, 2)) {
    await dataApi.write(setGroupDefaults('Guest', onlyRead(guest)));
    await dataApi.write(setGroupDefaults('Resource Exporter', onlyRead(group)));
    differences.push(
      ...(await listDifferences(`${situation}, Guest reads: ${guest}, group reads: ${group}`)),
    );
  }
  return differences;
}

describe('a tile of places with grants', () => {
  it('shows what each caller may see, for every combination of grants and defaults', async () => {
    const differences = [...(await tryDefaults('no grants', 0))];
    await addAllGrants();
    differences.push(...(await tryDefaults('all grants', 1)));
    const changes = [
      'update resource_grant set no_access = false',
      'update resource_grant set no_access = true',
      'update resource_grant set no_access = false, can_view = true where account_id is not null',
      // Moves the grants of a resource instance to one without any.
      `update resource_grant
set resource_id = (select f.resource_id from feature f where f.resource_id not in (select g.resource_id from resource_grant g) limit 1)
where resource_id = (select g.resource_id from resource_grant g limit 1)`,
      'delete from resource_grant where account_id is not null',
      `delete from resource_grant g using account_group o where o.account_group_id = g.account_group_id and o.name = 'Guest'`,
      'delete from resource_grant',
    ];
    for (const [turn, statement] of changes.entries()) {
      await runStatement(service, statement);
      differences.push(...(await tryDefaults(statement, turn)));
    }
    expect(differences).toEqual([]);
  });

  it('shows a place that is added to a resource instance with grants, also after one of the groups is deleted', async () => {
    await runStatement(service, `insert into account_group (name) values ('Surveyors')`);
    await runStatement(
      service,
      `insert into resource_grant (resource_id, account_group_id, can_view)
select f.resource_id, g.account_group_id, true
from account_group g
cross join (select f.resource_id from feature f where f.node_id = '${placeNodes.geometry}' order by f.gid desc limit 1) f
where g.name in ('Guest', 'Surveyors')`,
    );
    await runStatement(service, `delete from account_group where name = 'Surveyors'`);
    await runStatement(
      service,
      `insert into tile (tile_id, resource_id, nodegroup_id, data)
select gen_random_uuid(), t.resource_id, t.nodegroup_id, t.data
from tile t
where t.tile_id = (select f.tile_id from feature f where f.node_id = '${placeNodes.geometry}' order by f.gid desc limit 1)`,
    );
    const differences = (await tryDefaults('after all', 1)).filter(
      (difference) => !JSON.stringify(difference).includes('outdated'),
    );
    expect(differences).toEqual([]);
  });
});
