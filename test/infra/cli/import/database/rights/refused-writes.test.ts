import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { bearerHeader, fetchTokens } from '../../../../../support/accounts.ts';
import { queryColumn } from '../../../../../support/sample.ts';
import { openTestService, type TestService } from '../../../../../support/service.ts';
import { takeSample } from '../../../../../support/random/take-sample.ts';
import { openSourceDatabase } from '../../../../../support/source-database.ts';
import { findTestData } from '../../../../../support/test-data.ts';
import { fingerprint } from '../../importing.ts';
import { runDatabaseImport } from '../importing-database.ts';

const folder = findTestData('arches81-dump');

/** A request that writes. */
type Write = { readonly title: string; readonly path: string; readonly init: RequestInit };

const rowSchema = z.object({
  tile: z.string(),
  nodegroup: z.string(),
  resource: z.string(),
  graph: z.string(),
  node: z.string(),
});

/** The tiles with proposals, those of what `lone` owns and what is granted to `vera`, and some others. */
const tileQuery = `select jsonb_build_object(
  'tile', t.tile_id,
  'nodegroup', t.nodegroup_id,
  'resource', t.resource_id,
  'graph', r.graph_id,
  'node', (
    select n.node_id
    from node n
    where n.nodegroup_id = t.nodegroup_id
      and n.datatype <> 'semantic'
    order by n.node_id
    limit 1
  )
)::text
from tile t
join resource r on r.resource_id = t.resource_id
where t.tile_id < '04000000-0000-0000-0000-000000000000'
  or t.provisional_edits is not null
  or exists (
    select
    from resource_grant g
    join account a on a.account_id = g.account_id
    where g.resource_id = t.resource_id
      and a.username in ('lone', 'vera')
  )
order by t.tile_id`;

const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** Every way to write the tile, its resource instance, and a new one of the same model. */
function listWrites(row: z.output<typeof rowSchema>): readonly Write[] {
  const { tile, nodegroup, resource, graph, node } = row;
  const record = { nodegroup_id: nodegroup, resourceinstance_id: resource, data: {} };
  const newId = crypto.randomUUID();
  const form = new URLSearchParams({ nodeid: node, tileid: tile, data: '' }).toString();
  const formType = { 'content-type': 'application/x-www-form-urlencoded' };
  const path = `/resources/${resource}`;
  return [
    { title: 'tile', path: `/api/tiles/${tile}`, init: post(record) },
    { title: 'new tile', path: '/api/tiles', init: post(record) },
    {
      title: 'value',
      path: '/api/node_value',
      init: { method: 'POST', headers: formType, body: form },
    },
    {
      title: 'new record',
      path: `/resources/${graph}/${newId}?format=service-json`,
      init: {
        ...post({ resourceinstanceid: newId, graph_id: graph, tiles: [] }),
        method: 'PUT',
      },
    },
    {
      title: 'record',
      path: `${path}?format=service-json&empty=true`,
      init: { ...post({ tiles: [] }), method: 'PUT' },
    },
    {
      title: 'state',
      path: `/api/resource_instance_lifecycle_state/${resource}`,
      init: post(crypto.randomUUID()),
    },
    { title: 'deletion', path, init: { method: 'DELETE' } },
  ];
}

describe.skipIf(folder === undefined).each(['default-allow', 'default-deny'] as const)(
  'an import of a live instance of release 8.1 that is %s',
  (permissions) => {
    let service: TestService;
    /** The writes of each tile. */
    let writes: readonly (readonly Write[])[];

    beforeAll(async () => {
      const source = await openSourceDatabase('arches81-dump');
      service = await openTestService();
      await runDatabaseImport(source.url, service.stack.dataApi, {
        allowsWrites: true,
        accounts: {
          permissions,
          opensGuest: true,
          undoesChanges: false,
          keepsMfaPasswords: false,
          owner: service.stack.owner,
        },
      });
      await source.drop();
      const rows = await queryColumn(service, tileQuery);
      writes = rows.map((row) => listWrites(rowSchema.parse(JSON.parse(row))));
    });

    afterAll(async () => service?.close());

    /** Sends writes with the token of an account, until each of some kinds has succeeded. @returns the kinds of those that succeeded */
    async function writeAs(
      name: string,
      sent: readonly Write[],
      sought: ReadonlySet<string>,
    ): Promise<ReadonlySet<string>> {
      const password = `Fixture-${name}-1`;
      const { access_token } = await fetchTokens(service, name, 'fen-field-app', { password });
      const successes = new Set<string>();
      for (const { title, path, init } of sent) {
        const headers = { ...bearerHeader(access_token), ...Object(init.headers) };
        const { ok } = await service.fetch(path, { ...init, headers });
        if (ok) successes.add(title);
        if (sought.isSubsetOf(successes)) break;
      }
      return successes;
    }

    it.each(takeSample(['cora', 'lone', 'vera', 'expo', 'sysa'], 2))(
      'lets %s, whose writes the source refuses over HTTP, write, propose and delete nothing',
      async (name) => {
        const tables = ['resource', 'tile', 'edit_log'];
        const before = await fingerprint(service.stack.owner, tables);
        const tried = takeSample(writes, 10).flat();
        expect(await writeAs(name, tried, new Set(['any']))).toEqual(new Set());
        expect(await fingerprint(service.stack.owner, tables)).toEqual(before);
      },
    );

    it('lets an editor write by the same requests', async () => {
      const kinds = new Set(['tile', 'value', 'new record', 'record']);
      const successes = await writeAs('edith', writes.flat(), kinds);
      expect(successes).toEqual(successes.union(kinds));
    });
  },
);
