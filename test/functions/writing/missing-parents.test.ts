import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { edge, id, node } from '../../infra/cli/import/graphs/example.ts';
import { runStatement } from '../../support/sample.ts';
import { plannedBy, problemOf, readRecord, sendForm, type Mills } from './mills.ts';
import type { TestWriter } from './writers.ts';
import { openMillsWith } from './mills-with-model.ts';

// A site has phases and one file. A phase has one area, and an area has shapes and one outline. A file has a required title, and
// plans.

const site = id(3001);
const phase = id(3002);
const period = id(3003);
const area = id(3004);
const shape = id(3005);
const outline = id(3006);
const file = id(3007);
const title = id(3008);
const plan = id(3009);
const siteId = id(3100);
const path = `/resources/sites/${siteId}?format=service-json`;

const model = {
  graphid: id(3000),
  name: 'Site',
  slug: 'sites',
  isresource: true,
  nodes: [
    node(site, 'Site', null, { istopnode: true, datatype: 'semantic' }),
    node(phase, 'Phase', phase, { datatype: 'semantic' }),
    node(period, 'Period', phase),
    node(area, 'Area', area, { datatype: 'semantic' }),
    node(shape, 'Shape', shape, { datatype: 'geojson-feature-collection' }),
    node(outline, 'Outline', outline, { datatype: 'geojson-feature-collection' }),
    node(file, 'File', file, { datatype: 'semantic' }),
    node(title, 'Title', file, { isrequired: true }),
    node(plan, 'Plan', plan, { datatype: 'geojson-feature-collection' }),
  ],
  edges: [
    edge(site, phase),
    edge(phase, period),
    edge(phase, area),
    edge(area, shape),
    edge(area, outline),
    edge(site, file),
    edge(file, title),
    edge(file, plan),
  ],
  nodegroups: [
    { nodegroupid: phase, cardinality: 'n', parentnodegroup_id: null },
    { nodegroupid: area, cardinality: '1', parentnodegroup_id: phase },
    { nodegroupid: shape, cardinality: 'n', parentnodegroup_id: area },
    { nodegroupid: outline, cardinality: '1', parentnodegroup_id: area },
    { nodegroupid: file, cardinality: '1', parentnodegroup_id: null },
    { nodegroupid: plan, cardinality: 'n', parentnodegroup_id: file },
  ],
  cards: [],
};

let mills: Mills;
let reviewer: TestWriter;

beforeAll(async () => {
  mills = await openMillsWith(model);
  ({ reviewer } = mills.writers);
});

beforeEach(async () => {
  await mills.reset();
  await runStatement(mills.service, 'delete from nodegroup_grant');
});

afterAll(async () => mills?.service.close());

const created = z.looseObject({ resourceinstance_id: z.string(), tileid: z.string() });

const send = (fields: Readonly<Record<string, string>>, writer = reviewer): Promise<Response> =>
  sendForm(writer, '/api/node_value/', { nodeid: shape, data: 'Point (1 1)', ...fields });

const tile = (number: number, nodegroup: string, parent: number | null, data: object = {}) => ({
  tileid: id(number),
  nodegroup_id: nodegroup,
  parenttile_id: parent === null ? null : id(parent),
  data,
});

const putTiles = async (...tiles: readonly object[]): Promise<void> => {
  const answer = await mills.writers.administrator.sendRequest('PUT', path, { tiles });
  if (answer.status > 201) throw new Error(await answer.text());
};

/** The nodegroups of the tiles from the tile in the answer up to the top. */
async function chainOf(response: Response, writer = reviewer): Promise<readonly string[]> {
  const { resourceinstance_id: resource, tileid } = created.parse(await response.json());
  const { tiles } = await readRecord(writer, resource);
  const chain: string[] = [];
  let currentId: string | null = tileid;
  while (currentId !== null) {
    const currentTile = tiles.find((candidate) => candidate.tileid === currentId);
    if (currentTile === undefined) throw new Error(`There is no tile ${currentId}.`);
    chain.push(currentTile.nodegroup_id);
    currentId = currentTile.parenttile_id;
  }
  return chain;
}

/** Grants the reviewer and its groups only one right on a nodegroup. */
const grant = (nodegroup: string, right: string): Promise<void> =>
  runStatement(
    mills.service,
    `insert into nodegroup_grant (nodegroup_id, account_id, account_group_id, ${right})
select '${nodegroup}'::uuid, ${reviewer.accountId}, null::integer, true
union all
select '${nodegroup}'::uuid, null, g.account_group_id, true
from account_group g
where g.name in ('Resource Editor', 'Resource Reviewer')
  and '${right}' <> 'no_access'`,
  );

describe('a value of a nodegroup with parents', () => {
  it('is stored in a new resource instance with all parent tiles', async () => {
    expect(await chainOf(await send({}))).toEqual([shape, area, phase]);
  });

  it('is stored in an existing resource instance with the missing parent tiles', async () => {
    await putTiles(tile(3201, phase, null, { [period]: 'Roman' }));
    const answer = await send({ resourceinstanceid: siteId });
    expect(await chainOf(answer)).toEqual([shape, area, phase]);
    expect((await readRecord(reviewer, siteId)).tiles).toHaveLength(3);
  });

  it('is stored below the only existing parent tile each time it is sent', async () => {
    await putTiles(tile(3201, phase, null), tile(3202, area, 3201));
    await send({ resourceinstanceid: siteId });
    await send({ resourceinstanceid: siteId });
    const { tiles } = await readRecord(reviewer, siteId);
    expect(
      tiles
        .filter(({ nodegroup_id: nodegroup }) => nodegroup === shape)
        .map((shapeTile) => shapeTile.parenttile_id),
    ).toEqual([id(3202), id(3202)]);
  });

  it('creates tiles only the first time if the cardinality of its nodegroup is 1', async () => {
    await putTiles(tile(3201, phase, null));
    await send({ resourceinstanceid: siteId, nodeid: outline });
    await send({ resourceinstanceid: siteId, nodeid: outline, operation: 'append' });
    expect((await readRecord(reviewer, siteId)).tiles).toHaveLength(3);
  });

  it('is written in two Data API calls, and a dry run lists its tiles without storing them', async () => {
    expect(await mills.service.countCalls(async () => send({}))).toBe(2);
    const before = await mills.traces();
    const answer = await sendForm(reviewer, '/api/node_value/?dry_run', {
      nodeid: shape,
      data: 'Point (1 1)',
    });
    expect((await plannedBy(answer)).created).toHaveLength(3);
    expect(await mills.traces()).toBe(before);
  });

  it('is proposed, and later accepted, together with its parent tiles if its author is not a reviewer', async () => {
    const { author } = mills.writers;
    const answer = await send({}, author);
    const { resourceinstance_id: resource, tileid } = created.parse(await answer.clone().json());
    expect(await chainOf(answer, author)).toEqual([shape, area, phase]);
    expect((await mills.writers.reader.sendRequest('GET', `/resources/${resource}`)).status).toBe(
      404,
    );
    await send({ tileid, data: 'Point (2 2)' });
    expect((await readRecord(mills.writers.reader, resource)).tiles).toHaveLength(3);
  });
});

describe('a value whose parent tile is ambiguous, missing or not writable', () => {
  it.each([
    [
      'several parent tiles',
      [
        tile(3201, phase, null),
        tile(3202, area, 3201),
        tile(3203, phase, null),
        tile(3204, area, 3203),
      ],
    ],
    ['several tiles above the missing parent', [tile(3201, phase, null), tile(3203, phase, null)]],
  ])(
    'is refused with 422 and the ids of the candidates, and nothing is stored: %s',
    async (_what, tiles) => {
      await putTiles(...tiles);
      const before = await mills.traces();
      const answer = await send({ resourceinstanceid: siteId });
      const { errors } = await problemOf(answer);
      expect([answer.status, errors.map(({ code }) => code)]).toEqual([
        422,
        ['ambiguous_parent_tile'],
      ]);
      expect(errors[0]?.detail).toContain(tiles.at(-1)?.tileid);
      expect(await mills.traces()).toBe(before);
    },
  );

  it('does not replace the value of a tile below one of several parent tiles', async () => {
    const [first, second] = [tile(3201, phase, null), tile(3203, phase, null)];
    await putTiles(
      first,
      second,
      tile(3202, area, 3201),
      tile(3204, area, 3203),
      tile(3205, outline, 3202),
    );
    const before = await mills.traces();
    const answer = await send({ resourceinstanceid: siteId, nodeid: outline });
    expect([answer.status, await mills.traces()]).toEqual([422, before]);
    expect((await send({ nodeid: outline, tileid: id(3205) })).status).toBe(200);
  });

  it('is refused with the error of the parent tile and the errors of the value together', async () => {
    await putTiles(tile(3201, phase, null), tile(3203, phase, null));
    const answer = await send({ resourceinstanceid: siteId, data: 'GEOMETRYCOLLECTION ()' });
    expect((await problemOf(answer)).errors.map(({ code }) => code)).toEqual([
      'ambiguous_parent_tile',
      'no_geometry',
    ]);
  });

  it.each([
    ['is closed to the writer', area, 'no_access', 404, []],
    ['two levels up is closed to the writer', phase, 'no_access', 404, []],
    ['may not be read', area, 'can_delete', 422, ['no_parent_tile']],
    ['may be read but not written', area, 'can_read', 422, ['no_parent_tile']],
    ['two levels up may be read but not written', phase, 'can_read', 422, ['no_parent_tile']],
  ])(
    'is refused if the nodegroup of a missing parent tile %s',
    async (_what, nodegroup, right, status, codes) => {
      await putTiles();
      await grant(nodegroup, right);
      const before = await mills.traces();
      for (const fields of [{}, { resourceinstanceid: siteId }]) {
        const answer = await send(fields);
        const { errors } = await problemOf(answer);
        expect([answer.status, errors.map(({ code }) => code)]).toEqual([status, codes]);
        expect(JSON.stringify(errors)).not.toMatch(
          new RegExp(`${nodegroup}|${nodegroup === phase ? 'Phase' : 'Area'}`),
        );
      }
      expect(await mills.traces()).toBe(before);
    },
  );

  it.each(['no_access', 'can_delete'])(
    'gets the same errors whether an unreadable parent tile exists or not: %s',
    async (right) => {
      const errorLists: unknown[] = [];
      for (const tiles of [[], [tile(3201, phase, null), tile(3202, area, 3201)]]) {
        await runStatement(mills.service, 'delete from nodegroup_grant');
        await putTiles(...tiles);
        await grant(area, right);
        const { errors } = await problemOf(await send({ resourceinstanceid: siteId }));
        errorLists.push(errors);
      }
      expect(errorLists[0]).toEqual(errorLists[1]);
    },
  );

  it('is refused with 422 if a missing parent tile would need a required value', async () => {
    const before = await mills.traces();
    const answer = await send({ nodeid: plan });
    const { errors } = await problemOf(answer);
    expect([answer.status, errors.map(({ code }) => code)]).toEqual([
      422,
      ['required_value_missing'],
    ]);
    expect(await mills.traces()).toBe(before);
  });

  it('is stored below an existing parent tile that the writer may read but not write', async () => {
    await putTiles(tile(3201, phase, null), tile(3202, area, 3201));
    await grant(area, 'can_read');
    expect(await chainOf(await send({ resourceinstanceid: siteId }))).toEqual([shape, area, phase]);
  });
});
