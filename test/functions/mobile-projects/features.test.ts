import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { exampleResourceId, restrictedNodegroups } from '../../../infra/local/sample/access.ts';
import { denyNodegroupsToGroup } from '../../../infra/cli/accounts/queries/groups.ts';
import { nilUuid } from '../../../lib/model/ids.ts';
import { readProblem } from '../../gateway/problem.ts';
import { queryColumn, openSampleService, runStatement } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { cardsOf, createPerson, type Person } from './projects.ts';

const collection = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ type: z.string() }),
      properties: z.looseObject({ resourceinstanceid: z.string(), tileid: z.string() }),
    }),
  ),
  numberMatched: z.number().optional(),
});

type Features = z.output<typeof collection>['features'];

let service: TestService;
let manager: Person;
let surveyor: Person;

/** Cards of heritage places. */
const namesCard = 'fd31ad77-2494-558e-a9a2-898a033b2793';
const placeTypeCard = 'a08235a7-7761-564b-8d12-d045d7eba88e';

/** An area that contains Stonehenge and Avebury, but not Durham and Rome. */
const wessex = 'POLYGON((-2.05 51.1,-1.6 51.1,-1.6 51.5,-2.05 51.5,-2.05 51.1))';

beforeAll(async () => {
  service = await openSampleService();
  await service.openToGuest();
  manager = await createPerson(service, 'manager', { groups: ['Mobile Project Administrator'] });
  surveyor = await createPerson(service, 'surveyor', { groups: ['Crowdsource Editor'] });
});

afterAll(async () => service?.close());

async function createProject(fields: object): Promise<string> {
  const invited = { users: [surveyor.id], ...fields };
  return (await manager.store('POST', '/mobileprojects', { name: 'Survey', ...invited })).id;
}

async function featuresOf(query: string, caller = surveyor): Promise<Features> {
  const response = await caller.sendRequest(`/geojson?${query}`);
  expect([query, response.status]).toEqual([query, 200]);
  return collection.parse(await response.json()).features;
}

const idsOf = (features: Features): readonly string[] => [
  ...new Set(features.map(({ properties }) => properties.resourceinstanceid)),
];

/** Reads the ids of resource instances whose features meet a SQL condition, in the order of the route. */
const readResourceIds = (condition: string): Promise<readonly string[]> =>
  queryColumn(
    service,
    `select distinct f.resource_id::text
from feature f
join resource r on r.resource_id = f.resource_id
join graph g on g.graph_id = r.graph_id
where ${condition}
order by 1`,
  );

describe('GET /geojson?mobileproject=', () => {
  it('returns the features that intersect the bounds, with the values of the cards', async () => {
    const id = await createProject({ bounds: wessex, cards: [namesCard, placeTypeCard] });
    const features = await featuresOf(`mobileproject=${id}`);
    expect(idsOf(features)).toEqual(
      await readResourceIds(
        `st_intersects(f.geometry, st_geomfromtext('${wessex}', 4326)) and g.slug = 'heritage-place'`,
      ),
    );
    expect(idsOf(features)).toContain(exampleResourceId);
    const nodegroups = await queryColumn(
      service,
      `select nodegroup_id::text from card where card_id in ('${namesCard}', '${placeTypeCard}')`,
    );
    const ids = idsOf(features).join(',');
    expect(features).toEqual(
      await featuresOf(`resourceid=${ids}&nodegroups=${nodegroups.join(',')}`),
    );
  });

  it('returns all features of the models of the cards if the project has no bounds', async () => {
    const id = await createProject({ cards: [namesCard] });
    expect(idsOf(await featuresOf(`mobileproject=${id}`))).toEqual(
      await readResourceIds("g.slug = 'heritage-place'"),
    );
  });

  it('returns no features of models without a card in the project', async () => {
    const [card] = await cardsOf(service, 'person-or-organisation');
    expect(await featuresOf(`mobileproject=${await createProject({ cards: [card] })}`)).toEqual([]);
    expect(await featuresOf(`mobileproject=${await createProject({ cards: [] })}`)).toEqual([]);
  });

  it('returns features that intersect one of several areas, and lines that are partly inside', async () => {
    const tyne = 'POLYGON((-1.7 54.9,-1.5 54.9,-1.5 55,-1.7 55,-1.7 54.9))';
    const id = await createProject({
      bounds: `GEOMETRYCOLLECTION(${wessex},${tyne})`,
      cards: [namesCard],
    });
    const features = await featuresOf(`mobileproject=${id}`);
    expect(features.some(({ geometry }) => geometry.type === 'LineString')).toBe(true);
    expect(idsOf(features)).toContain(exampleResourceId);
  });

  it('can be combined with the other parameters', async () => {
    const id = await createProject({ bounds: wessex, cards: [namesCard] });
    const allFeatures = await featuresOf(`mobileproject=${id}`);
    const filteredFeatures = await featuresOf(
      `mobileproject=${id}&bbox=-1.83,51.17,-1.82,51.18&type=Point&graph=heritage-place&use_display_values&include_primary_name`,
    );
    expect(idsOf(filteredFeatures)).toEqual([exampleResourceId]);
    expect(filteredFeatures[0]?.properties['primary_name']).toMatch('Stonehenge');
    expect(await featuresOf(`mobileproject=${id}&type=Polygon`)).toEqual([]);
    expect(await featuresOf(`mobileproject=${id}&bbox=10,10,11,11`)).toEqual([]);
    expect(idsOf(await featuresOf(`mobileproject=${id}&resourceid=${exampleResourceId}`))).toEqual([
      exampleResourceId,
    ]);
    const [otherNodegroup] = await queryColumn(
      service,
      `select nodegroup_id::text from card where card_id = '${placeTypeCard}'`,
    );
    const featuresWithNodegroup = await featuresOf(
      `mobileproject=${id}&nodegroups=${otherNodegroup}`,
    );
    expect(Object.keys(featuresWithNodegroup[0]?.properties ?? {}).length).toBeGreaterThan(
      Object.keys(allFeatures[0]?.properties ?? {}).length,
    );
    const countedAnswer = await surveyor.sendRequest(
      `/geojson?mobileproject=${id}&limit=1&count=exact`,
    );
    expect(collection.parse(await countedAnswer.json()).numberMatched).toBe(allFeatures.length);
  });

  it.each(['', `bounds`])(
    'returns the same features unpaged, by page number and by cursor (%s)',
    async (withBounds) => {
      const europe = 'POLYGON((-10 35,30 35,30 60,-10 60,-10 35))';
      const fields = { cards: [namesCard], ...(withBounds === '' ? {} : { bounds: europe }) };
      const id = await createProject(fields);
      const tilesOf = (features: Features) => features.map(({ properties }) => properties.tileid);
      const allTiles = tilesOf(await featuresOf(`mobileproject=${id}`));
      const tilesByNumber: string[] = [];
      const tilesByLink: string[] = [];
      let link: string | undefined = `/geojson?mobileproject=${id}&limit=7`;
      for (let page = 1; link !== undefined; page += 1) {
        tilesByNumber.push(
          ...tilesOf(await featuresOf(`mobileproject=${id}&limit=7&page=${page}`)),
        );
        const response = await surveyor.sendRequest(link);
        tilesByLink.push(...tilesOf(collection.parse(await response.json()).features));
        link = /<https:\/\/[^/]+([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1];
      }
      expect(allTiles.length).toBeGreaterThan(20);
      expect(tilesByNumber).toEqual(allTiles);
      expect(tilesByLink).toEqual(allTiles);
    },
  );

  it('accepts the project in the body of a POST', async () => {
    const id = await createProject({ bounds: wessex, cards: [namesCard] });
    const response = await surveyor.sendRequest('/geojson', {
      method: 'POST',
      body: { mobileproject: id },
    });
    expect(collection.parse(await response.json()).features).toEqual(
      await featuresOf(`mobileproject=${id}`),
    );
  });

  it('makes one Data API call', async () => {
    const id = await createProject({ bounds: wessex, cards: [namesCard] });
    expect(await service.countCalls(() => featuresOf(`mobileproject=${id}`))).toBe(1);
  });

  it('answers 401 to anonymous callers, even if Guest may read', async () => {
    const id = await createProject({ bounds: wessex, cards: [namesCard] });
    const calls = await service.countCalls(async () => {
      const response = await service.fetch(`/geojson?mobileproject=${id}`);
      expect(await readProblem(response)).toMatchObject({ status: 401 });
    });
    expect(calls).toBe(0);
  });

  it('answers callers who are not invited with the same 404 as for an unknown project', async () => {
    const id = await createProject({ bounds: wessex, cards: [namesCard], users: [] });
    const answers = await Promise.all(
      [id, nilUuid].map(async (projectId) => {
        const response = await surveyor.sendRequest(
          `/geojson?mobileproject=${projectId}&count=exact&limit=1`,
        );
        const { requestId: _, ...problem } = await readProblem(response);
        return problem;
      }),
    );
    expect(answers[0]).toMatchObject({ status: 404, code: 'not_found' });
    expect(answers[1]).toEqual(answers[0]);
    expect((await surveyor.sendRequest('/geojson?mobileproject=no-id')).status).toBe(400);
    expect((await manager.sendRequest(`/geojson?mobileproject=${id}`)).status).toBe(200);
  });

  it('omits what the caller may not read, even if the project has a card for it', async () => {
    const [card] = await queryColumn(
      service,
      `select card_id::text from card where nodegroup_id = '${restrictedNodegroups[0]}'`,
    );
    const id = await createProject({ cards: [namesCard, card] });
    const namesOfProperties = async () => [
      ...new Set((await featuresOf(`mobileproject=${id}`)).flatMap(({ properties }) => Object.keys(properties))), // prettier-ignore
    ];
    const readableNames = await namesOfProperties();
    await service.stack.dataApi.write(
      denyNodegroupsToGroup('Crowdsource Editor', restrictedNodegroups),
    );
    expect((await namesOfProperties()).length).toBeLessThan(readableNames.length);
    await runStatement(
      service,
      `insert into resource_grant (resource_id, account_group_id, no_access) values ('${exampleResourceId}', 9, true)`,
    );
    expect(idsOf(await featuresOf(`mobileproject=${id}`))).not.toContain(exampleResourceId);
    await runStatement(
      service,
      "update account_group set can_read = false where name in ('Crowdsource Editor', 'Guest')",
    );
    expect(await featuresOf(`mobileproject=${id}`)).toEqual([]);
  });
});
