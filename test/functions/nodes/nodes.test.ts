import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { readProblem } from '../../gateway/problem.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  fetchTokens,
} from '../../support/accounts.ts';
import { queryColumn, openSampleService, runStatement } from '../../support/sample.ts';
import { heritagePlaceModel, heritagePlaceNodeId } from '../../support/sample-model.ts';
import type { TestService } from '../../support/service.ts';

const nodes = z.array(
  z.strictObject({
    nodeid: z.uuid(),
    graph_id: z.uuid(),
    nodegroup_id: z.uuid(),
    name: z.string(),
    alias: z.string().nullable(),
    datatype: z.string(),
    config: z.record(z.string(), z.unknown()),
    description: z.string().nullable(),
    ontologyclass: z.string().nullable(),
    parentproperty: z.string(),
    fieldname: z.string().nullable(),
    exportable: z.boolean(),
    isrequired: z.boolean(),
    issearchable: z.boolean(),
    istopnode: z.boolean(),
    is_collector: z.boolean(),
    sortorder: z.number().nullable(),
    hascustomalias: z.boolean(),
    sourcebranchpublication_id: z.string().nullable(),
    resourcemodelname: z.string(),
  }),
);

type Nodes = z.output<typeof nodes>;

const graphId = heritagePlaceModel.graphid;
const placeType = heritagePlaceNodeId('place_type');
let service: TestService;
let allNodes: Nodes;

beforeAll(async () => {
  service = await openSampleService();
});

afterAll(async () => service?.close());

async function fetchNodes(
  query = '',
  headers: Readonly<Record<string, string>> = {},
): Promise<Nodes> {
  const response = await service.fetch(`/api/nodes${query}`, { headers });
  expect([query, response.status]).toEqual([query, 200]);
  return nodes.parse(await response.json());
}

const idsOf = (nodeList: Nodes): readonly string[] => nodeList.map(({ nodeid }) => nodeid);

describe('GET /api/nodes', () => {
  it('is an empty list for anonymous callers while the instance is closed', async () => {
    expect(await fetchNodes()).toEqual([]);
  });

  describe('on an open instance', () => {
    beforeAll(async () => {
      await service.openToGuest();
      allNodes = await fetchNodes();
    });

    it('returns every node that has a nodegroup, with exactly the columns that clients expect', async () => {
      const stored = await queryColumn(
        service,
        'select node_id::text from node where nodegroup_id is not null order by 1',
      );
      expect(idsOf(allNodes).toSorted()).toEqual(stored.toSorted());
      expect(allNodes.find(({ nodeid }) => nodeid === placeType)).toMatchObject({
        graph_id: graphId,
        name: 'Place type',
        alias: 'place_type',
        datatype: 'concept-list',
        fieldname: 'place_type',
        exportable: true,
        istopnode: false,
        is_collector: true,
      });
    });

    it.each([
      'datatype=concept-list',
      `graph_id=${graphId}`,
      `graph_id=${graphId.toUpperCase()}&exportable=true`,
      `nodegroup_id=${placeType}`,
      `nodeid=${placeType}`,
      'name=Place%20type',
      'alias=place_type&fieldname=place_type',
      'ontologyclass=http%3A%2F%2Fwww.cidoc-crm.org%2Fcidoc-crm%2FE55_Type',
      'exportable=False',
      'isrequired=false&issearchable=true&hascustomalias=false',
    ])('returns only the nodes that match %s', async (query) => {
      const filters = Object.entries(Object.fromEntries(new URLSearchParams(query)));
      const matchesFilters = (node: Nodes[number]): boolean =>
        filters.every(
          ([name, value]) => String(Object(node)[name]).toLowerCase() === value.toLowerCase(),
        );
      const foundNodes = await fetchNodes(`?${query}`);
      expect(foundNodes.length).toBeGreaterThan(0);
      expect(foundNodes).toEqual(allNodes.filter(matchesFilters));
    });

    it('returns an empty array if no node matches', async () => {
      expect(await fetchNodes(`?graph_id=${crypto.randomUUID()}`)).toEqual([]);
      expect(await fetchNodes('?istopnode=true')).toEqual([]);
      expect(await fetchNodes('?isrequired=true&isrequired_by=nobody&name=none')).toEqual([]);
    });

    it('treats an empty value as no filter, but as true for a boolean column', async () => {
      expect(await fetchNodes('?datatype=&graph_id=&perms=')).toEqual(allNodes);
      for (const query of ['?exportable', '?exportable=', '?exportable=Yes']) {
        expect([query, await fetchNodes(query)]).toEqual([
          query,
          await fetchNodes('?exportable=true'),
        ]);
      }
      expect(await fetchNodes('?exportable=no')).toEqual(await fetchNodes('?exportable=false'));
    });

    it('refuses invalid values, with an error for each', async () => {
      const query = '?graph_id=heritage-place&exportable=perhaps&perms=drop_table';
      const { errors } = await readProblem(await service.fetch(`/api/nodes${query}`));
      expect(errors?.map(({ pointer }) => pointer).toSorted()).toEqual([
        '/exportable',
        '/graph_id',
        '/perms',
      ]);
    });

    it('has the name of the model in the requested language', async () => {
      const nameIn = async (language: string): Promise<unknown> => {
        const [node] = await fetchNodes(`?nodeid=${placeType}`, { 'accept-language': language });
        return node?.resourcemodelname;
      };
      expect(await nameIn('fr')).toBe('Lieu patrimonial');
      expect(await nameIn('ja')).toBe('Heritage Place');
    });

    it('omits nodegroups that the caller may not read', async () => {
      await runStatement(
        service,
        `insert into nodegroup_grant (nodegroup_id, account_group_id) values ('${placeType}', 1)`,
      );
      const foundNodes = await fetchNodes();
      expect(foundNodes).toEqual(allNodes.filter((node) => node.nodegroup_id !== placeType));
    });
  });
});

describe('GET /api/nodes?perms=', () => {
  let token: Readonly<Record<string, string>>;

  beforeAll(async () => {
    const editor = await createTestAccount(service, 'editor', { groups: ['Crowdsource Editor'] });
    const { clientId } = await createTestApplication(service, editor);
    token = bearerHeader((await fetchTokens(service, 'editor', clientId)).access_token);
    await runStatement(
      service,
      `update account_group set can_read = true, can_write = false, can_delete = false
where name = 'Crowdsource Editor'`,
    );
    await runStatement(
      service,
      `insert into nodegroup_grant (nodegroup_id, account_id, can_read, can_write)
values ('${placeType}', ${editor}, true, true)`,
    );
  });

  it('returns only nodes of nodegroups for which the caller has the right in perms', async () => {
    expect(idsOf(await fetchNodes('?perms=write_nodegroup', token))).toEqual([placeType]);
    expect(await fetchNodes('?perms=delete_nodegroup', token)).toEqual([]);
    expect(await fetchNodes('?perms=read_nodegroup', token)).toEqual(await fetchNodes('', token));
  });

  it('omits nodegroups that the caller may write but not read', async () => {
    await runStatement(service, 'update nodegroup_grant set can_read = false where can_write');
    await runStatement(service, "update account_group set can_read = false where name <> 'Guest'");
    expect(await fetchNodes('?perms=write_nodegroup', token)).toEqual([]);
  });

  it('returns no node with the right to write to anonymous callers, even if Guest has it', async () => {
    await runStatement(service, "update account_group set can_write = true where name = 'Guest'");
    expect(await fetchNodes('?perms=write_nodegroup')).toEqual([]);
  });
});

describe('GET /api/nodes/{node_id}', () => {
  const node = heritagePlaceNodeId('material');

  it('returns an array with only the requested node', async () => {
    expect(idsOf(await fetchNodes(`/${node}`))).toEqual([node]);
    expect(await fetchNodes(`/${node.toUpperCase()}`)).toEqual(await fetchNodes(`?nodeid=${node}`));
  });

  it('answers 404 for an unknown or unreadable node, or one without the right in perms', async () => {
    for (const path of [crypto.randomUUID(), 'no-id', placeType, `${node}?perms=write_nodegroup`]) {
      const problem = await readProblem(await service.fetch(`/api/nodes/${path}`));
      expect([path, problem.status, problem.code]).toEqual([path, 404, 'not_found']);
    }
  });
});

describe('nodes that do not fit into one Data API call', () => {
  beforeAll(async () => {
    await runStatement(
      service,
      `insert into node (
  node_id, graph_id, nodegroup_id, parent_node_id, name, datatype, holds, property_name, config, is_required, is_exportable, model_position
)
select
  gen_random_uuid(), n.graph_id, n.nodegroup_id, n.parent_node_id, n.name, n.datatype, n.holds, n.property_name,
  jsonb_build_object('long', repeat('x', 20000)), n.is_required, n.is_exportable, 1000 + i
from node n
cross join generate_series(1, 40) i
where n.node_id in ('${heritagePlaceNodeId('material')}', (
  select m.node_id
  from node m
  join graph g on g.graph_id = m.graph_id
  where g.slug = 'event-or-activity'
    and m.nodegroup_id is not null
  order by m.node_id
  limit 1
))`,
    );
  });

  it('are all returned, each once, in the order of the models', async () => {
    let foundNodes: Nodes = [];
    const calls = await service.countCalls(async () => {
      foundNodes = await fetchNodes();
    });
    const added = foundNodes.filter(({ config }) => 'long' in config);
    expect(new Set(idsOf(added)).size).toBe(80);
    const models = [...new Set(foundNodes.map(({ graph_id }) => graph_id))];
    expect(models).toEqual(models.toSorted());
    expect(calls).toBe(2);
  });

  it('need one call if one node is requested', async () => {
    const query = `?nodeid=${heritagePlaceNodeId('material')}`;
    expect(await service.countCalls(async () => void (await fetchNodes(query)))).toBe(1);
  });
});
