import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { setGroupDefaults } from '../../infra/cli/accounts/queries/groups.ts';
import { runQuery } from '../../lib/data-api/query.ts';
import { openSampleService } from '../support/sample.ts';
import type { TestService } from '../support/service.ts';

const resource = '/resources/493bfbb8-7a3b-5058-867d-270d8723152e';
const concept = '/rdm/concepts/ff6e35a9-7c1b-5552-8293-a21fdb176a30?format=json&depthlimit=0';
const view = '00000000-0000-4000-8000-000000000001';

const noRights = { read: false, write: false, delete: false };

/**
 * The statuses that docs/specification.md gives for requests without a token: while Guest may read (open), and while it may not
 * (closed).
 */
const requests: readonly (readonly [request: string, open: number, closed: number])[] = [
  ['GET /resources/', 200, 200],
  ['GET /geojson', 200, 200],
  [`GET ${resource}`, 200, 401],
  [`GET ${concept}`, 200, 401],
  ['GET /api/spatialviews', 200, 401],
  ['GET /history/', 401, 401],
  ['GET /history/1', 401, 401],
  ['GET /mobileprojects', 401, 401],
  [`PUT ${resource}`, 401, 401],
  [`DELETE ${resource}`, 401, 401],
  ['POST /api/spatialviews', 401, 401],
  [`PUT /api/spatialviews/${view}`, 401, 401],
  [`DELETE /api/spatialviews/${view}`, 401, 401],
];

describe('a request without a token', () => {
  let service: TestService;

  const fetchStatus = async (request: string): Promise<number> => {
    const [method = '', path = ''] = request.split(' ');
    const body = method === 'PUT' || method === 'POST' ? { body: '{}' } : {};
    const response = await service.fetch(path, { method, ...body });
    await response.body?.cancel();
    return response.status;
  };

  beforeAll(async () => {
    service = await openSampleService();
    await service.openToGuest();
  });

  afterAll(async () => service?.close());

  it('gets the status in docs/specification.md while Guest may read and while it may not', async () => {
    const openStatuses = new Map<string, number>();
    for (const [request] of requests) openStatuses.set(request, await fetchStatus(request));
    await runQuery(service.stack.dataApi.write, setGroupDefaults('Guest', noRights));
    const statuses: (readonly [string, number | undefined, number])[] = [];
    for (const [request] of requests)
      statuses.push([request, openStatuses.get(request), await fetchStatus(request)]);
    expect(statuses).toEqual(requests);
  });
});
