import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';

import { queryColumn, openSampleService, runStatement } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';

const answer = z.object({
  numberMatched: z.number(),
  features: z.array(
    z.looseObject({
      properties: z.looseObject({ resourceinstanceid: z.string(), nodeid: z.string() }),
    }),
  ),
});

let service: TestService;
/** A resource instance that Guest may not read, and the node of one of its features. */
let closed: { readonly resource: string; readonly node: string };

const get = async (query: string) => answer.parse(await service.fetchJson(`/geojson?${query}`));

beforeAll(async () => {
  service = await openSampleService();
  await service.openToGuest();
  const { features } = await get('count=exact');
  const [properties] = features.map((feature) => feature.properties);
  closed = { resource: properties?.resourceinstanceid ?? '', node: properties?.nodeid ?? '' };
  await runStatement(
    service,
    `insert into resource_grant (resource_id, account_group_id, no_access)
select '${closed.resource}', g.account_group_id, true
from account_group g
where g.name = 'Guest'`,
  );
});

afterAll(async () => service?.close());

const queries: readonly (readonly [string, () => string])[] = [
  ['all features', () => ''],
  ['features of a node', () => `nodeid=${closed.node}`],
  ['features of the resource instance itself', () => `resourceid=${closed.resource}`],
  ['features in a box', () => 'bbox=-180,-90,180,90'],
  ['features with feature_id=uuid', () => 'feature_id=uuid'],
  ['features with names', () => 'include_primary_name'],
];

it.each(queries)(
  'an unreadable resource instance is neither listed nor counted: %s',
  async (_name, query) => {
    const { features, numberMatched } = await get(`${query()}&count=exact`);
    const resources = features.map(({ properties }) => properties.resourceinstanceid);
    expect(resources).not.toContain(closed.resource);
    expect(numberMatched).toBe(features.length);
  },
);

it('limit counts only visible tiles', async () => {
  const [tileCount] = await queryColumn(
    service,
    `select count(distinct tile_id) from feature where resource_id <> '${closed.resource}'`,
  );
  const { features } = await get(`limit=${tileCount}&count=exact`);
  expect(features).toHaveLength((await get('count=exact')).features.length);
});

it('a resource instance has no features if its graph is not the graph of the node', async () => {
  const { features } = await get('count=exact');
  const [resourceId] = features.map(({ properties }) => properties.resourceinstanceid);
  await runStatement(
    service,
    `update resource
set graph_id = (select g.graph_id from graph g where g.graph_id <> resource.graph_id limit 1)
where resource_id = '${resourceId}'`,
  );
  const { features: remainingFeatures } = await get('count=exact');
  expect(remainingFeatures.map(({ properties }) => properties.resourceinstanceid)).not.toContain(
    resourceId,
  );
});
