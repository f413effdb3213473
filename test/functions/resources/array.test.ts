import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { readProblem } from '../../gateway/problem.ts';
import { strictResource } from '../../lib/serializers/graphs/strict-types.ts';
import { queryColumn, openSampleService, runStatement } from '../../support/sample.ts';
import { heritagePlaceModel } from '../../support/sample-model.ts';
import { baseUrl, type TestService } from '../../support/service.ts';

const graphId = heritagePlaceModel.graphid;
const resourceArraySchema = z.array(strictResource);
const resourceSchema = z.looseObject({
  tiles: z.array(z.unknown()),
  displayname: z.string(),
  graph_publication_id: z.string(),
});

let service: TestService;

beforeAll(async () => {
  service = await openSampleService();
  await service.openToGuest();
});

afterAll(async () => service?.close());

const get = (query: string, init?: RequestInit): Promise<Response> =>
  service.fetch(`/resources?graph_uuid=${graphId}&format=arches-json${query}`, init);

const readIds = async (query: string): Promise<readonly string[]> =>
  resourceArraySchema
    .parse(await (await get(query)).json())
    .map(({ resourceinstance }) => resourceinstance.resourceinstanceid);

describe('GET /resources?graph_uuid=…&format=arches-json', () => {
  it('is an array of resource instances as in GET /resources/{id}, with the types that strict clients require', async () => {
    const response = await get('&hide_empty_nodes=false&compact=false&limit=1000', {
      headers: { 'accept-language': 'fr' },
    });
    expect(response.headers.get('vary')).toContain('Accept-Language');
    const foundResources = resourceArraySchema.parse(await response.json());
    const ids = await queryColumn(
      service,
      `select resource_id::text from resource where graph_id = '${graphId}' order by resource_id`,
    );
    expect(foundResources.map(({ resourceinstance: { resourceinstanceid: id } }) => id)).toEqual(
      ids,
    );
    for (const { resourceinstance: instance, tiles } of foundResources.slice(0, 20)) {
      const path = `/resources/${instance.resourceinstanceid}?format=arches-json`;
      const singleAnswer = await service.fetch(path, { headers: { 'accept-language': 'fr' } });
      const { tiles: expected, ...header } = resourceSchema.parse(await singleAnswer.json());
      expect(tiles).toEqual(expected);
      expect(instance).toMatchObject({
        name: header.displayname,
        descriptors: { name: header.displayname },
        graph_id: graphId,
        graph_publication_id: header.graph_publication_id,
      });
    }
  });

  it('links to the next page in the header Link, and the pages together have each id once', async () => {
    const allIds = await readIds('&limit=1000');
    const foundIds: string[] = [];
    let path: string | undefined = `/resources?graph_uuid=${graphId}&format=arches-json&limit=30`;
    while (path !== undefined) {
      const response = await service.fetch(path);
      const page = resourceArraySchema.parse(await response.json());
      foundIds.push(...page.map(({ resourceinstance }) => resourceinstance.resourceinstanceid));
      const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '');
      path = next?.[1]?.slice(baseUrl.length);
    }
    expect(allIds.length).toBeGreaterThan(60);
    expect(foundIds).toEqual(allIds);
  });

  it('takes two Data API calls, and one if the page is empty', async () => {
    await get('&limit=50');
    expect(await service.countCalls(() => get('&limit=50'))).toBe(2);
    expect(await service.countCalls(() => get('&page=9999'))).toBe(1);
    expect(await readIds('&page=9999')).toEqual([]);
  });

  it('needs the id of one visible model, and allows a limit of at most 1,000', async () => {
    const readErrors = async (path: string) => {
      const { status, errors } = await readProblem(await service.fetch(path));
      return [status, errors?.map(({ pointer, code }) => `${pointer} ${code}`)];
    };
    expect(await readErrors('/resources?format=arches-json')).toEqual([
      400,
      ['/graph_uuid missing'],
    ]);
    expect(
      await readErrors(`/resources?format=arches-json&graph_uuid=${crypto.randomUUID()}`),
    ).toEqual([400, ['/graph_uuid invalid']]);
    expect(await readErrors('/resources?format=arches-json&graph_uuid=heritage-place')).toEqual([
      400,
      ['/graph_uuid invalid'],
    ]);
    expect(
      await readErrors(`/resources?graph_uuid=${graphId}&format=arches-json&limit=1001`),
    ).toEqual([400, ['/limit invalid']]);
  });

  it('is the container of the specification for that model if format is left out', async () => {
    const container = z.object({ 'ldp:contains': z.array(z.string()) });
    const containerById = container.parse(
      await service.fetchJson(`/resources/?graph_uuid=${graphId}&limit=5`),
    );
    const containerBySlug = container.parse(
      await service.fetchJson('/resources/?graph=heritage-place&limit=5'),
    );
    expect(containerById).toEqual(containerBySlug);
  });
});

describe('GET /resources with limit=0, as a client of Arches sends it', () => {
  it('returns all resource instances of the model, also if they are more than a page has', async () => {
    await runStatement(
      service,
      `insert into resource (resource_id, graph_id) select gen_random_uuid(), '${graphId}' from generate_series(1, 1100)`,
    );
    const ids = await queryColumn(
      service,
      `select resource_id::text from resource where graph_id = '${graphId}' order by resource_id`,
    );
    expect(await readIds('&limit=0')).toEqual(ids);
  });

  it.each([
    '/resources?limit=0',
    `/resources?graph_uuid=${graphId}&limit=0`,
    `/resources?graph_uuid=${graphId}&format=arches-json&limit=0&page=2`,
    `/resources?graph_uuid=${graphId}&format=arches-json&limit=0&q=wall`,
    '/resources?limit=0&format=html',
  ])('is refused with 400 for anything else: %s', async (path) => {
    expect((await service.fetch(path)).status).toBe(400);
  });
});
