import { getIssues } from '@placemarkio/check-geojson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testPackages } from '../support/test-packages.ts';
import { takeSample, triesAllCases } from '../support/random/take-sample.ts';
import { queryColumn } from '../support/sample.ts';
import { openTestService, type TestService } from '../support/service.ts';
import {
  addPlace,
  sampleGeometries,
  unclosedPolygon,
  readPlaceNode,
} from './geojson/sample-geometries.ts';

const validPlaceId = '00000000-0000-4000-8000-000000000301';
const unclosedPlaceId = '00000000-0000-4000-8000-000000000302';

/** Parameters of GET /geojson, alone and combined. */
const parameters = [
  '',
  'type=Polygon',
  'type=GeometryCollection',
  'precision=0',
  'precision=15',
  'field_name_length=3',
  'use_uuid_names',
  'include_primary_name',
  'use_display_values',
  'include_geojson_link',
  'indent=2',
  'limit=7',
  'limit=7&page=2',
  'limit=7&page=1000',
  'bbox=-10,40,20,60',
  'bbox=170,-50,-170,50',
  'properties=place_name',
  'feature_id=uuid',
  'limit=7&count=exact',
  'count=exact',
];

describe.each(testPackages)('@placemarkio/check-geojson on $name', ({ content }) => {
  let service: TestService;
  let nodegroups: string;
  let geometryNode: string;

  beforeAll(async () => {
    service = await openTestService(content);
    await service.openToGuest();
    await addPlace(service, validPlaceId, sampleGeometries);
    const ids = await queryColumn(
      service,
      `select distinct t.nodegroup_id::text from feature f join tile t on t.resource_id = f.resource_id order by 1`,
    );
    nodegroups = ids.join();
    geometryNode = (await readPlaceNode(service)).nodeId;
  });

  afterAll(async () => service?.close());

  const read = async (query: string): Promise<string> => {
    const response = await service.fetch(`/geojson?${query}`);
    const text = await response.text();
    expect([query, response.status, response.status === 200 ? '' : text]).toEqual([query, 200, '']);
    return text;
  };
  const listIssues = async (query: string): Promise<readonly string[]> =>
    getIssues(await read(query)).map(({ message }) => message);

  const testedParameters = content === 'sample' ? parameters : takeSample(parameters, 4);

  it.each(testedParameters)('finds nothing wrong with an answer to ?%s', async (query) => {
    const baseQueries = [
      '',
      `nodegroups=${nodegroups}`,
      `nodeid=${geometryNode}&nodegroups=${nodegroups}&rfc7946=true`,
    ];
    // Base queries take turns.
    const { length } = baseQueries;
    const isCombined = (_baseQuery: string, index: number): boolean =>
      triesAllCases || index === testedParameters.indexOf(query) % length;
    for (const baseQuery of baseQueries.filter(isCombined)) {
      const combinedQuery = [query, baseQuery].filter((part) => part !== '').join('&');
      expect([combinedQuery, await listIssues(combinedQuery)]).toEqual([combinedQuery, []]);
    }
  });

  it('finds nothing wrong with all parameters at once', async () => {
    const flags = 'use_uuid_names&include_primary_name&use_display_values&include_geojson_link';
    const query = `${flags}&rfc7946=true&precision=3&limit=50&nodegroups=${nodegroups}`;
    expect(await listIssues(query)).toEqual([]);
  });

  it('finds nothing wrong with any line of geojsonseq', async () => {
    const text = await read(`format=geojsonseq&nodegroups=${nodegroups}`);
    const lines = text.split('\n').slice(0, -1);
    expect(lines.length).toBeGreaterThan(50);
    expect(lines.filter((line) => getIssues(line).length > 0)).toEqual([]);
  });

  it('reports a ring that is stored open, but not if rfc7946=true closes it', async () => {
    await addPlace(service, unclosedPlaceId, [unclosedPolygon]);
    expect(await listIssues(`resourceid=${unclosedPlaceId}`)).not.toEqual([]);
    expect(await listIssues(`resourceid=${unclosedPlaceId}&rfc7946=true`)).toEqual([]);
  });
});
