import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { rawSql } from '../../../lib/data-api/sql.ts';
import { takeInTurn } from '../../support/random/take-sample.ts';
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
import { readRecord, recordPath, type Mills } from './mills.ts';
import {
  differencesOf,
  openToAll,
  listReadPaths,
  readAsObservers,
  type Observer,
  type AnswersByObserver,
} from './public-surfaces.ts';
import type { TestWriter } from './writers.ts';
import { openMillsWith } from './mills-with-model.ts';

/*
 * Only its author and reviewers may see a proposal. These tests write it in every way and with every datatype, and compare the
 * answers of all reading operations.
 */

let mills: Mills;
let author: TestWriter;
let observers: Readonly<Record<string, Observer>>;
let paths: readonly string[];
let before: AnswersByObserver;
/** The number of tests so far. */
let turn = 0;
/** The answers to requests for an id that does not exist. */
let answersToUnknownId: AnswersByObserver;
const unknownId = id(9001);

beforeAll(async () => {
  mills = await openMillsWith(specimen, thesaurus);
  ({ author } = mills.writers);
  await openToAll(mills);
  const { anotherAuthor } = mills.writers;
  observers = {
    nobody: (path) => mills.service.fetch(path),
    'another author': (path) => anotherAuthor.sendRequest('GET', path),
  };
  await reset();
  paths = await listReadPaths(mills);
  before = await readAsObservers(observers, paths);
  answersToUnknownId = await readAsObservers(observers, [
    ...pathsOfResource(unknownId),
    pathOfTile(unknownId),
  ]);
}, 120_000);

beforeEach(async () => {
  turn += 1;
  await reset();
});

afterAll(async () => mills?.service.close());

const pathsOfResource = (resource: string): readonly string[] =>
  ['', '/history', '/activity'].map((suffix) => `/resources/${resource}${suffix}`);
const pathOfTile = (tile: string): string => `/api/tiles/${tile}`;

/** Restores the mills and a specimen with fixed old times, so that Last-Modified shows each change and is the same after each reset. */
async function reset(): Promise<void> {
  await mills.service.stack.owner.write(rawSql('alter table feature alter gid restart'));
  await mills.reset();
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

/** Reads a sixth of the paths as one observer, and the next sixth as the other one. The next test begins with the next sixth. */
async function readPaths(): Promise<AnswersByObserver> {
  const size = Math.ceil(paths.length / 6);
  const answers = await Promise.all(
    Object.entries(observers).map(([name, observer], index) =>
      readAsObservers({ [name]: observer }, takeInTurn(paths, turn + index, size)),
    ),
  );
  return new Map(answers.flatMap((answersToObserver) => [...answersToObserver]));
}

/** Checks that a write was stored as a proposal or refused. @returns its status */
async function checkStatus(answer: Promise<Response>): Promise<number> {
  const { status } = await answer;
  expect([200, 201, 403, 422]).toContain(status);
  return status;
}

const send = ({ method, path, body, headers }: WriteRequest): Promise<Response> =>
  author.sendRequest(method, path, body?.toString(), headers);

/** Lists answers to others that differ from before, and answers for new ids that differ from those for an unknown id. */
async function findVisibleChanges(): Promise<readonly unknown[]> {
  const resources = await listNewIds('resource', 'resource_id');
  const tiles = await listNewIds('tile', 'tile_id');
  const answersToNewIds = await readAsObservers(observers, [
    ...resources.flatMap(pathsOfResource),
    ...tiles.map(pathOfTile),
  ]);
  const expectedAnswers = new Map(
    [...answersToNewIds.keys()].flatMap((observedPath) => {
      const answer = answersToUnknownId.get(observedPath.replace(/[\da-f-]{36}/, unknownId));
      return answer === undefined ? [] : [[observedPath, answer] as const];
    }),
  );
  expect(expectedAnswers.size).toBe(answersToNewIds.size);
  const after = await readPaths();
  const comparable = new Map([...before].filter(([observedPath]) => after.has(observedPath)));
  expect(comparable.size).toBe(after.size);
  return [...differencesOf(comparable, after), ...differencesOf(expectedAnswers, answersToNewIds)];
}

async function listNewIds(table: string, column: string): Promise<readonly string[]> {
  const allIds = await queryColumn(
    mills.service,
    `select ${column}::text from ${table} order by 1`,
  );
  return allIds.filter((listedId) => !paths.some((path) => path.includes(listedId)));
}

const nameTile = (data: Readonly<Record<string, unknown>>) => ({
  nodegroup_id: millNodes.appellation,
  data,
});

describe('a proposal or a refused write changes no answer to others', () => {
  it.each(everyWrite.map((write) => [write.title, write] as const))('%s', async (_, write) => {
    const millService = { service: mills.service, sendRequest: send };
    await checkStatus(send(await write.request(millService, 'little')));
    // The statement that prepares a request may have stored a relation, which is not proposed.
    await runStatement(mills.service, 'delete from resource_relation where tile_id is null');
    expect(await findVisibleChanges()).toEqual([]);
  });

  it.each([
    [
      'a new tile before all other tiles',
      {
        method: 'POST',
        path: '/api/tiles',
        body: JSON.stringify({
          ...nameTile({ [millNodes.name]: 'First Mill' }),
          resourceinstance_id: oldMill,
          sortorder: -1,
        }),
      },
    ],
    [
      'a new tile with a low id and the sort order of the first tile',
      {
        method: 'POST',
        path: `/api/tiles/${id(1)}`,
        body: JSON.stringify({
          ...nameTile({ [millNodes.name]: 'First Mill' }),
          resourceinstance_id: oldMill,
          sortorder: 0,
        }),
      },
    ],
    [
      'a document with only a new tile, and missing=keep',
      {
        method: 'PUT',
        path: `${recordPath}&missing=keep`,
        body: JSON.stringify({
          tiles: [
            {
              tileid: id(1),
              parenttile_id: null,
              sortorder: -5,
              ...nameTile({ [millNodes.name]: 'First Mill' }),
            },
          ],
        }),
      },
    ],
    [
      'a reference to another resource instance',
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
    expect(await checkStatus(send(request))).toBe(200);
    expect(await findVisibleChanges()).toEqual([]);
  });

  it('another legacy id, another sort order of a tile, and another parent tile', async () => {
    const { sendRequest } = author;
    const stored = await readRecord(author);
    const [first, ...others] = stored.tiles;
    if (first === undefined) throw new Error('The mill has no tile.');
    for (const document of [
      { ...stored, legacyid: 'mine' },
      { ...stored, tiles: [{ ...first, sortorder: 7 }, ...others] },
      { ...stored, tiles: stored.tiles.map((tile) => ({ ...tile, parenttile_id: null })) },
    ]) {
      expect(await checkStatus(sendRequest('PUT', recordPath, document))).toBe(422);
      expect(await checkStatus(sendRequest('PUT', `${recordPath}&dry_run=true`, document))).toBe(
        422,
      );
    }
    expect(await findVisibleChanges()).toEqual([]);
  });

  it('the deletion of a resource instance', async () => {
    for (const query of ['', '?on_reference=refuse', '?dry_run=true']) {
      expect(
        await checkStatus(author.sendRequest('DELETE', `/resources/${neighbour}${query}`)),
      ).toBe(403);
    }
    expect(await findVisibleChanges()).toEqual([]);
  });

  it('a new resource instance to which a tile already refers, and its deletion', async () => {
    const target = id(503);
    await runStatement(
      mills.service,
      `update tile set data = data || '{"${millNodes.neighbours}": [{"resourceId": "${target}"}]}' where tile_id = '${id(608)}'`,
    );
    const answersBefore = await readPaths();
    const put = () =>
      author.sendRequest('PUT', `/resources/mill/${target}?format=service-json`, {
        legacyid: 'mine',
        tiles: [
          {
            tileid: id(1),
            parenttile_id: null,
            sortorder: 0,
            ...nameTile({ [millNodes.name]: 'X' }),
          },
        ],
      });
    expect(await checkStatus(put())).toBe(201);
    expect(differencesOf(answersBefore, await readPaths())).toEqual([]);
    expect(await checkStatus(author.sendRequest('DELETE', `/resources/${target}`))).toBe(200);
    expect(differencesOf(answersBefore, await readPaths())).toEqual([]);
    expect(await checkStatus(put())).toBe(201);
    expect(differencesOf(answersBefore, await readPaths())).toEqual([]);
  });
});

describe('a proposed value of any datatype', () => {
  const values = examples.flatMap(({ datatype, validValues }) =>
    validValues.slice(0, 1).map((value) => ({ datatype, value })),
  );

  it('in a new tile changes no answer to others', async () => {
    for (const { datatype, value } of values) {
      const { tileid: _, ...tile } = specimenTile(datatype, value);
      await checkStatus(
        author.sendRequest('POST', '/api/tiles', { ...tile, resourceinstance_id: specimenId }),
      );
    }
    expect(
      await queryColumn(mills.service, 'select count(*) from tile where is_proposed'),
    ).not.toEqual(['0']);
    expect(await findVisibleChanges()).toEqual([]);
  });

  it('in a document of tile records changes no answer to others', async () => {
    for (const { datatype, value } of values) {
      const tile = { ...specimenTile(datatype, value), tileid: id(2500 + values.length) };
      await checkStatus(
        author.sendRequest('PUT', `${specimenPath}&missing=keep`, { tiles: [tile] }),
      );
    }
    expect(await findVisibleChanges()).toEqual([]);
  });

  it('written by POST /api/node_value changes no answer to others', async () => {
    for (const { datatype, value } of values) {
      const data = typeof value === 'string' ? value : JSON.stringify(value);
      const form = new URLSearchParams({
        nodeid: nodeOf(datatype),
        resourceinstanceid: specimenId,
        data,
      });
      await checkStatus(
        author.sendRequest('POST', '/api/node_value/', form.toString(), {
          'content-type': 'application/x-www-form-urlencoded',
        }),
      );
    }
    expect(await findVisibleChanges()).toEqual([]);
  });

  it('in a new resource instance changes no answer to others', async () => {
    for (const { datatype, value } of values) {
      const { tileid: _, ...tile } = specimenTile(datatype, value);
      await checkStatus(author.sendRequest('POST', '/api/tiles', tile));
    }
    expect(await findVisibleChanges()).toEqual([]);
  });
});
