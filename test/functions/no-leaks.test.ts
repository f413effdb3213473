import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { restrictedNodegroups } from '../../infra/local/sample/access.ts';
import {
  denyNodegroupsToGroup,
  setGroupDefaults,
} from '../../infra/cli/accounts/queries/groups.ts';
import { takeSample } from '../support/random/take-sample.ts';
import { addTestSpatialView, listPlaceColumnNodes } from '../support/test-spatial-views.ts';
import { queryColumn, openSampleService, runStatement } from '../support/sample.ts';
import { baseUrl, type TestService } from '../support/service.ts';
import {
  conceptPaths,
  geojsonPaths,
  layerPaths,
  findLeaks,
  listPaths,
  modelPaths,
  readEach,
  resourcePaths,
  type AnswerText,
} from './every-answer.ts';

let service: TestService;
let resources: readonly string[];

beforeAll(async () => {
  service = await openSampleService();
  await addTestSpatialView(service, {
    slug: 'all_columns',
    nodes: await listPlaceColumnNodes(service),
  });
  resources = await queryColumn(service, 'select resource_id::text from resource order by 1');
});

afterAll(async () => service?.close());

const toSqlList = (ids: readonly string[]): string => ids.map((id) => `'${id}'`).join(',');
const restricted = toSqlList(restrictedNodegroups);

/** Sets the rights of Guest, the group with id 1. */
async function setGuestRights(
  defaults: { readonly read: boolean },
  ...grants: readonly string[]
): Promise<void> {
  await service.stack.dataApi.write(
    setGroupDefaults('Guest', { ...defaults, write: false, delete: false }),
  );
  await runStatement(service, 'delete from nodegroup_grant');
  await runStatement(service, 'delete from resource_grant');
  for (const grant of grants) await runStatement(service, grant);
}

const resourceGrant = (id: string, right: 'can_view' | 'no_access'): string =>
  `insert into resource_grant (resource_id, account_group_id, ${right}) values ('${id}', 1, true)`;

/**
 * Fetches answers about resource instances: lists, features, and documents of a sample.
 * @param ids resource instances whose documents are fetched as well
 */
async function resourceAnswers(ids: readonly string[] = []): Promise<readonly AnswerText[]> {
  return readEach(service, [
    ...(await listPaths(service)),
    ...resourcePaths([...new Set([...ids, ...takeSample(resources, 60)])]),
    ...(await geojsonPaths(service)),
    ...(await layerPaths(service)),
  ]);
}

/** Fetches an answer without the id of the request. */
async function fetchWithoutRequestId(path: string, init?: RequestInit) {
  const response = await service.fetch(path, init);
  const headers = [...response.headers].filter(([name]) => !/request-?id$/.test(name));
  const body = (await response.text()).replaceAll(/"requestId":"[^"]*"/g, '');
  return { status: response.status, headers, body };
}

async function listResources(query = ''): Promise<readonly string[]> {
  const document = z
    .object({ 'ldp:contains': z.array(z.string()) })
    .parse(await service.fetchJson(`/resources/${query}`));
  return document['ldp:contains'].map((uri) => uri.replace(`${baseUrl}/resources/`, ''));
}

describe('data of nodegroups that are closed to Guest', () => {
  const inventedTexts = ['[Fictional]', '(fictional)', 'example.org'];

  it('is shown while no nodegroup is closed', async () => {
    await setGuestRights({ read: true });
    for (const paths of [await geojsonPaths(service), await layerPaths(service)]) {
      const answers = await readEach(service, paths);
      for (const text of inventedTexts) expect(findLeaks(answers, [text])).not.toEqual([]);
    }
  });

  describe('with provisional edits of every tile', () => {
    let answers: readonly AnswerText[];
    let ids: readonly string[];

    beforeAll(async () => {
      await setGuestRights({ read: true });
      await service.stack.dataApi.write(denyNodegroupsToGroup('Guest', restrictedNodegroups));
      await runStatement(
        service,
        `update tile set provisional_edits = jsonb_build_object(
  '1', jsonb_build_object('value', data, 'status', 'review', 'note', 'Not yet reviewed'))`,
      );
      const tiles = await queryColumn(
        service,
        `select tile_id::text from tile where nodegroup_id in (${restricted})`,
      );
      const nodes = await queryColumn(
        service,
        `select node_id::text from node where nodegroup_id in (${restricted})`,
      );
      const names = await queryColumn(
        service,
        `select '"' || property_name || '"' from node where nodegroup_id in (${restricted})`,
      );
      ids = [...restrictedNodegroups, ...tiles, ...nodes, ...names];
      const filters = [
        ...tiles.slice(0, 5).map((id) => `tileid=${id}`),
        ...nodes.map((id) => `nodeid=${id}`),
      ];
      answers = [
        ...(await resourceAnswers()),
        ...(await readEach(service, await geojsonPaths(service, filters))),
        ...(await readEach(service, await conceptPaths(service))),
        ...(await readEach(service, await modelPaths(service))),
      ];
    });

    afterAll(async () => runStatement(service, 'update tile set provisional_edits = null'));

    it('appears in no answer: no value, no name, no id', () => {
      expect(ids.length).toBeGreaterThan(40);
      expect(findLeaks(answers, [...inventedTexts, ...ids])).toEqual([]);
    });

    it('is searched for in answers with status 200, except for items of a collection of another type', () => {
      // A collection of one geometry type has no features of another.
      const itemOfOneType = /_(point|linestring|polygon)\/items\/\d+$/;
      const answersToOpenPaths = answers.filter(({ path }) => !itemOfOneType.test(path));
      expect(new Set(answersToOpenPaths.map(({ status }) => status))).toEqual(new Set([200]));
    });

    it('appears in no provisional edit, because no answer contains provisional edits, even of open tiles', () => {
      expect(findLeaks(answers, ['Not yet reviewed'])).toEqual([]);
    });
  });

  it('is not named as the parent of open tiles', async () => {
    const parents = toSqlList(
      await queryColumn(
        service,
        `select distinct p.nodegroup_id::text
from tile t
join tile p on p.tile_id = t.parent_tile_id`,
      ),
    );
    await setGuestRights(
      { read: true },
      `insert into nodegroup_grant (nodegroup_id, account_group_id)
select nodegroup_id, 1 from nodegroup where nodegroup_id in (${parents})`,
    );
    const tiles = await queryColumn(
      service,
      `select tile_id::text from tile where nodegroup_id in (${parents})`,
    );
    const childResources = await queryColumn(
      service,
      `select distinct resource_id::text from tile where parent_tile_id in (${toSqlList(tiles)}) limit 25`,
    );
    const answers = await readEach(service, resourcePaths(childResources));
    expect(findLeaks(answers, tiles)).toEqual([]);
    expect(findLeaks(answers, ['"parenttile_id":null'])).toHaveLength(answers.length);
    expect(findLeaks(await readEach(service, await geojsonPaths(service)), tiles)).toEqual([]);
  });
});

describe('a resource instance that is closed to Guest', () => {
  let closedId: string;
  let names: readonly string[];

  beforeAll(async () => {
    // A resource instance that others refer to, and whose name no other text contains.
    const [found] = await queryColumn(
      service,
      `select r.resource_id::text
from resource r
where exists (select from resource_relation x where x.to_resource_id = r.resource_id and x.tile_id is not null)
  and exists (select from feature f where f.resource_id = r.resource_id)
  and not exists (
    select
    from tile t
    where t.resource_id <> r.resource_id
      and position(r.descriptors -> 'en-US' -> 'name' ->> 'value' in t.data::text) > 0
  )
order by 1
limit 1`,
    );
    if (found === undefined) throw new Error('The sample has no such resource instance.');
    closedId = found;
    names = await queryColumn(
      service,
      `select l.value -> 'name' ->> 'value' from resource r cross join lateral jsonb_each(r.descriptors) l
where r.resource_id = '${closedId}' and l.key = 'en-US'`,
    );
  });

  it('is named by its referrers while it is open', async () => {
    await setGuestRights({ read: true });
    expect(findLeaks(await readEach(service, await geojsonPaths(service)), names)).not.toEqual([]);
  });

  it('is neither listed, drawn nor named once it is closed', async () => {
    await setGuestRights({ read: true }, resourceGrant(closedId, 'no_access'));
    const referrers = await queryColumn(
      service,
      `select distinct from_resource_id::text from resource_relation where to_resource_id = '${closedId}'`,
    );
    const answers = await resourceAnswers([closedId, ...referrers]);
    expect(findLeaks(answers, names)).toEqual([]);
    // Its id stays in the stored values of other resource instances that refer to it.
    const ownTexts = [
      `/resources/${closedId}`,
      `"resourceinstanceid":"${closedId}"`,
      `"resourceinstanceid": "${closedId}"`,
    ];
    expect(findLeaks(answers, ownTexts)).toEqual([]);
    const answersWithDisplayValues = answers.filter(({ path }) =>
      path.includes('use_display_values'),
    );
    expect(findLeaks(answersWithDisplayValues, [closedId])).toEqual([]);
  });

  it('is answered exactly like an unknown id', async () => {
    await setGuestRights({ read: true }, resourceGrant(closedId, 'no_access'));
    const unknownId = crypto.randomUUID();
    const [tile] = await queryColumn(
      service,
      `select tile_id::text from feature where resource_id = '${closedId}'`,
    );
    const pairs = [
      ...['', '?format=json', '?format=service-json', '?hidden=false&indent=2', '?format=csv'].map(
        (query) => [`/resources/${closedId}${query}`, `/resources/${unknownId}${query}`] as const,
      ),
      [`/geojson?resourceid=${closedId}`, `/geojson?resourceid=${unknownId}`] as const,
      [`/geojson?tileid=${tile}`, `/geojson?tileid=${unknownId}`] as const,
    ];
    for (const [path, unknownPath] of pairs) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await fetchWithoutRequestId(path, { method });
        expect(answer).toEqual(await fetchWithoutRequestId(unknownPath, { method }));
      }
    }
  });

  it('is not counted in the pages of the list', async () => {
    await setGuestRights({ read: true }, resourceGrant(closedId, 'no_access'));
    expect(await listResources('?limit=1000')).toEqual(resources.filter((id) => id !== closedId));
    expect(await listResources('?limit=50&page=3')).toHaveLength(resources.length - 101);
  });
});

describe('a resource instance that is the only thing open to Guest', () => {
  let openId: string;

  beforeAll(async () => {
    [openId = ''] = await queryColumn(
      service,
      `select f.resource_id::text from feature f join resource r on r.resource_id = f.resource_id
join graph g on g.graph_id = r.graph_id and g.slug = 'heritage-place' order by 1 limit 1`,
    );
    await setGuestRights({ read: false }, resourceGrant(openId, 'can_view'));
  });

  it('is the only one in the list', async () => {
    expect(await listResources()).toEqual([openId]);
    expect(await listResources('?graph=heritage-place')).toEqual([openId]);
    expect(await listResources('?graph=heritage-place&page=2')).toEqual([]);
    expect((await service.fetch('/resources/?graph=event-or-activity')).status).toBe(400);
  });

  it('has neither tiles nor descriptors, because all nodegroups are closed', async () => {
    const [record] = z
      .object({
        business_data: z.object({ resources: z.array(z.object({ tiles: z.array(z.unknown()) })) }),
      })
      .parse(await service.fetchJson(`/resources/${openId}?format=json&hidden=false`))
      .business_data.resources;
    expect(record?.tiles).toEqual([]);
    expect(
      await service.fetchJson(`/resources/${openId}?format=service-json&hidden=false`),
    ).toMatchObject({
      descriptors: {},
      displayname: null,
      name: '',
      tiles: [],
    });
    expect(await service.fetchJson('/geojson')).toMatchObject({ features: [] });
  });

  it('opens nothing else: other resource instances are a 404, and the thesaurus is a 401', async () => {
    const otherId = resources.find((id) => id !== openId);
    const answer = await fetchWithoutRequestId(`/resources/${otherId}`);
    expect(answer.status).toBe(404);
    expect(answer).toEqual(await fetchWithoutRequestId(`/resources/${crypto.randomUUID()}`));
    const [concept] = await conceptPaths(service);
    expect((await service.fetch(concept ?? '')).status).toBe(401);
  });
});

describe('hidden nodegroups', () => {
  it('are left out unless hidden=false asks for them', async () => {
    await setGuestRights({ read: true });
    const tiles = await queryColumn(
      service,
      `select t.tile_id::text from tile t join nodegroup n on n.nodegroup_id = t.nodegroup_id where n.is_hidden`,
    );
    expect(tiles.length).toBeGreaterThan(0);
    const resourceIds = await queryColumn(
      service,
      `select distinct resource_id::text from tile where tile_id in (${toSqlList(tiles)}) limit 25`,
    );
    for (const format of ['json', 'service-json', 'arches-json']) {
      const paths = resourceIds.map((id) => `/resources/${id}?format=${format}`);
      expect(findLeaks(await readEach(service, paths), tiles)).toEqual([]);
    }
    const shown = await readEach(service, resourcePaths(resourceIds));
    expect(findLeaks(shown, tiles)).toHaveLength(shown.length);
  });
});
