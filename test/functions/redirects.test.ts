import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { exampleResourceId } from '../../infra/local/sample/access.ts';
import { openGateway } from '../gateway/emulator/gateway.ts';
import { listRoutedOperations } from '../gateway/operations.ts';
import { readProblem } from '../gateway/problem.ts';
import { queryColumn, openSampleService, runStatement } from '../support/sample.ts';
import { baseUrl, type TestService } from '../support/service.ts';

const id = '3F2A9A30-7C1C-4E0E-9D0A-5B1F6C7D8E9F';

/** A path that redirects, and the URI of the document. */
type Redirect = { readonly operation: string; readonly path: string; readonly location: string };

let service: TestService;
let redirects: readonly Redirect[];
let tile: string;
let otherNode: string;

beforeAll(async () => {
  service = await openSampleService();
  await service.openToGuest();
  const [tileId = '', nodegroup = '', nodeElsewhere = ''] = await queryColumn(
    service,
    `select unnest(array[t.tile_id, t.nodegroup_id, n.node_id])::text
from (select * from tile where resource_id = '${exampleResourceId}' order by tile_id limit 1) t
cross join lateral (select * from node n where n.nodegroup_id <> t.nodegroup_id order by node_id limit 1) n`,
  );
  [tile, otherNode] = [tileId, nodeElsewhere];
  redirects = [
    {
      operation: 'see-graph',
      path: `/graph/${id}`,
      location: `${baseUrl}/graphs/${id.toLowerCase()}`,
    },
    {
      operation: 'see-concept',
      path: `/concepts/${id}`,
      location: `${baseUrl}/rdm/concepts/${id.toLowerCase()}`,
    },
    {
      operation: 'see-tile-node',
      path: `/tile/${tile}/node/${nodegroup}`,
      location: `${baseUrl}/resources/${exampleResourceId}`,
    },
    {
      operation: 'see-resource',
      path: `/resource/${exampleResourceId}`,
      location: `${baseUrl}/resources/${exampleResourceId}`,
    },
  ];
});

afterAll(async () => service?.close());

const fetchAnswer = async (path: string, init?: RequestInit) => {
  const response = await service.fetch(path, init);
  return {
    status: response.status,
    location: response.headers.get('location'),
    body: await response.text(),
  };
};

describe('the URI of a thing that has a document', () => {
  it('is tested here for every operation that redirects', async () => {
    const routedOperations = await listRoutedOperations((await openGateway()).api);
    // Links to files are tested in test/functions/exports, test/functions/files and test/functions/iiif, old addresses of searches in test/functions/questions,
    // the page of the thesaurus in test/functions/pages.
    const redirecting = routedOperations.filter(
      ({ operation: { id: operationId, responses, access, capability } }) =>
        303 in responses &&
        access !== 'session' &&
        capability !== 'download' &&
        capability !== 'serve-files' &&
        !['get-iiif-image', 'get-search', 'search-concepts'].includes(operationId),
    );
    expect(redirects.map(({ operation }) => operation).toSorted()).toEqual(
      redirecting.map(({ operation }) => operation.id).toSorted(),
    );
  });

  it('redirects to the document with 303 and an absolute URI, without a body', async () => {
    for (const { path, location } of redirects) {
      expect(await fetchAnswer(path)).toEqual({ status: 303, location, body: '' });
    }
  });

  it('redirects in the same way for HEAD, with a trailing slash and with parameters', async () => {
    for (const { path, location } of redirects) {
      for (const spelling of [path, `${path}/`, `${path}?format=json&indent=2`]) {
        for (const method of ['GET', 'HEAD']) {
          expect(await fetchAnswer(spelling, { method })).toEqual({
            status: 303,
            location,
            body: '',
          });
        }
      }
    }
  });

  it('allows every origin by CORS', async () => {
    for (const { path } of redirects) {
      const response = await service.fetch(path);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  it('is 404 with a malformed id', async () => {
    const paths = ['/graph/abc', '/concepts/abc', `/tile/abc/node/${id}`, `/tile/${tile}/node/abc`];
    for (const path of paths) {
      expect((await readProblem(await service.fetch(path))).code).toBe('not_found');
    }
  });

  it('makes at most one Data API call', async () => {
    const callCounts: number[] = [];
    for (const { path } of redirects)
      callCounts.push(await service.countCalls(() => service.fetch(path)));
    expect(callCounts).toEqual([0, 0, 1, 0]);
  });
});

describe('the address at which existing clients show a resource instance', () => {
  it('redirects to a path below /resources/, whatever text is sent as the id', async () => {
    // An id in capitals redirects to its form in lower case, which is stored.
    expect(await fetchAnswer(`/resource/${id}`)).toMatchObject({
      location: `${baseUrl}/resources/${id.toLowerCase()}`,
    });
    const ids = ['none', 'a%2F..%2F%2Fb.test', '%5C%5Cb.test', '%3Fformat=json', '%23', 'é'];
    for (const sentId of ids) {
      const location = `${baseUrl}/resources/${encodeURIComponent(decodeURIComponent(sentId))}`;
      expect(await fetchAnswer(`/resource/${sentId}`)).toEqual({ status: 303, location, body: '' });
    }
  });

  it('is 405 for all methods except GET, HEAD and OPTIONS', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const response = await service.fetch(`/resource/${exampleResourceId}`, { method });
      expect([method, response.status, response.headers.get('allow')]).toEqual([
        method,
        405,
        'GET, HEAD, OPTIONS',
      ]);
    }
  });
});

describe('the URI of a node of a tile', () => {
  const readProblemCode = async (path: string): Promise<string> =>
    (await readProblem(await service.fetch(path))).code;

  const nodeWithoutNodegroup = '00000000-0000-4000-8000-00000000900a';
  const nodeOfOtherGraph = '00000000-0000-4000-8000-00000000900b';
  const deletedNode = '00000000-0000-4000-8000-00000000900c';

  /** @param graph SQL for its graph; `t` is the nodegroup of the tile, `o` a nodegroup of another graph */
  const addNode = (node: string, graph: string): Promise<void> =>
    runStatement(
      service,
      `insert into node (
  node_id, graph_id, name, datatype, property_name, config, is_required, is_exportable, model_position
)
values ('${node}', (
  select ${graph}
  from nodegroup t
  join nodegroup o on o.graph_id <> t.graph_id
  where t.nodegroup_id = (select nodegroup_id from tile where tile_id = '${tile}')
  limit 1
), '"Node"', 'semantic', 'node', '{}', false, false, 0)`,
    );

  const addValue = (node: string, value: string): Promise<void> =>
    runStatement(
      service,
      `update tile set data = data || '{"${node}": ${value}}' where tile_id = '${tile}'`,
    );

  it('is 404 for a node of another nodegroup, and for an unknown tile', async () => {
    expect(await readProblemCode(`/tile/${tile}/node/${otherNode}`)).toBe('not_found');
    expect(await readProblemCode(`/tile/${id}/node/${otherNode}`)).toBe('not_found');
  });

  const redirectAnswer = {
    status: 303,
    location: `${baseUrl}/resources/${exampleResourceId}`,
    body: '',
  };

  it('redirects for a node of the same graph that belongs to no nodegroup', async () => {
    await addNode(nodeWithoutNodegroup, 't.graph_id');
    expect(await fetchAnswer(`/tile/${tile}/node/${nodeWithoutNodegroup}`)).toEqual(redirectAnswer);
  });

  it('is 404 for a node of another graph that belongs to no nodegroup', async () => {
    await addNode(nodeOfOtherGraph, 'o.graph_id');
    expect(await readProblemCode(`/tile/${tile}/node/${nodeOfOtherGraph}`)).toBe('not_found');
  });

  it('redirects for a node with a value in the tile, even if it is no longer in the model', async () => {
    await addValue(deletedNode, '"left behind"');
    expect(await fetchAnswer(`/tile/${tile}/node/${deletedNode}`)).toEqual(redirectAnswer);
    expect(await fetchAnswer(`/tile/${tile}/node/${deletedNode.toUpperCase()}`)).toEqual(
      redirectAnswer,
    );
  });

  it('redirects for a node with a value in the tile, even if it belongs to another nodegroup', async () => {
    await addValue(otherNode, '"moved"');
    expect(await fetchAnswer(`/tile/${tile}/node/${otherNode}`)).toEqual(redirectAnswer);
  });

  it('is 404 if the caller may not see the resource instance, and 401 if the instance is closed', async () => {
    const paths = [
      redirects[2]?.path ?? '',
      ...[nodeWithoutNodegroup, deletedNode, otherNode].map((node) => `/tile/${tile}/node/${node}`),
    ];
    await runStatement(
      service,
      `insert into resource_grant (resource_id, account_group_id, no_access)
values ('${exampleResourceId}', 1, true)`,
    );
    for (const path of paths) expect(await readProblemCode(path)).toBe('not_found');
    await runStatement(service, "update account_group set can_read = false where name = 'Guest'");
    for (const path of paths) expect(await readProblemCode(path)).toBe('authentication_required');
  });
});
