import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { importResources } from '../../../infra/cli/import/resources/import-resources.ts';
import { queryColumn, runStatement } from '../../support/sample.ts';
import { takeSample } from '../../support/random/take-sample.ts';
import { withJsonFile } from '../../support/temporary-file.ts';
import { graphId } from '../../lib/json-ld/mill.ts';
import { emptyRecords, listInconsistencies } from './books.ts';
import {
  runAllWriters,
  changeCarefully,
  millId,
  putMill,
  readMill,
  tileId,
  tileOf,
  writers,
  type Tile,
} from './crowd.ts';
import { placeMills } from './every-write.ts';
import { millNodes, openMillService, type MillService } from './mill-service.ts';
import { recordDatabaseErrors } from './refusals.ts';
import { holdCommitOf } from './slow-statements.ts';

const { appellation, name, note, place, geometry, neighbours } = millNodes;

/** The timeout of tests with many writes, long enough for a busy machine. */
const timeout = 900_000;

/** The numbers of the rounds in which each writer writes. */
const rounds = takeSample([1, 2, 3, 4], 1);

let mills: MillService;
let databaseErrors: readonly string[];
beforeAll(async () => {
  mills = await openMillService();
  databaseErrors = recordDatabaseErrors(mills.service.stack.database);
});

beforeEach(async () => {
  await placeMills(mills.service);
  await mills.service.stack.owner.write({ text: emptyRecords, parameters: [] });
});

afterAll(async () => mills?.service.close());

const query = (sql: string) => queryColumn(mills.service, sql);

const nameTile = (tileid: string, text: string): Tile =>
  tileOf(tileid, appellation, { [name]: text, [note]: text, [millNodes.nameType]: null });

const reference = (number: number): readonly unknown[] => [
  {
    resourceId: millId(number),
    ontologyProperty: '',
    inverseOntologyProperty: '',
    resourceXresourceId: '',
  },
];

const form = (fields: Readonly<Record<string, string>>) => ({
  method: 'POST',
  path: '/api/node_value/',
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});

/** All values that a node of a tile has had, the current one last. */
const readValueHistory = (tileid: string, node: string): Promise<readonly string[]> =>
  query(`select e.data ->> '${node}'
     from (
       select e.edit_log_id, e.old_value as data from edit_log e
       where e.tile_id = '${tileid}' and e.old_value is not null
       union all
       select null, t.data from tile t where t.tile_id = '${tileid}'
     ) e
     order by e.edit_log_id nulls last`);

/** Lists inconsistencies of the stored data, and deadlocks. The service recovers from a deadlock, but none should occur. */
async function findTroubles(): Promise<readonly string[]> {
  const deadlocks = databaseErrors.filter((state) => state === '40P01' || state === '40001');
  return [...(await listInconsistencies(mills.service.stack.dataApi)), ...deadlocks];
}

/** Sorts statuses and removes repeated ones. */
const distinct = (statuses: readonly number[]): readonly number[] =>
  [...new Set(statuses)].toSorted((first, second) => first - second);

describe('concurrent writers who send the version that they read', () => {
  it(
    'each add a tile to the same mill, and no tile is lost',
    async () => {
      const statuses = await runAllWriters((writer) =>
        changeCarefully(mills, 1, (tiles) => [...tiles, nameTile(tileId(writer, 1), `${writer}`)]),
      );
      expect(distinct(statuses.flat())).toEqual([200, 201, 412]);
      const { tiles } = await readMill(mills, 1);
      expect(new Set(tiles.map(({ tileid }) => tileid))).toEqual(
        new Set(writers.map((writer) => tileId(writer, 1))),
      );
      expect(await query('select version from resource')).toEqual([String(writers.length)]);
      expect(await findTroubles()).toEqual([]);
    },
    timeout,
  );

  it(
    'each add tiles to a hundred mills, and no tile is lost',
    async () => {
      const steps = takeSample([...Array(6).keys()], 2);
      const millAt = (writer: number, step: number): number => (writer + step * 31) % 100;
      const statuses = await runAllWriters(async (writer) => {
        const results: number[] = [];
        for (const step of steps) {
          const number = millAt(writer, step);
          const tile = nameTile(tileId(writer, number), `${writer} ${step}`);
          results.push(...(await changeCarefully(mills, number, (tiles) => [...tiles, tile])));
        }
        return results;
      });
      expect([200, 201, 412]).toEqual(expect.arrayContaining([...distinct(statuses.flat())]));
      const expectedTiles = writers.flatMap((writer) =>
        steps.map(
          (step) => `${millId(millAt(writer, step))} ${tileId(writer, millAt(writer, step))}`,
        ),
      );
      const storedTiles = await query(`select resource_id || ' ' || tile_id from tile`);
      expect(storedTiles.toSorted()).toEqual([...new Set(expectedTiles)].toSorted());
      expect(await findTroubles()).toEqual([]);
    },
    timeout,
  );

  it('create a mill with the same id at the same time, and only one writer succeeds', async () => {
    const statuses = await runAllWriters((writer) =>
      putMill(mills, 1, [nameTile(tileId(writer, 1), `${writer}`)], { 'if-none-match': '*' }),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(distinct(statuses)).toEqual([201, 412]);
    expect((await readMill(mills, 1)).tiles).toHaveLength(1);
    expect(await findTroubles()).toEqual([]);
  });
});

describe('concurrent writers who send no version', () => {
  it(
    'write the same tile, and its edit log contains each written value once and completely',
    async () => {
      await putMill(mills, 1, [nameTile(tileId(0, 1), 'first')]);
      const statuses = await runAllWriters(async (writer) => {
        const results: number[] = [];
        for (const round of rounds) {
          results.push(await putMill(mills, 1, [nameTile(tileId(0, 1), `${writer} ${round}`)]));
        }
        return results;
      });
      expect(distinct(statuses.flat())).toEqual([200]);
      const writtenNames = writers.flatMap((writer) => rounds.map((round) => `${writer} ${round}`));
      const names = await readValueHistory(tileId(0, 1), name);
      expect(names).toEqual(await readValueHistory(tileId(0, 1), note));
      expect(names.toSorted()).toEqual(['first', ...writtenNames].toSorted());
      expect(await findTroubles()).toEqual([]);
    },
    timeout,
  );

  it('create a mill with the same id at the same time, and no writer fails', async () => {
    const statuses = await runAllWriters((writer) =>
      putMill(mills, 1, [nameTile(tileId(0, 1), `${writer}`)]),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(distinct(statuses)).toEqual([200, 201]);
    const names = await readValueHistory(tileId(0, 1), name);
    expect(names.toSorted()).toEqual(writers.map(String).toSorted());
    expect(await findTroubles()).toEqual([]);
  });

  it('write one of two values of the same tile, and no write changes the other value', async () => {
    await putMill(mills, 1, [nameTile(tileId(0, 1), 'first')]);
    const statuses = await runAllWriters(async (writer) => {
      const nodeid = writer % 2 === 0 ? name : note;
      const fields = { nodeid, tileid: tileId(0, 1), data: `${writer}` };
      return (await mills.sendRequest(form(fields))).status;
    });
    expect(distinct(statuses)).toEqual([200]);
    const textsOf = (remainder: number): readonly string[] =>
      ['first', ...writers.filter((writer) => writer % 2 === remainder).map(String)].toSorted();
    expect([...new Set(await readValueHistory(tileId(0, 1), name))].toSorted()).toEqual(textsOf(0));
    expect([...new Set(await readValueHistory(tileId(0, 1), note))].toSorted()).toEqual(textsOf(1));
    expect(await findTroubles()).toEqual([]);
  });

  it('each add a feature to the same place, and no feature is lost', async () => {
    await putMill(mills, 1, [tileOf(tileId(0, 1), place, { [geometry]: null })]);
    const statuses = await runAllWriters(async (writer) => {
      const point = JSON.stringify({ type: 'Point', coordinates: [writer, 52] });
      const fields = { nodeid: geometry, tileid: tileId(0, 1), data: point, operation: 'append' };
      return (await mills.sendRequest(form(fields))).status;
    });
    expect(distinct(statuses)).toEqual([200]);
    const points = await query(`select geometry_text::jsonb -> 'coordinates' ->> 0 from feature`);
    expect(points.map(Number).toSorted((first, second) => first - second)).toEqual(writers);
    expect(await findTroubles()).toEqual([]);
  });

  it('each add the same new languages to their own mill, without a deadlock', async () => {
    for (const round of rounds) {
      const texts = Object.fromEntries(
        ['qa', 'qb', 'qc'].map((tag) => [
          `${tag}-x-round${round}`,
          { value: tag, direction: 'ltr' },
        ]),
      );
      const statuses = await runAllWriters((writer) =>
        putMill(mills, writer, [
          tileOf(tileId(writer, 1), appellation, { [name]: texts, [note]: `${round}` }),
        ]),
      );
      expect(distinct(statuses)).toEqual([round === rounds[0] ? 201 : 200]);
    }
    const addedLanguages = await query(
      `select language_id from language where language_id like '%-x-round%'`,
    );
    expect(addedLanguages).toHaveLength(3 * rounds.length);
    expect(await findTroubles()).toEqual([]);
  });
});

describe('the same request, sent many times at once with one Idempotency-Key,', () => {
  it('creates one mill, and every answer contains its URI', async () => {
    const body = JSON.stringify({ graph_id: graphId, tiles: [nameTile(tileId(0, 1), 'Windmill')] });
    const answers = await runAllWriters(() =>
      mills.sendRequest({
        method: 'POST',
        path: '/resources/mill?format=service-json',
        body,
        headers: { 'idempotency-key': 'once' },
      }),
    );
    expect(distinct(answers.map(({ status }) => status))).toEqual([201]);
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1);
    expect(await query('select count(*) from resource')).toEqual(['1']);
    expect(await findTroubles()).toEqual([]);
  });
});

describe('deletions during other writes', () => {
  const hubs = [200, 201, 202, 203];
  const tilesWithReference = (writer: number, hub: number, text: string): readonly Tile[] => [
    nameTile(tileId(writer, 1), text),
    tileOf(tileId(writer, 100 + hub), neighbours, { [neighbours]: reference(hub) }),
  ];
  const deleteHub = async (hub: number): Promise<number> =>
    (await mills.sendRequest({ method: 'DELETE', path: `/resources/${millId(hub)}` })).status;

  beforeEach(async () => {
    for (const hub of hubs) await putMill(mills, hub, [nameTile(tileId(hub, 1), `hub ${hub}`)]);
  });

  it(
    'remove only the references from mills that are written at the same time',
    async () => {
      const hubOf = (writer: number): number => hubs[writer % hubs.length] ?? 0;
      await runAllWriters((writer) =>
        putMill(mills, writer, tilesWithReference(writer, hubOf(writer), 'first')),
      );
      const rename =
        (text: string) =>
        (tiles: readonly Tile[]): readonly Tile[] =>
          tiles.map((tile) =>
            tile.nodegroup_id === appellation
              ? { ...tile, data: { ...tile.data, [name]: text } }
              : tile,
          );
      const [deletionStatuses, writeStatuses] = await Promise.all([
        Promise.all(hubs.map(deleteHub)),
        runAllWriters(async (writer) => {
          const results: number[] = [];
          for (const round of rounds) {
            results.push(...(await changeCarefully(mills, writer, rename(`${writer} ${round}`))));
          }
          return results;
        }),
      ]);
      expect(distinct(deletionStatuses)).toEqual([200]);
      expect([200, 412]).toEqual(expect.arrayContaining([...distinct(writeStatuses.flat())]));
      expect(await query('select relation_id from resource_relation')).toEqual([]);
      for (const writer of writers) {
        expect(await readValueHistory(tileId(writer, 1), name)).toEqual([
          'first',
          ...rounds.map((round) => `${writer} ${round}`),
        ]);
      }
      expect(await findTroubles()).toEqual([]);
    },
    timeout,
  );

  it('log a relation without a tile once for each of its two ends, in any order of deletion', async () => {
    await runStatement(
      mills.service,
      `insert into resource_relation (relation_id, from_resource_id, to_resource_id)
select gen_random_uuid(), f.resource_id, t.resource_id
from resource f
join resource t on f.resource_id < t.resource_id`,
    );
    const [deletionStatuses, writeStatuses] = await Promise.all([
      Promise.all(hubs.slice(1).map(deleteHub)),
      runAllWriters((writer) =>
        putMill(mills, 200, [nameTile(tileId(200, 1), `hub by ${writer}`)]),
      ),
    ]);
    expect([distinct(deletionStatuses), distinct(writeStatuses)]).toEqual([[200], [200]]);
    const loggedSql = `select count(*) || ' at ' || count(distinct resource_id) || ' ends'
from edit_log where edit_type = 'relation delete' group by old_value -> 'relation_id'`;
    expect(await query(loggedSql)).toEqual(Array(6).fill('2 at 2 ends'));
    expect(await findTroubles()).toEqual([]);
  });

  /** Deletes a hub while another write has run but is not committed. */
  async function deleteHubWhile(hub: number, write: () => Promise<number>): Promise<void> {
    const held = holdCommitOf(mills.service.stack.database, 'update activity_counter');
    const writing = write();
    await held.reached;
    const removing = deleteHub(hub);
    // Long enough for the deletion either to wait for the write or to end.
    await Promise.race([removing, wait(500)]);
    held.release();
    expect([await writing, await removing]).toEqual([200, 200]);
  }

  it('log a tile with the values that it had when its reference was removed', async () => {
    const references = tileOf(tileId(1, 2), neighbours, {});
    const referTo = (...hubNumbers: readonly number[]): Promise<number> =>
      putMill(mills, 1, [
        nameTile(tileId(1, 1), 'Windmill'),
        { ...references, data: { [neighbours]: hubNumbers.flatMap(reference) } },
      ]);
    await referTo(200, 201);
    await deleteHubWhile(200, () => referTo(200, 202));
    const loggedValues = await readValueHistory(references.tileid, neighbours);
    const hubsIn = (value: string): readonly number[] =>
      hubs.filter((hub) => value.includes(millId(hub)));
    expect(loggedValues.map(hubsIn)).toEqual([[200, 201], [200, 202], [202]]);
    expect(await findTroubles()).toEqual([]);
  });
});

describe('an import during writes to the same mills', () => {
  it(
    'stores all its values, and the writers store all their tiles',
    async () => {
      const millNumbers = [...Array(20).keys()];
      const importSteps = takeSample([0, 1, 2, 3], 2);
      const importRecord = (number: number, text: string) => ({
        resourceinstance: { resourceinstanceid: millId(number), graph_id: graphId },
        tiles: [
          nameTile(tileId(900, number), text),
          tileOf(tileId(901, number), neighbours, {
            [neighbours]: reference((number * 7 + 1) % 20),
          }),
        ],
      });
      const runImport = (text: string): Promise<unknown> => {
        const resources = millNumbers.map((number) => importRecord(number, text));
        return withJsonFile({ business_data: { resources } }, (file) =>
          importResources([file], mills.service.importContext),
        );
      };
      await runImport('first');
      const [statuses] = await Promise.all([
        runAllWriters(async (writer) => {
          const results: number[] = [];
          for (const step of importSteps) {
            const number = (writer + step * 7) % millNumbers.length;
            const tile = nameTile(tileId(writer, number), `${writer}`);
            results.push(...(await changeCarefully(mills, number, (tiles) => [...tiles, tile])));
          }
          return results;
        }),
        runImport('second').then(() => runImport('third')),
        runImport('beside'),
      ]);
      expect([200, 412]).toEqual(expect.arrayContaining([...distinct(statuses.flat())]));
      expect(mills.service.report.countErrors()).toBe(0);
      const [tileCount] = await query(
        `select count(*) from tile where nodegroup_id = '${appellation}'`,
      );
      expect(Number(tileCount)).toBe(millNumbers.length + writers.length * importSteps.length);
      for (const number of millNumbers) {
        const [first, ...later] = await readValueHistory(tileId(900, number), name);
        expect([first, new Set(later)]).toEqual(['first', new Set(['second', 'third', 'beside'])]);
      }
      expect(await findTroubles()).toEqual([]);
    },
    timeout,
  );
});
