import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { exampleResourceId } from '../../../infra/local/sample/access.ts';
import { readProblem } from '../../gateway/problem.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  fetchTokens,
} from '../../support/accounts.ts';
import { queryColumn, openSampleService, runStatement } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';

const tiles = z.array(z.looseObject({ tileid: z.string(), parenttile_id: z.string().nullable() }));
const document = z.object({
  business_data: z.object({ resources: z.array(z.object({ tiles })) }),
});

let service: TestService;

beforeAll(async () => {
  service = await openSampleService();
});

afterAll(async () => service?.close());

/** The tiles in the document of a resource instance. */
async function readTilesOf(resourceId: string): Promise<z.output<typeof tiles>> {
  const path = `/resources/${resourceId}?format=json&hidden=false`;
  const [record] = document.parse(await service.fetchJson(path)).business_data.resources;
  return record?.tiles ?? [];
}

async function readRefusal(path: string): Promise<readonly [number, string]> {
  const { status, code } = await readProblem(await service.fetch(path));
  return [status, code];
}

describe('GET /api/tiles/{tile_id}', () => {
  it('is 401 for an anonymous caller while the instance is closed', async () => {
    const [tile] = await queryColumn(service, 'select tile_id::text from tile order by 1');
    for (const id of [tile, crypto.randomUUID(), 'no-id']) {
      expect(await readRefusal(`/api/tiles/${id}`)).toEqual([401, 'authentication_required']);
    }
  });

  describe('on an open instance', () => {
    beforeAll(async () => service.openToGuest());

    it('returns each tile as in the document of its resource instance', async () => {
      const foundTiles = await readTilesOf(exampleResourceId);
      expect(foundTiles.length).toBeGreaterThan(5);
      for (const tile of foundTiles) {
        expect(await service.fetchJson(`/api/tiles/${tile.tileid}`)).toEqual(tile);
      }
      const [first] = foundTiles;
      const inCapitals = `/api/tiles/${first?.tileid.toUpperCase()}`;
      expect(await service.fetchJson(inCapitals)).toEqual(first);
    });

    it('returns every digit of a number', async () => {
      const [tile] = await queryColumn(service, 'select tile_id::text from tile order by 1');
      await runStatement(
        service,
        `update tile set data = data || '{"n": 12345678901234567890.10}' where tile_id = '${tile}'`,
      );
      const text = await (await service.fetch(`/api/tiles/${tile}`)).text();
      expect(text).toContain('12345678901234567890.10');
    });

    it('answers 404 for an unknown or malformed id', async () => {
      for (const id of [crypto.randomUUID(), 'no-id', '1']) {
        expect(await readRefusal(`/api/tiles/${id}`)).toEqual([404, 'not_found']);
      }
    });

    it('has null as parent if the caller may not read the parent tile', async () => {
      const [child, parent, nodegroup] = await queryColumn(
        service,
        `select unnest(array[t.tile_id, p.tile_id, p.nodegroup_id])::text
from (select * from tile where parent_tile_id is not null order by tile_id limit 1) t
join tile p on p.tile_id = t.parent_tile_id`,
      );
      expect(await service.fetchJson(`/api/tiles/${child}`)).toMatchObject({
        parenttile_id: parent,
      });
      await runStatement(
        service,
        `insert into nodegroup_grant (nodegroup_id, account_group_id) values ('${nodegroup}', 1)`,
      );
      expect(await service.fetchJson(`/api/tiles/${child}`)).toMatchObject({ parenttile_id: null });
      expect(await readRefusal(`/api/tiles/${parent}`)).toEqual([404, 'not_found']);
    });

    it('answers 404 if the caller may not see the resource instance', async () => {
      const [tile] = await readTilesOf(exampleResourceId);
      await runStatement(
        service,
        `insert into resource_grant (resource_id, account_group_id, no_access)
values ('${exampleResourceId}', 1, true)`,
      );
      expect(await readRefusal(`/api/tiles/${tile?.tileid}`)).toEqual([404, 'not_found']);
    });

    it('shows provisional edits to their author, but not to anonymous callers', async () => {
      const author = await createTestAccount(service, 'author', { groups: ['Resource Exporter'] });
      const { clientId } = await createTestApplication(service, author);
      const { access_token: token } = await fetchTokens(service, 'author', clientId);
      const [tile] = await queryColumn(
        service,
        `update tile set provisional_edits = '{"${author}": {"status": "review"}}'
where tile_id = (
  select tile_id from tile where resource_id <> '${exampleResourceId}' and parent_tile_id is not null order by 1 limit 1
)
returning tile_id::text`,
      );
      const path = `/api/tiles/${tile}`;
      expect(await service.fetchJson(path)).toMatchObject({ provisionaledits: null });
      const ownAnswer = await service.fetch(path, { headers: bearerHeader(token) });
      expect(await ownAnswer.json()).toMatchObject({
        provisionaledits: { [author]: { status: 'review' } },
      });
    });
  });
});
