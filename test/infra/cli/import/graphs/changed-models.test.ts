import { beforeEach, describe, expect, it } from 'vitest';

import { createWriters } from '../../../../functions/writing/writers.ts';
import { findLeaks } from '../../../../functions/every-answer.ts';
import { placeNodes } from '../../../../support/test-spatial-views.ts';
import {
  readSampleModel,
  withNode,
  withNodeMoved,
  withoutNode,
  withoutNodegroup,
} from '../../../../support/model-versions.ts';
import { queryColumn, runStatement } from '../../../../support/sample.ts';
import type { TestService } from '../../../../support/service.ts';
import {
  denyNodegroupsToPublic,
  codesOf,
  derivedRows,
  importVersion,
  openModelService,
  publicAnswers,
  viewRows,
} from './model-service.ts';

const place = readSampleModel('heritage-place');
const { geometry } = placeNodes;
const extent = 'fb829471-cfce-5a51-8740-eedf788f9d63';
const dimension = '312aa26f-210b-5a4e-babd-456ca1f803ee';
const location = '353a4de8-9f2f-5e77-8fa8-5fffdc118266';
const custodian = '3a61808f-6fa1-55b0-a199-ef21be173f5c';
const locality = 'a376476e-e64b-50ce-bd3f-6f2ece693ab3';

let service: TestService;

beforeEach(async () => {
  service = await openModelService();
  return async () => service.close();
});

const texts = (query: string): Promise<readonly string[]> => queryColumn(service, query);

async function count(query: string): Promise<number> {
  return Number((await texts(`select count(*) from ${query}`))[0]);
}

const features = (): Promise<readonly string[]> =>
  texts(
    'select jsonb_build_array(f.gid, f.node_id, f.geometry_text)::text from feature f order by f.gid',
  );

describe('a version of a model that moves a node from a closed nodegroup to an open one', () => {
  const moved = withNodeMoved(place, geometry, dimension);
  let tiles: readonly string[];

  beforeEach(async () => {
    await denyNodegroupsToPublic(service, [extent]);
    tiles = await texts(`select distinct tile_id::text from feature where node_id = '${geometry}'`);
  });

  it('shows none of its values to those who may not read the nodegroup of its tiles', async () => {
    expect(tiles).toHaveLength(70);
    await importVersion(service, moved);
    expect(findLeaks(await publicAnswers(service), [...tiles, geometry])).toEqual([]);
    expect(await viewRows(service)).toEqual([]);
  });

  it('shows all of its values, as before, to those who may read both', async () => {
    const { administrator } = await createWriters(service);
    const before = await features();
    const shown = await administrator.read('/geojson');
    await importVersion(service, moved);
    expect(await features()).toEqual(before);
    expect(await administrator.read('/geojson')).toEqual(shown);
    await runStatement(service, 'delete from nodegroup_grant');
    expect(await service.fetchJson('/geojson')).toEqual(shown);
    expect((await viewRows(service)).length).toBeGreaterThan(50);
  });

  it('reports how many tiles hold such values', async () => {
    const [problem, ...others] = await importVersion(service, moved);
    expect(others).toEqual([]);
    expect(problem).toMatch(
      new RegExp(`^values_out_of_place: Node ${geometry} .* 70 tiles of nodegroup ${extent}`),
    );
  });

  it('moves the values with --move-tiles: by the edit log, into tiles of that nodegroup, as far as there is a place', async () => {
    const geometries = () => texts('select geometry_text from feature order by 1');
    const before = await geometries();
    const log = await count('edit_log');
    const problems = await importVersion(service, moved, { movesTiles: true });
    expect(codesOf(problems)).toEqual(['values_moved']);
    expect(problems[0]).toMatch(/^values_moved: 70 values of 69 resource instances/);
    expect(
      await count(
        `tile t where t.data -> '${geometry}' <> 'null' and t.nodegroup_id <> '${dimension}'`,
      ),
    ).toBe(0);
    expect(await geometries()).toEqual(before);
    expect(await count('edit_log')).toBeGreaterThan(log + 69);
    // Again, there is nothing left to move.
    expect(await importVersion(service, moved, { movesTiles: true })).toEqual([]);
  });
});

describe('a version of a model that moves a node from an open nodegroup to a closed one', () => {
  const moved = withNodeMoved(place, locality, custodian);
  let secret: { readonly tile: string; readonly resource: string; readonly text: string };

  beforeEach(async () => {
    await denyNodegroupsToPublic(service, [custodian]);
    const [row = ''] = await texts(
      `select jsonb_build_object('tile', t.tile_id, 'resource', t.resource_id, 'text', t.data -> '${locality}' -> 'en-US' ->> 'value')::text
from tile t
where t.nodegroup_id = '${location}'
order by 1
limit 1`,
    );
    secret = JSON.parse(row);
    const text = 'a place that nobody is to know';
    await runStatement(
      service,
      `update tile set data = jsonb_set(data, '{${locality},en-US,value}', '"${text}"') where tile_id = '${secret.tile}'`,
    );
    await runStatement(
      service,
      `insert into edit_log (transaction_id, resource_id, tile_id, nodegroup_id, edit_type, old_value)
select gen_random_uuid(), resource_id, tile_id, nodegroup_id, 'tile edit', data from tile where tile_id = '${secret.tile}'`,
    );
    await runStatement(
      service,
      `update account_group set can_read_history = true where name = 'Guest'`,
    );
    secret = { ...secret, text };
  });

  it('takes its values from all answers to those who may not read the closed one', async () => {
    const path = `/resources/${secret.resource}`;
    const ways = [
      `${path}?format=json`,
      `${path}?format=service-json`,
      `${path}?format=json-ld`,
      `${path}?format=turtle`,
      `${path}/history`,
      `/api/tiles/${secret.tile}`,
      '/geojson?include_primary_name&nodegroups=' + location,
    ];
    const bodies = async () =>
      Promise.all(ways.map(async (way) => (await service.fetch(way)).text()));
    const holds = async () => (await bodies()).map((body) => body.includes(secret.text));
    expect(await holds()).toEqual([true, true, true, true, true, true, true]);
    await importVersion(service, moved);
    expect(await holds()).toEqual(ways.map(() => false));
    expect(await bodies()).toEqual(ways.map(() => expect.not.stringContaining(locality)));
    const node = await service.fetch(`/tile/${secret.tile}/node/${locality}`, {
      redirect: 'manual',
    });
    expect(node.status).toBe(404);
  });

  it('keeps the values where somebody stores again what is left of the tile', async () => {
    const { reviewer } = await createWriters(service);
    await runStatement(
      service,
      `insert into nodegroup_grant (nodegroup_id, account_id, no_access) values ('${custodian}', ${reviewer.accountId}, true)`,
    );
    await importVersion(service, moved);
    const stored = () => texts(`select data::text from tile where tile_id = '${secret.tile}'`);
    const before = await stored();
    for (const form of ['json-ld', 'service-json']) {
      const path = `/resources/${secret.resource}?format=${form}&hidden=false`;
      const document = await reviewer.read(path);
      expect(JSON.stringify(document)).not.toContain(secret.text);
      expect((await reviewer.ask('PUT', path, document)).status).toBe(200);
    }
    const tile = `/api/tiles/${secret.tile}`;
    const country = 'c5287a7b-68e0-5f69-a2cc-99ef14d08796';
    const record = (await reviewer.read(tile)) as { data: Record<string, unknown> };
    const changed = {
      ...record,
      data: { ...record.data, [country]: { 'en-US': { value: 'Mercia', direction: 'ltr' } } },
    };
    const answer = await reviewer.ask('POST', `/api/tiles`, changed);
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.not.stringContaining(secret.text),
    ]);
    const [now = ''] = await stored();
    expect(now).not.toEqual(before[0]);
    expect(now).toContain(secret.text);
  });
});

describe('a version of a model without nodes of which there are values', () => {
  const without = withoutNode(withoutNode(place, geometry), placeNodes.contributor);

  it('loses nothing that is derived of them, and gives all of it back with the right version', async () => {
    // Texts in all languages that have come since the sample was imported.
    await importVersion(service, withNode(place, geometry, { alias: 'other' }));
    await importVersion(service, place);
    const before = await derivedRows(service);
    expect(before['view']?.length).toBeGreaterThan(50);
    const problems = await importVersion(service, without);
    expect(codesOf(problems)).toEqual(['vanished_node_kept', 'vanished_node_kept']);
    expect(problems.join('\n')).toMatch(new RegExp(`Node ${geometry} .* in 70 tiles`));
    const { feature, relation, view } = await derivedRows(service);
    expect({ feature, relation, view }).toEqual({
      feature: before['feature'],
      relation: before['relation'],
      view: before['view'],
    });
    await importVersion(service, place);
    expect(await derivedRows(service)).toEqual(before);
  });

  it('shows their values with the rights of their nodegroup', async () => {
    await importVersion(service, without);
    expect(await service.fetchJson('/geojson')).toMatchObject({
      features: { length: expect.any(Number) },
    });
    const shown = await publicAnswers(service);
    expect(findLeaks(shown, [geometry]).length).toBeGreaterThan(50);
    await denyNodegroupsToPublic(service, [extent]);
    expect(findLeaks(await publicAnswers(service), [geometry])).toEqual([]);
  });

  it('leaves a resource instance as it is where somebody stores again what was read, in every form', async () => {
    const { administrator } = await createWriters(service);
    await importVersion(service, without);
    const ids = await texts(`select resource_id::text from feature order by gid limit 10`);
    const stored = () => texts('select t::text from tile t order by tile_id');
    const before = [await stored(), await count('edit_log')];
    for (const id of ids) {
      for (const form of ['json-ld', 'json-ld&profile=linked', 'service-json']) {
        const document = await administrator.read(`/resources/${id}?format=${form}&hidden=false`);
        const path = `/resources/${id}?format=${form.replace('&profile=linked', '')}&hidden=false`;
        const answer = await administrator.ask('PUT', path, document);
        expect([answer.status, form]).toEqual([200, form]);
      }
    }
    expect([await stored(), await count('edit_log')]).toEqual(before);
  });

  it('removes them with --remove-vanished, and says with how many values; the edit log has these', async () => {
    const log = await count('edit_log');
    const problems = await importVersion(service, without, { removesObsolete: true });
    expect(codesOf(problems)).toEqual(['vanished_node_removed', 'vanished_node_removed']);
    expect(problems.join('\n')).toMatch(new RegExp(`Node ${geometry} .* in 70 tiles`));
    expect(await count(`node where node_id = '${geometry}'`)).toBe(0);
    expect(await count(`tile where jsonb_exists(data, '${geometry}')`)).toBe(0);
    expect(await count('feature')).toBe(0);
    const values = await count(
      `edit_log where edit_log_id > ${log} and edit_type = 'tile edit' and jsonb_typeof(old_value -> '${geometry}') = 'object'`,
    );
    expect(values).toBe(70);
    expect(await importVersion(service, without, { removesObsolete: true })).toEqual([]);
  });
});

describe('a version of a model without a nodegroup', () => {
  it('leaves what is closed closed when it comes back, also where it had no tiles', async () => {
    await denyNodegroupsToPublic(service, [extent]);
    await runStatement(service, `delete from tile where nodegroup_id = '${extent}'`);
    const problems = await importVersion(service, withoutNodegroup(place, extent));
    expect(codesOf(problems)).toEqual(['vanished_nodegroup_kept']);
    await importVersion(service, place);
    expect(await count(`nodegroup_grant where nodegroup_id = '${extent}' and no_access`)).toBe(2);
  });

  it('removes it with its tiles with --remove-vanished, and no tile of another nodegroup', async () => {
    const others = await texts(
      `select t::text from tile t where nodegroup_id <> '${extent}' order by tile_id`,
    );
    const problems = await importVersion(service, withoutNodegroup(place, extent), {
      removesObsolete: true,
    });
    expect(problems).toEqual([expect.stringMatching(/^vanished_nodegroup_removed: .* 7\d tiles/)]);
    expect(await count(`nodegroup where nodegroup_id = '${extent}'`)).toBe(0);
    expect(await texts('select t::text from tile t order by tile_id')).toEqual(others);
  });

  it('keeps what hangs in it, and itself with it', async () => {
    const problems = await importVersion(service, withoutNodegroup(place, location), {
      removesObsolete: true,
    });
    expect(codesOf(problems)).toEqual(['vanished_nodegroup_kept']);
    expect(await count('feature')).toBeGreaterThan(69);
  });
});
