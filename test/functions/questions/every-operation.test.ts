import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openGateway, type Gateway } from '../../gateway/emulator/gateway.ts';
import { listOwnOperations } from '../../gateway/operations.ts';
import { openSampleService } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { addStateAndIdentifier, examplePath, readRouteExamples, withQuery } from '../examples.ts';

/** The operations that list resource instances or features, or what is about them. */
const listing: Readonly<Record<string, 'followed' | 'followed-from-query' | 'refused'>> = {
  'list-resources': 'followed',
  'get-search': 'followed',
  'search-resources': 'followed',
  'get-facets': 'followed',
  'query-facets': 'followed',
  'get-geojson': 'followed',
  'query-geojson': 'followed',
  'get-node-tile': 'followed-from-query',
  'get-ogc-tile': 'followed-from-query',
  'get-ogc-collection-tile': 'followed-from-query',
  suggest: 'refused',
  'get-map': 'followed-from-query',
  'list-concept-resources': 'refused',
  'list-relations': 'refused',
  'get-history': 'refused',
  'get-history-page': 'refused',
  'get-sitemap': 'refused',
};

let service: TestService;
let gateway: Gateway;

beforeAll(async () => {
  service = await openSampleService();
  await service.openToGuest();
  await addStateAndIdentifier(service);
  gateway = await openGateway('sources');
});

afterAll(async () => service?.close());

describe('every operation', () => {
  it('that lists resource instances or features says whether it follows conditions', async () => {
    const operations = await listOwnOperations(gateway.api);
    const declared = operations.flatMap(({ operation: { id, conditions } }) =>
      conditions === undefined ? [] : [[id, conditions]],
    );
    expect(Object.fromEntries(declared)).toEqual(listing);
  });

  it('that is declared so never ignores a condition on an unknown node', async () => {
    const examples = await readRouteExamples(service);
    const operations = await listOwnOperations(gateway.api);
    const statuses: (readonly [id: string, status: number])[] = [];
    for (const { operation } of operations) {
      if (operation.conditions === undefined && operation.refusesUnknownParameters !== true)
        continue;
      const path = withQuery(examplePath(operation, examples), 'node.no-such-node=1');
      const { status } = await service.fetch(path, { method: operation.method });
      statuses.push([operation.id, status]);
    }
    expect(statuses.filter(([, status]) => status !== 400)).toEqual([]);
    expect(statuses.length).toBeGreaterThan(12);
  });
});
