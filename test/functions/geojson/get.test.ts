import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { readRecordTexts } from '../../../infra/cli/import/resources/read-record-texts.ts';
import { denyNodegroupsToGroup } from '../../../infra/cli/accounts/queries/groups.ts';
import { mapConcurrently } from '../../support/map-concurrently.ts';
import { testPackages } from '../../support/test-packages.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { takeSample, triesAllCases } from '../../support/random/take-sample.ts';

const feature = z.strictObject({
  type: z.literal('Feature'),
  id: z.number().int(),
  geometry: z.object({ type: z.string(), coordinates: z.unknown() }),
  properties: z.looseObject({ resourceinstanceid: z.uuid(), tileid: z.uuid(), nodeid: z.uuid() }),
});

const collection = z.strictObject({
  type: z.literal('FeatureCollection'),
  features: z.array(feature),
  _page: z.number().optional(),
  _lastPage: z.boolean().optional(),
});

type Feature = z.output<typeof feature>;

const storedValue = z.object({ features: z.array(z.object({ geometry: z.unknown() })) });

/** A key that is equal for equal geometries of the same tile. */
function keyOf(tileId: string, geometry: unknown): string {
  return `${tileId} ${JSON.stringify(geometry, Object.keys(Object(geometry)).toSorted())}`;
}

describe.each(testPackages)('GET /geojson on $name', ({ content, files, nameProperty }) => {
  let service: TestService;
  const storedGeometries: string[] = [];

  beforeAll(async () => {
    service = await openTestService(content);
    for (const file of files) {
      for await (const { text } of readRecordTexts(file))
        storedGeometries.push(...geometriesOf(text));
    }
  });

  afterAll(async () => service?.close());

  function geometriesOf(text: string): readonly string[] {
    const { tiles } = z
      .object({
        tiles: z.array(z.object({ tileid: z.string(), data: z.record(z.string(), z.unknown()) })),
      })
      .parse(JSON.parse(text));
    return tiles.flatMap(({ tileid, data }) =>
      Object.values(data).flatMap((value) => {
        const found = storedValue.safeParse(value);
        return found.success
          ? found.data.features.map(({ geometry }) => keyOf(tileid, geometry))
          : [];
      }),
    );
  }

  const get = async (query = ''): Promise<z.output<typeof collection>> =>
    collection.parse(await service.fetchJson(`/geojson${query}`));
  const geometryKeys = (features: readonly Feature[]): readonly string[] =>
    features.map(({ geometry, properties }) => keyOf(properties.tileid, geometry));
  const readOneFeature = async (): Promise<Feature> => {
    const [found] = (await get('?limit=1')).features;
    if (found === undefined) throw new Error('There is no feature.');
    return found;
  };
  const nodegroupsWithText = async (): Promise<readonly string[]> => {
    const rows = await service.stack.dataApi.read({
      text: `select distinct n.nodegroup_id::text from node n join tile t on t.nodegroup_id = n.nodegroup_id
where n.datatype in ('string', 'concept') order by 1`,
      parameters: [],
    });
    return rows.map(([id]) => String(id));
  };

  it('returns nothing before the instance is open', async () => {
    expect((await get()).features).toEqual([]);
  });

  describe('on an open instance', () => {
    beforeAll(async () => service.openToGuest());

    it('returns every stored geometry without a filter', async () => {
      const { features } = await get();
      expect(features.length).toBeGreaterThan(50);
      expect(geometryKeys(features).toSorted()).toEqual(storedGeometries.toSorted());
    });

    it('numbers the features of a response from 1', async () => {
      const { features } = await get();
      expect(features.map(({ id }) => id)).toEqual(features.map((_, index) => index + 1));
    });

    it('returns the same features in pages of any size, with the last page marked', async () => {
      const all = geometryKeys((await get()).features);
      const count = all.length;
      const smallLimits = triesAllCases ? [1, 30] : [count < 100 ? 1 : Math.ceil(count / 20)];
      for (const limit of [...smallLimits, Math.floor(count / 2), count - 1, count, 500]) {
        const found: string[] = [];
        for (let page = 1, isLast = false; !isLast; page += 1) {
          const answer = await get(`?limit=${limit}&page=${page}`);
          expect(answer._page).toBe(page);
          found.push(...geometryKeys(answer.features));
          isLast = answer._lastPage ?? true;
        }
        expect(found).toEqual(all);
      }
    });

    it('has no paging keys without a limit', async () => {
      expect(await get()).not.toHaveProperty('_page');
    });

    it('filters by resource instance, by tile, by node and by several nodes', async () => {
      const { properties } = await readOneFeature();
      const featuresBy = async (query: string): Promise<readonly Feature[]> =>
        (await get(query)).features;
      for (const found of await featuresBy(`?resourceid=${properties.resourceinstanceid}`)) {
        expect(found.properties.resourceinstanceid).toBe(properties.resourceinstanceid);
      }
      const keysOfTile = storedGeometries.filter((key) => key.startsWith(properties.tileid));
      expect(geometryKeys(await featuresBy(`?tileid=${properties.tileid}`)).toSorted()).toEqual(
        keysOfTile.toSorted(),
      );
      const featuresOfNode = await featuresBy(`?nodeid=${properties.nodeid}`);
      expect(featuresOfNode.length).toBeGreaterThan(0);
      expect(await featuresBy(`?nodeids=${properties.nodeid}`)).toEqual(featuresOfNode);
      expect(await featuresBy(`?nodeids=${crypto.randomUUID()}`)).toEqual([]);
      expect(await featuresBy(`?resourceid=${crypto.randomUUID()}`)).toEqual([]);
    });

    it('filters by geometry type', async () => {
      const types = [
        'Point',
        'MultiPoint',
        'LineString',
        'MultiLineString',
        'Polygon',
        'MultiPolygon',
      ];
      for (const type of types) {
        const keysOfType = storedGeometries.filter((key) => key.includes(`"type":"${type}"`));
        const { features } = await get(`?type=${type}`);
        expect(geometryKeys(features).toSorted()).toEqual(keysOfType.toSorted());
      }
      expect(
        new Set((await get()).features.map(({ geometry }) => geometry.type)).size,
      ).toBeGreaterThan(2);
      expect(await get('?type=point')).toEqual(await get('?type=Point'));
    });

    it('rounds coordinates to the precision', async () => {
      const { features } = await get('?precision=1&type=Point');
      for (const { geometry } of features) {
        for (const value of z.array(z.number()).parse(geometry.coordinates)) {
          expect(value).toBe(Number(value.toFixed(1)));
        }
      }
    });

    it('adds values of nodegroups under node names, shortened to the requested length', async () => {
      const nodegroups = (await nodegroupsWithText()).join(',');
      const whole = await get(`?limit=20&nodegroups=${nodegroups}`);
      const propertyNames = (features: readonly Feature[]): readonly string[] =>
        features.flatMap(({ properties }) => Object.keys(properties));
      expect(propertyNames(whole.features)).toContain(nameProperty);
      const shortened = await get(`?limit=20&field_name_length=5&nodegroups=${nodegroups}`);
      const standardNames = new Set(['resourceinstanceid', 'tileid', 'nodeid']);
      const tooLong = propertyNames(shortened.features).filter(
        (name) => !standardNames.has(name) && name.length > 5,
      );
      expect(tooLong).toEqual([]);
    });

    it('names properties by node id on request', async () => {
      const nodegroups = (await nodegroupsWithText()).join(',');
      const { features } = await get(`?limit=20&use_uuid_names=true&nodegroups=${nodegroups}`);
      const names = features.flatMap(({ properties }) => Object.keys(properties));
      expect(names.filter((name) => z.uuid().safeParse(name).success).length).toBeGreaterThan(20);
    });

    it('displays concepts with use_display_values, and returns value ids without it', async () => {
      const nodegroups = (await nodegroupsWithText()).join(',');
      const rows = await service.stack.dataApi.read({
        text: 'select value_id::text from concept_value',
        parameters: [],
      });
      const valueIds = new Set(rows.map(([id]) => String(id)));
      const isId = (value: unknown): boolean => typeof value === 'string' && valueIds.has(value);
      const standardNames = new Set(['resourceinstanceid', 'tileid', 'nodeid']);
      const countValueIds = (features: readonly Feature[]): number =>
        features
          .flatMap(({ properties }) => Object.entries(properties))
          .filter(([name, value]) => !standardNames.has(name) && [value].flat(3).some(isId)).length;
      expect(
        countValueIds((await get(`?limit=50&nodegroups=${nodegroups}`)).features),
      ).toBeGreaterThan(10);
      const shown = await get(`?limit=50&use_display_values&nodegroups=${nodegroups}`);
      expect(countValueIds(shown.features)).toBe(0);
    });

    it('treats a flag as on unless its value turns it off', async () => {
      const hasGeojsonLink = async (query: string): Promise<boolean> =>
        Object.hasOwn((await get(`?limit=1&${query}`)).features[0]?.properties ?? {}, 'geojson');
      expect(await hasGeojsonLink('include_geojson_link')).toBe(true);
      expect(await hasGeojsonLink('include_geojson_link=')).toBe(true);
      expect(await hasGeojsonLink('include_geojson_link=1')).toBe(true);
      expect(await hasGeojsonLink('include_geojson_link=0')).toBe(false);
      expect(await hasGeojsonLink('include_geojson_link=maybe')).toBe(true);
      expect(await hasGeojsonLink('include_geojson_link=False')).toBe(false);
      expect(await hasGeojsonLink('include_geojson_link=no')).toBe(false);
      const fetchText = async (value: string): Promise<string> =>
        (
          await service.fetch('/geojson?limit=1', {
            headers: { 'X-SERVICE-INCLUDE-GEOJSON-LINK': value },
          })
        ).text();
      expect(await fetchText('maybe')).toContain('"geojson":');
      expect(await fetchText('')).toContain('"geojson":');
      expect(await fetchText('Off')).not.toContain('"geojson":');
    });

    it('links each feature to a request for exactly this feature', async () => {
      const { features } = await get('?include_geojson_link');
      const links = features.map((found) => ({
        found,
        search: new URL(String(found.properties['geojson'])).search,
      }));
      expect(new Set(links.map(({ search }) => search)).size).toBe(features.length);
      const followed = takeSample(links, 15);
      const again = await mapConcurrently(followed, ({ search }) => get(search));
      expect(again.map(({ features }) => geometryKeys(features))).toEqual(
        followed.map(({ found }) => geometryKeys([found])),
      );
    });

    it('rejects a feature id without a tile id', async () => {
      const response = await service.fetch(`/geojson?feature=${crypto.randomUUID()}`);
      expect([response.status, await response.text()]).toEqual([
        400,
        expect.stringContaining('must be sent together with tileid'),
      ]);
    });

    it('adds the primary name of the resource instance', async () => {
      const { features } = await get('?limit=20&include_primary_name');
      for (const { properties } of features) expect(properties['primary_name']).toMatch(/\S/);
    });

    it('rejects all invalid values together', async () => {
      const response = await service.fetch(
        '/geojson?precision=x&limit=0&tileid=castle&nodeids=a,b',
      );
      expect(response.status).toBe(400);
      const { errors } = z
        .object({ errors: z.array(z.object({ pointer: z.string() })) })
        .parse(await response.json());
      expect([...new Set(errors.map(({ pointer }) => pointer))].toSorted()).toEqual([
        '/limit',
        '/nodeids',
        '/precision',
        '/tileid',
      ]);
    });

    it('makes one Data API call for up to 1 MiB of data, and about one for each million bytes of more data', async () => {
      await get('?limit=1');
      expect(await service.countCalls(() => get('?limit=50'))).toBe(1);
      const nodegroups = (await nodegroupsWithText()).join(',');
      const largeQuery = `?use_display_values&include_primary_name&nodegroups=${nodegroups}`;
      const calls = await service.countCalls(() => get(largeQuery));
      const { bytesOut } = service.stack.server.counters.read();
      expect(calls).toBeLessThanOrEqual(Math.ceil(bytesOut / 1_000_000) + 1);
    });

    it('omits the features of a nodegroup that Guest may not read', async () => {
      const { properties } = await readOneFeature();
      const nodegroupRows = await service.stack.dataApi.read({
        text: `select nodegroup_id::text from node where node_id = '${properties.nodeid}'`,
        parameters: [],
      });
      await service.stack.dataApi.write(
        denyNodegroupsToGroup('Guest', [String(nodegroupRows[0]?.[0])]),
      );
      expect((await get(`?tileid=${properties.tileid}`)).features).toEqual([]);
      for (const found of (await get()).features)
        expect(found.properties.nodeid).not.toBe(properties.nodeid);
    });
  });
});
