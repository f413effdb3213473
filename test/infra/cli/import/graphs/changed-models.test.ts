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
import { takeSample } from '../../../../support/random/take-sample.ts';
import { queryColumn, runStatement } from '../../../../support/sample.ts';
import type { TestService } from '../../../../support/service.ts';
import {
  denyNodegroupsToPublic,
  codesOf,
  readDerivedRows,
  importVersion,
  openModelService,
  readPublicAnswers,
  readViewRows,
} from './model-service.ts';

const placeModel = readSampleModel('heritage-place');
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

const selectTexts = (query: string): Promise<readonly string[]> => queryColumn(service, query);

async function countRows(query: string): Promise<number> {
  return Number((await selectTexts(`select count(*) from ${query}`))[0]);
}

const readFeatures = (): Promise<readonly string[]> =>
  selectTexts(
    'select jsonb_build_array(f.gid, f.node_id, f.geometry_text)::text from feature f order by f.gid',
  );

describe('a version of a model that moves a node from a closed nodegroup to an open one', () => {
  const movedModel = withNodeMoved(placeModel, geometry, dimension);
  let tileIds: readonly string[];

  beforeEach(async () => {
    await denyNodegroupsToPublic(service, [extent]);
    tileIds = await selectTexts(
      `select distinct tile_id::text from feature where node_id = '${geometry}'`,
    );
  });

  it('shows no value of the node to callers who may not read the nodegroup of its tiles', async () => {
    expect(tileIds).toHaveLength(70);
    await importVersion(service, movedModel);
    expect(findLeaks(await readPublicAnswers(service), [...tileIds, geometry])).toEqual([]);
    expect(await readViewRows(service)).toEqual([]);
  });

  it('shows all values of the node, as before, to callers who may read both nodegroups', async () => {
    const { administrator } = await createWriters(service);
    const before = await readFeatures();
    const featuresBefore = await administrator.read('/geojson');
    await importVersion(service, movedModel);
    expect(await readFeatures()).toEqual(before);
    expect(await administrator.read('/geojson')).toEqual(featuresBefore);
    await runStatement(service, 'delete from nodegroup_grant');
    expect(await service.fetchJson('/geojson')).toEqual(featuresBefore);
    expect((await readViewRows(service)).length).toBeGreaterThan(50);
  });

  it('reports how many tiles contain values of the node', async () => {
    const [problem, ...otherProblems] = await importVersion(service, movedModel);
    expect(otherProblems).toEqual([]);
    expect(problem).toMatch(
      new RegExp(`^values_out_of_place: Node ${geometry} .* 70 tiles of nodegroup ${extent}`),
    );
  });

  it('moves the values to tiles of the new nodegroup with --move-tiles, and logs the edits', async () => {
    const readGeometries = () => selectTexts('select geometry_text from feature order by 1');
    const before = await readGeometries();
    const editCount = await countRows('edit_log');
    const problems = await importVersion(service, movedModel, { movesTiles: true });
    expect(codesOf(problems)).toEqual(['values_moved']);
    expect(problems[0]).toMatch(/^values_moved: 70 values of 69 resource instances/);
    expect(
      await countRows(
        `tile t where t.data -> '${geometry}' <> 'null' and t.nodegroup_id <> '${dimension}'`,
      ),
    ).toBe(0);
    expect(await readGeometries()).toEqual(before);
    expect(await countRows('edit_log')).toBeGreaterThan(editCount + 69);
    // The second import finds no value to move.
    expect(await importVersion(service, movedModel, { movesTiles: true })).toEqual([]);
  });
});

describe('a version of a model that moves a node from an open nodegroup to a closed one', () => {
  const movedModel = withNodeMoved(placeModel, locality, custodian);
  let secret: { readonly tile: string; readonly resource: string; readonly text: string };

  beforeEach(async () => {
    await denyNodegroupsToPublic(service, [custodian]);
    const [row = ''] = await selectTexts(
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

  it('hides the values of the node from callers who may not read the closed nodegroup', async () => {
    const path = `/resources/${secret.resource}`;
    const requestPaths = [
      `${path}?format=json`,
      `${path}?format=service-json`,
      `${path}?format=json-ld`,
      `${path}?format=turtle`,
      `${path}/history`,
      `/api/tiles/${secret.tile}`,
      '/geojson?include_primary_name&nodegroups=' + location,
    ];
    const readBodies = async () =>
      Promise.all(
        requestPaths.map(async (requestPath) => (await service.fetch(requestPath)).text()),
      );
    const searchBodiesForSecret = async () =>
      (await readBodies()).map((body) => body.includes(secret.text));
    expect(await searchBodiesForSecret()).toEqual([true, true, true, true, true, true, true]);
    await importVersion(service, movedModel);
    expect(await searchBodiesForSecret()).toEqual(requestPaths.map(() => false));
    expect(await readBodies()).toEqual(
      requestPaths.map(() => expect.not.stringContaining(locality)),
    );
    const node = await service.fetch(`/tile/${secret.tile}/node/${locality}`, {
      redirect: 'manual',
    });
    expect(node.status).toBe(404);
  });

  it('keeps the values when a caller who may not read them writes the rest of the tile', async () => {
    const { reviewer } = await createWriters(service);
    await runStatement(
      service,
      `insert into nodegroup_grant (nodegroup_id, account_id, no_access) values ('${custodian}', ${reviewer.accountId}, true)`,
    );
    await importVersion(service, movedModel);
    const readStoredTiles = () =>
      selectTexts(`select data::text from tile where tile_id = '${secret.tile}'`);
    const before = await readStoredTiles();
    for (const format of ['json-ld', 'service-json']) {
      const path = `/resources/${secret.resource}?format=${format}&hidden=false`;
      const document = await reviewer.read(path);
      expect(JSON.stringify(document)).not.toContain(secret.text);
      expect((await reviewer.sendRequest('PUT', path, document)).status).toBe(200);
    }
    const tile = `/api/tiles/${secret.tile}`;
    const country = 'c5287a7b-68e0-5f69-a2cc-99ef14d08796';
    const record = (await reviewer.read(tile)) as { data: Record<string, unknown> };
    const changed = {
      ...record,
      data: { ...record.data, [country]: { 'en-US': { value: 'Mercia', direction: 'ltr' } } },
    };
    const answer = await reviewer.sendRequest('POST', `/api/tiles`, changed);
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.not.stringContaining(secret.text),
    ]);
    const [textAfter = ''] = await readStoredTiles();
    expect(textAfter).not.toEqual(before[0]);
    expect(textAfter).toContain(secret.text);
  });
});

describe('a version of a model that lacks nodes with stored values', () => {
  const reducedModel = withoutNode(withoutNode(placeModel, geometry), placeNodes.contributor);

  it('keeps features, relations and view rows, and a complete version restores all derived rows', async () => {
    // These imports compute the names in the languages that were added after the import of the sample.
    await importVersion(service, withNode(placeModel, geometry, { alias: 'other' }));
    await importVersion(service, placeModel);
    const before = await readDerivedRows(service);
    expect(before['view']?.length).toBeGreaterThan(50);
    const problems = await importVersion(service, reducedModel);
    expect(codesOf(problems)).toEqual(['vanished_node_kept', 'vanished_node_kept']);
    expect(problems.join('\n')).toMatch(new RegExp(`Node ${geometry} .* in 70 tiles`));
    const { feature, relation, view } = await readDerivedRows(service);
    expect({ feature, relation, view }).toEqual({
      feature: before['feature'],
      relation: before['relation'],
      view: before['view'],
    });
    await importVersion(service, placeModel);
    expect(await readDerivedRows(service)).toEqual(before);
  });

  it('shows the values of these nodes to callers who may read their nodegroup', async () => {
    await importVersion(service, reducedModel);
    expect(await service.fetchJson('/geojson')).toMatchObject({
      features: { length: expect.any(Number) },
    });
    const answers = await readPublicAnswers(service);
    expect(findLeaks(answers, [geometry]).length).toBeGreaterThan(5);
    await denyNodegroupsToPublic(service, [extent]);
    expect(findLeaks(await readPublicAnswers(service), [geometry])).toEqual([]);
  });

  it('changes nothing when a resource instance is read and written back, in any format', async () => {
    const { administrator } = await createWriters(service);
    await importVersion(service, reducedModel);
    const places = await selectTexts(`select resource_id::text from feature order by gid limit 10`);
    const readStoredTiles = () => selectTexts('select t::text from tile t order by tile_id');
    const before = [await readStoredTiles(), await countRows('edit_log')];
    for (const id of takeSample(places, 3)) {
      for (const format of ['json-ld', 'json-ld&profile=linked', 'service-json']) {
        const document = await administrator.read(`/resources/${id}?format=${format}&hidden=false`);
        const path = `/resources/${id}?format=${format.replace('&profile=linked', '')}&hidden=false`;
        const answer = await administrator.sendRequest('PUT', path, document);
        expect([answer.status, format]).toEqual([200, format]);
      }
    }
    expect([await readStoredTiles(), await countRows('edit_log')]).toEqual(before);
  });

  it('removes the nodes with --remove-vanished, counts their tiles, and logs their values', async () => {
    const editCount = await countRows('edit_log');
    const problems = await importVersion(service, reducedModel, { removesObsolete: true });
    expect(codesOf(problems)).toEqual(['vanished_node_removed', 'vanished_node_removed']);
    expect(problems.join('\n')).toMatch(new RegExp(`Node ${geometry} .* in 70 tiles`));
    expect(await countRows(`node where node_id = '${geometry}'`)).toBe(0);
    expect(await countRows(`tile where jsonb_exists(data, '${geometry}')`)).toBe(0);
    expect(await countRows('feature')).toBe(0);
    const loggedCount = await countRows(
      `edit_log where edit_log_id > ${editCount} and edit_type = 'tile edit' and jsonb_typeof(old_value -> '${geometry}') = 'object'`,
    );
    expect(loggedCount).toBe(70);
    expect(await importVersion(service, reducedModel, { removesObsolete: true })).toEqual([]);
  });
});

describe('a version of a model that lacks a nodegroup', () => {
  it('keeps the nodegroup closed for a later version that has it again, even without tiles', async () => {
    await denyNodegroupsToPublic(service, [extent]);
    await runStatement(service, `delete from tile where nodegroup_id = '${extent}'`);
    const problems = await importVersion(service, withoutNodegroup(placeModel, extent));
    expect(codesOf(problems)).toEqual(['vanished_nodegroup_kept']);
    await importVersion(service, placeModel);
    expect(await countRows(`nodegroup_grant where nodegroup_id = '${extent}' and no_access`)).toBe(
      2,
    );
  });

  it('removes the nodegroup and only its own tiles with --remove-vanished', async () => {
    const tilesOfOtherNodegroups = await selectTexts(
      `select t::text from tile t where nodegroup_id <> '${extent}' order by tile_id`,
    );
    const problems = await importVersion(service, withoutNodegroup(placeModel, extent), {
      removesObsolete: true,
    });
    expect(problems).toEqual([expect.stringMatching(/^vanished_nodegroup_removed: .* 7\d tiles/)]);
    expect(await countRows(`nodegroup where nodegroup_id = '${extent}'`)).toBe(0);
    expect(await selectTexts('select t::text from tile t order by tile_id')).toEqual(
      tilesOfOtherNodegroups,
    );
  });

  it.each([
    [{ movesTiles: true, removesObsolete: true }, ['values_moved', 'vanished_nodegroup_removed']],
    [{ removesObsolete: true }, ['vanished_nodegroup_kept', 'values_out_of_place']],
  ])('loses no value of a node that moved out of it: %j', async (options, codes) => {
    const readGeometries = () => selectTexts('select geometry_text from feature order by 1');
    const before = await readGeometries();
    const version = withoutNodegroup(withNodeMoved(placeModel, geometry, dimension), extent);
    expect(codesOf(await importVersion(service, version, options))).toEqual(codes);
    expect(await readGeometries()).toEqual(before);
  });

  it('keeps the nodegroup, in spite of --remove-vanished, if another nodegroup is below it', async () => {
    const problems = await importVersion(service, withoutNodegroup(placeModel, location), {
      removesObsolete: true,
    });
    expect(codesOf(problems)).toEqual(['vanished_nodegroup_kept']);
    expect(await countRows('feature')).toBeGreaterThan(69);
  });
});
