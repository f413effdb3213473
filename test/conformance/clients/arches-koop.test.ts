import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { placeNode } from '../geojson/drawings.ts';
import { openClientService, type ClientService } from './client-service.ts';
import { stepsOf } from './replay.ts';

describe('the bridge to an Esri FeatureServer', () => {
  let client: ClientService;

  beforeAll(async () => {
    client = await openClientService();
    const { nodeId, nodegroupId } = await placeNode(client.service);
    Object.assign(client.values, { node_id: nodeId, nodegroup_id: nodegroupId });
  });

  afterAll(async () => client?.close());

  it.each(stepsOf('arches-koop'))('$title', async ({ replay }) => {
    expect(await replay(client.send, client.values)).toEqual([]);
  });
});
