import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { queryColumn, runStatement } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { siteNodegroups, siteNodes } from '../../support/world/sites/site-model.ts';
import { readCollection, readItems } from './items.ts';
import {
  denyToGuest,
  filterPath,
  gidsIn,
  gidsOf,
  listIds,
  openSites,
  resetSites,
  sites,
  statusOf,
} from './site-collections.ts';

let service: TestService;

beforeAll(async () => {
  service = await openSites();
});

afterAll(async () => service?.close());

afterEach(async () => resetSites(service));

describe('unreadable data', () => {
  it('in all geometry nodes makes the collection unknown', async () => {
    await denyToGuest(service, siteNodegroups.places, siteNodegroups.parts);
    expect(await listIds(service)).toEqual([]);
    for (const path of ['', '/items', '/items?count=exact', '/items/1', '/queryables', '/tiles']) {
      const answers = await Promise.all(
        [sites, '/ogc/collections/none'].map(async (collection) =>
          (await (await service.fetch(`${collection}${path}`)).text()).replaceAll(
            /"requestId":"[^"]*"/g,
            '',
          ),
        ),
      );
      expect(answers[0]).toBe(answers[1]);
    }
    expect(await (await service.fetch('/ogc/api')).text()).not.toContain('/collections/site');
  });

  it('in one geometry node leaves out its features, its extent and its count', async () => {
    await denyToGuest(service, siteNodegroups.parts);
    const gids = await gidsOf(service, siteNodes.geometry);
    expect(await readItems(service, `${sites}/items?limit=1&count=exact`)).toMatchObject({
      numberMatched: gids.length,
    });
    expect(gidsIn(await readItems(service, `${sites}/items?limit=10000`))).toEqual(gids);
    const [part = 0] = await gidsOf(service, siteNodes.part);
    expect(await statusOf(service, `${sites}/items/${part}`)).toBe(404);
  });

  it('about a record is in no page and no count', async () => {
    const before = await readItems(service, `${sites}/items?limit=10000`);
    const [closed = ''] = await queryColumn(
      service,
      `select resource_id::text from feature where not is_nowhere(world_geometry) order by st_xmax(geometry) desc limit 1`,
    );
    await runStatement(
      service,
      `insert into resource_grant (resource_id, account_group_id, no_access) values ('${closed}', 1, true)`,
    );
    const open = before.features.filter(
      ({ properties }) => properties['resourceinstanceid'] !== closed,
    );
    const after = await readItems(service, `${sites}/items?limit=10000`);
    expect(after.numberMatched).toBe(open.length);
    expect(gidsIn(after)).toEqual(open.map(({ id }) => id));
    const filtered = await readItems(
      service,
      `${filterPath('primary_name IS NULL OR primary_name IS NOT NULL')}&count=exact`,
    );
    expect(filtered.numberMatched).toBe(open.length);
  });

  it('about records is in no extent', async () => {
    const [open = '', box = ''] = (
      await queryColumn(
        service,
        `select concat_ws(' ', f.resource_id, concat_ws(',', min(st_xmin(f.geometry)), min(st_ymin(f.geometry)), max(st_xmax(f.geometry)), max(st_ymax(f.geometry))))
from feature f
group by f.resource_id
having bool_and(st_xmin(f.geometry) > -180 and st_xmax(f.geometry) < 180)
order by f.resource_id
limit 1`,
      )
    ).flatMap((line) => line.split(' '));
    await runStatement(
      service,
      `insert into resource_grant (resource_id, account_group_id, no_access) select resource_id, 1, true from resource where resource_id <> '${open}'`,
    );
    const { extent } = await readCollection(service, sites);
    expect(extent.spatial.bbox[0]).toEqual(box.split(',').map(Number));
  });

  it('is in no name, and is not found by one', async () => {
    const before = await readItems(service, `${sites}/items?limit=10000`);
    const name = String(
      before.features.find(({ properties }) => properties['primary_name'] !== null)?.properties[
        'primary_name'
      ],
    );
    await denyToGuest(service, siteNodegroups.names);
    const { features } = await readItems(service, `${sites}/items?limit=10000`);
    expect(new Set(features.map(({ properties }) => properties['primary_name']))).toEqual(
      new Set([null]),
    );
    const found = await readItems(
      service,
      filterPath(`primary_name = '${name.replaceAll("'", "''")}'`),
    );
    expect(found.features).toEqual([]);
  });

  it('in a column leaves out the column', async () => {
    const columns = async () => {
      const { features } = await readItems(service, `${sites}/items?limit=1`);
      return Object.keys(features[0]?.properties ?? {});
    };
    const before = await columns();
    await denyToGuest(service, siteNodegroups.facts);
    const after = await columns();
    expect(before).toContain('height');
    expect(after).not.toContain('height');
    expect(after).toContain('primary_name');
  });
});

it('a reader of spatial views may not read the layers of models from the database', async () => {
  const readable = await queryColumn(
    service,
    `select v from unnest('{geometry_layer,geometry_layer_column}'::text[]) v where has_table_privilege('heritage_reader', v, 'select')`,
  );
  expect(readable).toEqual([]);
});
