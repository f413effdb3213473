import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readPlaceNode } from '../geojson/sample-geometries.ts';
import { openClientService, type ClientService } from './client-service.ts';
import { readRecordedSteps } from './replay.ts';

describe('arches-koop, the bridge to an Esri FeatureServer,', () => {
  let client: ClientService;

  beforeAll(async () => {
    client = await openClientService();
    const { nodeId, nodegroupId } = await readPlaceNode(client.service);
    Object.assign(client.values, { node_id: nodeId, nodegroup_id: nodegroupId });
  });

  afterAll(async () => client?.close());

  it.each(readRecordedSteps('arches-koop'))('$title', async ({ replay }) => {
    expect(await replay(client.send, client.values)).toEqual([]);
  });
});
