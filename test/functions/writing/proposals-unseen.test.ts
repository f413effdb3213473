import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { rawSql } from '../../../lib/data-api/sql.ts';
import { queryColumn, runStatement } from '../../support/sample.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import {
  examples,
  nodeOf,
  specimen,
  specimenId,
  specimenPath,
  specimenTile,
  thesaurus,
} from './every-datatype.ts';
import { everyWrite, neighbour, oldMill } from './every-write.ts';
import { millNodes, type WriteRequest } from './mill-service.ts';
import { recordOf, recordPath, type Mills } from './mills.ts';
import {
  differencesOf,
  openToAll,
  publicPaths,
  seenBy,
  type Observer,
  type Seen,
} from './public-surfaces.ts';
import type { TestWriter } from './writers.ts';
import { openMillsWith } from './mills-with-model.ts';

/*
 * What somebody writes whose changes wait for a reviewer is nobody else's to see: every way of writing, every datatype, every answer.
 */

let mills: Mills;
let author: TestWriter;
let observers: Readonly<Record<string, Observer>>;
let paths: readonly string[];
let before: Seen;
/** What is seen of an id that nothing has. */
let unknown: Seen;
const unknownId = id(9001);

beforeAll(async () => {
  mills = await openMillsWith(specimen, thesaurus);
  ({ author } = mills.writers);
  await openToAll(mills);
  const { anotherAuthor } = mills.writers;
  observers = {
    nobody: (path) => mills.service.fetch(path),
    'another author': (path) => anotherAuthor.ask('GET', path),
  };
  await reset();
  paths = await publicPaths(mills);
  before = await seenBy(observers, paths);
  unknown = await seenBy(observers, [...pathsOfResource(unknownId), pathOfTile(unknownId)]);
}, 120_000);

beforeEach(reset);

afterAll(async () => mills?.service.close());

const pathsOfResource = (resource: string): readonly string[] =>
  ['', '/history', '/activity'].map((rest) => `/resources/${resource}${rest}`);
const pathOfTile = (tile: string): string => `/api/tiles/${tile}`;

/** The mills and a specimen as of long ago, so that every answer tells when it was changed, and is the same after each reset. */
async function reset(): Promise<void> {
  await mills.service.stack.owner.write(rawSql('alter table feature alter gid restart'));
  await mills.reset();
  // What is left of accounts and models keeps its times.
  await runStatement(
    mills.service,
    `with placed as (
  insert into resource (resource_id, graph_id, created_at, changed_at)
  values ('${specimenId}', '${specimen.graphid}', '2020-01-01', '2020-01-01')
)
insert into tile (tile_id, resource_id, nodegroup_id, sort_order, data)
select '${id(2400)}', '${specimenId}', '${nodeOf('url')}', 0, '{"${nodeOf('url')}": {"url": "https://mills.test/"}}'`,
  );
  await runStatement(
    mills.service,
    `update resource set
  created_at = '2020-01-01',
  changed_at = '2020-01-01',
  descriptors = jsonb_build_object('en-US', jsonb_build_object('name', jsonb_build_object(
    'value', 'Old Mill', 'nodegroups', jsonb_build_array('${millNodes.appellation}'), 'resources', '[]'::jsonb
  )))
where resource_id = '${oldMill}'`,
  );
  await runStatement(mills.service, "update resource set changed_at = '2020-01-01'");
  await runStatement(mills.service, "update last_change set changed_at = '2020-01-01'");
}

/** What was refused is not proposed; nothing else may happen but that it waits. */
async function sent(answer: Promise<Response>): Promise<number> {
  const { status } = await answer;
  expect([200, 201, 403, 422]).toContain(status);
  return status;
}

const send = ({ method, path, body, headers }: WriteRequest): Promise<Response> =>
  author.ask(method, path, body?.toString(), headers);

/** What others see another than before, and what of the new ids they can tell from ids that nothing has. */
async function seenByOthers(): Promise<readonly unknown[]> {
  const resources = await newIds('resource', 'resource_id');
  const tiles = await newIds('tile', 'tile_id');
  const found = await seenBy(observers, [
    ...resources.flatMap(pathsOfResource),
    ...tiles.map(pathOfTile),
  ]);
  const likeUnknown = new Map(
    [...found.keys()].flatMap((place) => {
      const answer = unknown.get(place.replace(/[\da-f-]{36}/, unknownId));
      return answer === undefined ? [] : [[place, answer] as const];
    }),
  );
  expect(likeUnknown.size).toBe(found.size);
  return [
    ...differencesOf(before, await seenBy(observers, paths)),
    ...differencesOf(likeUnknown, found),
  ];
}

async function newIds(table: string, key: string): Promise<readonly string[]> {
  const all = await queryColumn(mills.service, `select ${key}::text from ${table} order by 1`);
  return all.filter((one) => !paths.some((path) => path.includes(one)));
}

const name = (data: Readonly<Record<string, unknown>>) => ({
  nodegroup_id: millNodes.appellation,
  data,
});

describe('what waits for a reviewer changes no answer to anybody else', () => {
  it.each(everyWrite.map((write) => [write.title, write] as const))('%s', async (_, write) => {
    const millService = { service: mills.service, ask: send };
    await sent(send(await write.request(millService, 'little')));
    // What the request was made of besides is no proposal.
    await runStatement(mills.service, 'delete from resource_relation where tile_id is null');
    expect(await seenByOthers()).toEqual([]);
  });

  it.each([
    [
      'a new tile before all others',
      {
        method: 'POST',
        path: '/api/tiles',
        body: JSON.stringify({
          ...name({ [millNodes.name]: 'First Mill' }),
          resourceinstance_id: oldMill,
          sortorder: -1,
        }),
      },
    ],
    [
      'a new tile with a low id beside the first',
      {
        method: 'POST',
        path: `/api/tiles/${id(1)}`,
        body: JSON.stringify({
          ...name({ [millNodes.name]: 'First Mill' }),
          resourceinstance_id: oldMill,
          sortorder: 0,
        }),
      },
    ],
    [
      'a document with a new tile that keeps the others',
      {
        method: 'PUT',
        path: `${recordPath}&missing=keep`,
        body: JSON.stringify({
          tiles: [
            {
              tileid: id(1),
              parenttile_id: null,
              sortorder: -5,
              ...name({ [millNodes.name]: 'First Mill' }),
            },
          ],
        }),
      },
    ],
    [
      'a reference to another one',
      {
        method: 'POST',
        path: '/api/tiles',
        body: JSON.stringify({
          nodegroup_id: millNodes.neighbours,
          resourceinstance_id: oldMill,
          data: { [millNodes.neighbours]: [{ resourceId: specimenId }] },
        }),
      },
    ],
  ] as const)('%s', async (_, request) => {
    expect(await sent(send(request))).toBe(200);
    expect(await seenByOthers()).toEqual([]);
  });

  it('another legacy id, another place of a tile, and a tile below another', async () => {
    const { ask } = author;
    const stored = await recordOf(author);
    const [first, ...others] = stored.tiles;
    if (first === undefined) throw new Error('The mill has no tile.');
    for (const document of [
      { ...stored, legacyid: 'mine' },
      { ...stored, tiles: [{ ...first, sortorder: 7 }, ...others] },
      { ...stored, tiles: stored.tiles.map((tile) => ({ ...tile, parenttile_id: null })) },
    ]) {
      expect(await sent(ask('PUT', recordPath, document))).toBe(422);
      expect(await sent(ask('PUT', `${recordPath}&dry_run=true`, document))).toBe(422);
    }
    expect(await seenByOthers()).toEqual([]);
  });

  it('the deletion of one, which an author may do', async () => {
    for (const query of ['', '?on_reference=refuse', '?dry_run=true']) {
      expect(await sent(author.ask('DELETE', `/resources/${neighbour}${query}`))).toBe(403);
    }
    expect(await seenByOthers()).toEqual([]);
  });

  it('a resource instance that others refer to before it is there, and its deletion', async () => {
    const target = id(503);
    await runStatement(
      mills.service,
      `update tile set data = data || '{"${millNodes.neighbours}": [{"resourceId": "${target}"}]}' where tile_id = '${id(608)}'`,
    );
    const was = await seenBy(observers, paths);
    const put = () =>
      author.ask('PUT', `/resources/mill/${target}?format=service-json`, {
        legacyid: 'mine',
        tiles: [
          { tileid: id(1), parenttile_id: null, sortorder: 0, ...name({ [millNodes.name]: 'X' }) },
        ],
      });
    expect(await sent(put())).toBe(201);
    expect(differencesOf(was, await seenBy(observers, paths))).toEqual([]);
    expect(await sent(author.ask('DELETE', `/resources/${target}`))).toBe(200);
    expect(differencesOf(was, await seenBy(observers, paths))).toEqual([]);
    expect(await sent(put())).toBe(201);
    expect(differencesOf(was, await seenBy(observers, paths))).toEqual([]);
  });
});

describe('a value of any datatype that waits for a reviewer', () => {
  const values = examples.flatMap(({ datatype, good }) =>
    good.slice(0, 1).map((value) => ({ datatype, value })),
  );

  it('in a new tile of its own changes no answer to anybody else', async () => {
    for (const { datatype, value } of values) {
      const { tileid: _, ...tile } = specimenTile(datatype, value);
      await sent(author.ask('POST', '/api/tiles', { ...tile, resourceinstance_id: specimenId }));
    }
    expect(
      await queryColumn(mills.service, 'select count(*) from tile where is_proposed'),
    ).not.toEqual(['0']);
    expect(await seenByOthers()).toEqual([]);
  });

  it('in a document of tile records changes no answer to anybody else', async () => {
    for (const { datatype, value } of values) {
      const tile = { ...specimenTile(datatype, value), tileid: id(2500 + values.length) };
      await sent(author.ask('PUT', `${specimenPath}&missing=keep`, { tiles: [tile] }));
    }
    expect(await seenByOthers()).toEqual([]);
  });

  it('as a value of a node changes no answer to anybody else', async () => {
    for (const { datatype, value } of values) {
      const data = typeof value === 'string' ? value : JSON.stringify(value);
      const form = new URLSearchParams({
        nodeid: nodeOf(datatype),
        resourceinstanceid: specimenId,
        data,
      });
      await sent(
        author.ask('POST', '/api/node_value/', form.toString(), {
          'content-type': 'application/x-www-form-urlencoded',
        }),
      );
    }
    expect(await seenByOthers()).toEqual([]);
  });

  it('in a resource instance of its own changes no answer to anybody else', async () => {
    for (const { datatype, value } of values) {
      const { tileid: _, ...tile } = specimenTile(datatype, value);
      await sent(author.ask('POST', '/api/tiles', tile));
    }
    expect(await seenByOthers()).toEqual([]);
  });
});
