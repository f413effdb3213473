import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import { importResources } from '../../../infra/cli/import/resources/import-resources.ts';
import { denyNodegroupsToGroup } from '../../../infra/cli/accounts/queries/groups.ts';
import {
  pointCollection,
  graphId,
  millDocument,
  nodes,
  resourceId,
  tile,
} from '../../lib/json-ld/mill.ts';
import { edge, id, node } from '../../infra/cli/import/graphs/example.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { withJsonFile } from '../../support/temporary-file.ts';

/** A node whose values are the ids of name tiles, and a node whose values are the ids of tiles of the first node. */
const [nameReference, indirectReference] = [id(80), id(81)];

const model = millDocument({
  nodes: [
    node(nameReference, 'Named', nameReference, {
      datatype: 'node-value',
      config: { nodeid: nodes.name },
    }),
    node(indirectReference, 'Pointing', indirectReference, {
      datatype: 'node-value',
      config: { nodeid: nameReference },
    }),
  ],
  edges: [edge(nodes.mill, nameReference), edge(nodes.mill, indirectReference)],
  nodegroups: [
    { nodegroupid: nameReference, cardinality: '1', parentnodegroup_id: null },
    { nodegroupid: indirectReference, cardinality: '1', parentnodegroup_id: null },
  ],
});

const tiles = [
  tile(1, nodes.appellation, {
    [nodes.name]: {
      en: { value: 'Old Mill', direction: 'ltr' },
      fr: { value: 'Vieux moulin', direction: 'ltr' },
    },
  }),
  tile(2, nodes.place, { [nodes.geometry]: pointCollection }),
  tile(3, nameReference, { [nameReference]: tile(1, '', {}).tileId }),
  tile(4, indirectReference, { [indirectReference]: tile(3, '', {}).tileId }),
];

const records = {
  business_data: {
    resources: [
      {
        resourceinstance: {
          resourceinstanceid: resourceId,
          graph_id: graphId,
          legacyid: null,
        },
        tiles: tiles.map(({ tileId, nodegroupId, parentTileId, data }) => ({
          tileid: tileId,
          nodegroup_id: nodegroupId,
          parenttile_id: parentTileId,
          resourceinstance_id: resourceId,
          sortorder: 0,
          data,
        })),
      },
    ],
  },
};

const answer = z.object({
  features: z.tuple([z.object({ properties: z.record(z.string(), z.unknown()) })]),
});

describe('GET /geojson with a value of another tile', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await openTestService();
    await service.openToGuest();
    await withJsonFile(model, (file) => importGraphs([file], service.importContext));
    await withJsonFile(records, (file) => importResources([file], service.importContext));
  });

  afterAll(async () => service?.close());

  async function fetchProperties(language: string): Promise<Readonly<Record<string, unknown>>> {
    const path = `/geojson?nodegroups=${nameReference},${indirectReference}&use_display_values`;
    const response = await service.fetch(path, { headers: { 'Accept-Language': language } });
    return answer.parse(await response.json()).features[0].properties;
  }

  it('displays the referenced value in the requested language', async () => {
    expect(await fetchProperties('en')).toMatchObject({ named: 'Old Mill' });
    expect(await fetchProperties('fr')).toMatchObject({ named: 'Vieux moulin' });
  });

  it('displays nothing for a reference to a reference', async () => {
    expect(await fetchProperties('en')).not.toHaveProperty('pointing');
  });

  it('shows nothing if the caller may not read the other tile', async () => {
    await service.stack.dataApi.write(denyNodegroupsToGroup('Guest', [nodes.appellation]));
    expect(await fetchProperties('en')).not.toHaveProperty('named');
  });
});
