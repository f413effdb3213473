import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { queryColumn } from '../../support/sample.ts';
import { readPlaceNode } from '../geojson/sample-geometries.ts';
import { openClientService, type ClientService } from './client-service.ts';
import { createExpiredToken } from './expired-token.ts';
import { readRecordedSteps, type ReplayValues } from './replay.ts';

/** The recordings, each with the number of features that its tile has after the replay. */
const recordings = [
  ['arches-qgis-0.1', 1],
  ['arches-qgis-1.0.0a', 2],
  ['arches-qgis-1.0.0a-authcfg', 2],
  ['arches-esri-add-in', 4],
] as const;

describe('the GIS clients of Arches', () => {
  let client: ClientService;

  beforeAll(async () => {
    client = await openClientService();
    const { service, values } = client;
    const { nodeId, nodegroupId } = await readPlaceNode(service);
    const [graphId = ''] = await queryColumn(
      service,
      `select graph_id::text from node where node_id = '${nodeId}'`,
    );
    Object.assign(values, { node_id: nodeId, nodegroup_id: nodegroupId, graph_id: graphId });
  });

  afterAll(async () => client?.close());

  describe.each(recordings)('%s', (name, featureCount) => {
    let values: ReplayValues;

    beforeAll(() => {
      values = { ...client.values };
    });

    it.each(readRecordedSteps(name))('$title', async ({ replay }) => {
      expect(await replay(client.send, values)).toEqual([]);
      const { access_token: token } = values;
      if (token !== undefined)
        values['expired_token'] = await createExpiredToken(client.service, token);
    });

    it('has stored each geometry once', async () => {
      const storedCounts = await queryColumn(
        client.service,
        `select jsonb_array_length(e.value -> 'value' -> '${values['node_id']}' -> 'features')::text
from tile t
cross join lateral jsonb_each(t.provisional_edits) e
where t.tile_id = '${values['tile_id']}'`,
      );
      expect(storedCounts).toEqual([String(featureCount)]);
    });
  });
});
