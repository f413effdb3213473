import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importGraphs } from '../../infra/cli/import/graphs/import-graphs.ts';
import { openGateway } from '../gateway/emulator/gateway.ts';
import { listenOnPort, type ListeningServer } from '../gateway/emulator/listen-on-port.ts';
import { edge, NAME, node } from '../infra/cli/import/graphs/example.ts';
import { GRAPH, monumentGraph, resourceId } from '../infra/cli/import/monuments.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  fetchTokens,
} from '../support/accounts.ts';
import { runStatement } from '../support/sample.ts';
import { openTestService, type TestService } from '../support/service.ts';
import { withJsonFile } from '../support/temporary-file.ts';
import { takeSample } from '../support/random/take-sample.ts';

/** The limit of an answer that is not streamed. */
const largestAnswer = 6 * 1024 * 1024;

/** The number of texts of a million bytes; together they are larger than `largestAnswer`. */
const textCount = 7;
/** The number of edits; each has its text before and after. */
const editCount = 4;
const characters = 'aé漢🏰';
const longText = characters.repeat(100_000);
const resource = resourceId(1);

describe('a document of 7 MB, over HTTP', () => {
  let service: TestService;
  let listening: ListeningServer;
  let token: string;

  beforeAll(async () => {
    service = await openTestService();
    const { nodes, edges } = monumentGraph();
    const graph = monumentGraph({
      edges: [
        ...(Array.isArray(edges) ? edges : []),
        ...Array.from({ length: textCount }, (_, index) => edge(NAME, resourceId(50 + index))),
      ],
      nodes: [
        ...(Array.isArray(nodes) ? nodes : []),
        ...Array.from({ length: textCount }, (_, index) =>
          node(resourceId(50 + index), `Node ${index}`, NAME, { description: longText }),
        ),
      ],
    });
    await withJsonFile({ graph: [graph] }, (file) => importGraphs([file], service.importContext));
    const account = await createTestAccount(service, 'administrator', { isAdministrator: true });
    const { clientId } = await createTestApplication(service, account);
    ({ access_token: token } = await fetchTokens(service, 'administrator', clientId));
    await runStatement(
      service,
      `insert into resource (resource_id, graph_id) values ('${resource}', '${GRAPH}')`,
    );
    const tile = `jsonb_build_object('${NAME}', i || repeat('${characters}', 100000))`;
    await runStatement(
      service,
      `with tiles as (
  select gen_random_uuid() as tile_id, ${tile} as data
  from generate_series(1, ${textCount}) i
),
logged as (
  insert into edit_log (transaction_id, resource_id, tile_id, nodegroup_id, edit_type, old_value)
  select gen_random_uuid(), '${resource}', t.tile_id, '${NAME}', 'tile edit', t.data
  from tiles t
  limit ${editCount}
)
insert into tile (tile_id, resource_id, nodegroup_id, data)
select t.tile_id, '${resource}', '${NAME}', t.data
from tiles t`,
    );
    listening = await listenOnPort(await openGateway());
  });

  afterAll(async () => {
    await listening?.close();
    await service?.close();
  });

  const documents: readonly (readonly [string, string, number])[] = [
    ['a graph', `/graphs/${GRAPH}`, textCount],
    ['a resource instance', `/resources/${resource}?format=json`, textCount],
    ['the history of a resource instance', `/resources/${resource}/history`, 2 * editCount],
  ];

  it.each(takeSample(documents, 1))('is complete: %s', async (_what, path, expectedCount) => {
    // Compressed, the answer would be small enough without streaming.
    const headers = { ...bearerHeader(token), 'Accept-Encoding': 'identity' };
    const response = await fetch(`${listening.url}${path}`, { headers });
    const body = await response.text();
    expect([path, response.status]).toEqual([path, 200]);
    expect(Buffer.byteLength(body)).toBeGreaterThan(largestAnswer);
    expect(JSON.stringify(JSON.parse(body)).split(longText)).toHaveLength(expectedCount + 1);
  });
});
