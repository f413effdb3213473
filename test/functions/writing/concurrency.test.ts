import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { importResources } from '../../../infra/cli/import/resources/import-resources.ts';
import { queryColumn, runStatement } from '../../support/sample.ts';
import { takeSample } from '../../support/random/take-sample.ts';
import { withJsonFile } from '../../support/temporary-file.ts';
import { graphId } from '../../lib/json-ld/mill.ts';
import { disagreements } from './books.ts';
import {
  all,
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
import { listenForRefusals } from './refusals.ts';
import { holdCommitOf } from './slow-statements.ts';

const { appellation, name, note, place, geometry, neighbours } = millNodes;

/** For tests of many writes on a machine that has other work too. */
const timeout = 900_000;

/** How often each writer writes the same. */
const rounds = takeSample([1, 2, 3, 4], 2);

let mills: MillService;
let refusals: readonly string[];
beforeAll(async () => {
  mills = await openMillService();
  refusals = listenForRefusals(mills.service.stack.database);
});

beforeEach(async () => {
  await placeMills(mills.service);
  await mills.service.stack.owner.write({ text: 'truncate resource cascade', parameters: [] });
});

afterAll(async () => mills?.service.close());

const column = (query: string) => queryColumn(mills.service, query);

const named = (tileid: string, text: string): Tile =>
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

/** Every value that a node of a tile ever had, the present one last. */
const valuesEver = (tileid: string, node: string): Promise<readonly string[]> =>
  column(`select e.data ->> '${node}'
     from (
       select e.edit_log_id, e.old_value as data from edit_log e
       where e.tile_id = '${tileid}' and e.old_value is not null
       union all
       select null, t.data from tile t where t.tile_id = '${tileid}'
     ) e
     order by e.edit_log_id nulls last`);

/** What does not agree in the store, and the deadlocks there were: the service gets over one, but has no business with any. */
async function troubles(): Promise<readonly string[]> {
  const deadlocks = refusals.filter((state) => state === '40P01' || state === '40001');
  return [...(await disagreements(mills.service.stack.data)), ...deadlocks];
}

/** The statuses of answers, each once. */
const seen = (statuses: readonly number[]): readonly number[] =>
  [...new Set(statuses)].toSorted((one, other) => one - other);

describe('writers who name the version that they read', () => {
  it(
    'each add a tile to the same mill, and all are there in the end',
    async () => {
      const statuses = await all((writer) =>
        changeCarefully(mills, 1, (tiles) => [...tiles, named(tileId(writer, 1), `${writer}`)]),
      );
      expect(seen(statuses.flat())).toEqual([200, 201, 412]);
      const { tiles } = await readMill(mills, 1);
      expect(new Set(tiles.map(({ tileid }) => tileid))).toEqual(
        new Set(writers.map((writer) => tileId(writer, 1))),
      );
      expect(await column('select version from resource')).toEqual([String(writers.length)]);
      expect(await troubles()).toEqual([]);
    },
    timeout,
  );

  it(
    'each add tiles to a hundred mills, and all are there in the end',
    async () => {
      const steps = takeSample([...Array(6).keys()], 4);
      const millAt = (writer: number, step: number): number => (writer + step * 31) % 100;
      const statuses = await all(async (writer) => {
        const mine: number[] = [];
        for (const step of steps) {
          const number = millAt(writer, step);
          const tile = named(tileId(writer, number), `${writer} ${step}`);
          mine.push(...(await changeCarefully(mills, number, (tiles) => [...tiles, tile])));
        }
        return mine;
      });
      expect([200, 201, 412]).toEqual(expect.arrayContaining([...seen(statuses.flat())]));
      const wanted = writers.flatMap((writer) =>
        steps.map(
          (step) => `${millId(millAt(writer, step))} ${tileId(writer, millAt(writer, step))}`,
        ),
      );
      const found = await column(`select resource_id || ' ' || tile_id from tile`);
      expect(found.toSorted()).toEqual([...new Set(wanted)].toSorted());
      expect(await troubles()).toEqual([]);
    },
    timeout,
  );

  it('make a mill of the same id at once, and one of them does', async () => {
    const statuses = await all((writer) =>
      putMill(mills, 1, [named(tileId(writer, 1), `${writer}`)], { 'if-none-match': '*' }),
    );
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(seen(statuses)).toEqual([201, 412]);
    expect((await readMill(mills, 1)).tiles).toHaveLength(1);
    expect(await troubles()).toEqual([]);
  });
});

describe('writers who name no version', () => {
  it(
    'leave a tile that they all write as one of them wrote it, and each was the last for a time',
    async () => {
      await putMill(mills, 1, [named(tileId(0, 1), 'first')]);
      const statuses = await all(async (writer) => {
        const mine: number[] = [];
        for (const round of rounds) {
          mine.push(await putMill(mills, 1, [named(tileId(0, 1), `${writer} ${round}`)]));
        }
        return mine;
      });
      expect(seen(statuses.flat())).toEqual([200]);
      const written = writers.flatMap((writer) => rounds.map((round) => `${writer} ${round}`));
      const names = await valuesEver(tileId(0, 1), name);
      expect(names).toEqual(await valuesEver(tileId(0, 1), note));
      expect(names.toSorted()).toEqual(['first', ...written].toSorted());
      expect(await troubles()).toEqual([]);
    },
    timeout,
  );

  it('make a mill of the same id at once, and none of them fails', async () => {
    const statuses = await all((writer) => putMill(mills, 1, [named(tileId(0, 1), `${writer}`)]));
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(seen(statuses)).toEqual([200, 201]);
    const names = await valuesEver(tileId(0, 1), name);
    expect(names.toSorted()).toEqual(writers.map(String).toSorted());
    expect(await troubles()).toEqual([]);
  });

  it('write two values of one tile, and no value of one is lost to the other', async () => {
    await putMill(mills, 1, [named(tileId(0, 1), 'first')]);
    const statuses = await all(async (writer) => {
      const nodeid = writer % 2 === 0 ? name : note;
      const answer = await mills.ask(form({ nodeid, tileid: tileId(0, 1), data: `${writer}` }));
      return answer.status;
    });
    expect(seen(statuses)).toEqual([200]);
    const of = (rest: number): readonly string[] =>
      ['first', ...writers.filter((writer) => writer % 2 === rest).map(String)].toSorted();
    expect([...new Set(await valuesEver(tileId(0, 1), name))].toSorted()).toEqual(of(0));
    expect([...new Set(await valuesEver(tileId(0, 1), note))].toSorted()).toEqual(of(1));
    expect(await troubles()).toEqual([]);
  });

  it('each add a feature to the same place, and all are there in the end', async () => {
    await putMill(mills, 1, [tileOf(tileId(0, 1), place, { [geometry]: null })]);
    const statuses = await all(async (writer) => {
      const point = JSON.stringify({ type: 'Point', coordinates: [writer, 52] });
      const fields = { nodeid: geometry, tileid: tileId(0, 1), data: point, operation: 'append' };
      return (await mills.ask(form(fields))).status;
    });
    expect(seen(statuses)).toEqual([200]);
    const points = await column(`select geometry_text::jsonb -> 'coordinates' ->> 0 from feature`);
    expect(points.map(Number).toSorted((one, other) => one - other)).toEqual(writers);
    expect(await troubles()).toEqual([]);
  });

  it('bring the same new languages to mills of their own, and none waits for another for ever', async () => {
    for (const round of rounds) {
      const texts = Object.fromEntries(
        ['qa', 'qb', 'qc'].map((letters) => [
          `${letters}-x-round${round}`,
          { value: letters, direction: 'ltr' },
        ]),
      );
      const statuses = await all((writer) =>
        putMill(mills, writer, [
          tileOf(tileId(writer, 1), appellation, { [name]: texts, [note]: `${round}` }),
        ]),
      );
      expect(seen(statuses)).toEqual([round === rounds[0] ? 201 : 200]);
    }
    const added = await column(
      `select language_id from language where language_id like '%-x-round%'`,
    );
    expect(added).toHaveLength(3 * rounds.length);
    expect(await troubles()).toEqual([]);
  });
});

describe('the same request sent many times at once under one key', () => {
  it('makes one mill, and all are told of it', async () => {
    const body = JSON.stringify({ graph_id: graphId, tiles: [named(tileId(0, 1), 'Windmill')] });
    const answers = await all(() =>
      mills.ask({
        method: 'POST',
        path: '/resources/mill?format=service-json',
        body,
        headers: { 'idempotency-key': 'once' },
      }),
    );
    expect(seen(answers.map(({ status }) => status))).toEqual([201]);
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1);
    expect(await column('select count(*) from resource')).toEqual(['1']);
    expect(await troubles()).toEqual([]);
  });
});

describe('deletions among writers', () => {
  const hubs = [200, 201, 202, 203];
  const referring = (writer: number, hub: number, text: string): readonly Tile[] => [
    named(tileId(writer, 1), text),
    tileOf(tileId(writer, 100 + hub), neighbours, { [neighbours]: reference(hub) }),
  ];
  const remove = async (hub: number): Promise<number> =>
    (await mills.ask({ method: 'DELETE', path: `/resources/${millId(hub)}` })).status;

  beforeEach(async () => {
    for (const hub of hubs) await putMill(mills, hub, [named(tileId(hub, 1), `hub ${hub}`)]);
  });

  it(
    'take the references out of mills that are written at the same time, and nothing else',
    async () => {
      const hubOf = (writer: number): number => hubs[writer % hubs.length] ?? 0;
      await all((writer) => putMill(mills, writer, referring(writer, hubOf(writer), 'first')));
      const rename =
        (text: string) =>
        (tiles: readonly Tile[]): readonly Tile[] =>
          tiles.map((tile) =>
            tile.nodegroup_id === appellation
              ? { ...tile, data: { ...tile.data, [name]: text } }
              : tile,
          );
      const [removed, written] = await Promise.all([
        Promise.all(hubs.map(remove)),
        all(async (writer) => {
          const mine: number[] = [];
          for (const round of rounds) {
            mine.push(...(await changeCarefully(mills, writer, rename(`${writer} ${round}`))));
          }
          return mine;
        }),
      ]);
      expect(seen(removed)).toEqual([200]);
      expect([200, 412]).toEqual(expect.arrayContaining([...seen(written.flat())]));
      expect(await column('select relation_id from resource_relation')).toEqual([]);
      for (const writer of writers) {
        expect(await valuesEver(tileId(writer, 1), name)).toEqual([
          'first',
          ...rounds.map((round) => `${writer} ${round}`),
        ]);
      }
      expect(await troubles()).toEqual([]);
    },
    timeout,
  );

  it('log a relation that stands in no tile once at each of its ends, whichever end goes first', async () => {
    await runStatement(
      mills.service,
      `insert into resource_relation (relation_id, from_resource_id, to_resource_id)
select gen_random_uuid(), f.resource_id, t.resource_id
from resource f
join resource t on f.resource_id < t.resource_id`,
    );
    const [removed, written] = await Promise.all([
      Promise.all(hubs.slice(1).map(remove)),
      all((writer) => putMill(mills, 200, [named(tileId(200, 1), `hub by ${writer}`)])),
    ]);
    expect([seen(removed), seen(written)]).toEqual([[200], [200]]);
    const logged = `select count(*) || ' at ' || count(distinct resource_id) || ' ends'
from edit_log where edit_type = 'relation delete' group by old_value -> 'relation_id'`;
    expect(await column(logged)).toEqual(Array(6).fill('2 at 2 ends'));
    expect(await troubles()).toEqual([]);
  });

  /** Deletes a hub while somebody else's write is carried out, and not committed yet. */
  async function removeWhile(hub: number, write: () => Promise<number>): Promise<void> {
    const held = holdCommitOf(mills.service.stack.database, 'update activity_counter');
    const writing = write();
    await held.reached;
    const removing = remove(hub);
    // Long enough for the deletion to come to where it has to wait, or to its end.
    await Promise.race([removing, wait(500)]);
    held.letGo();
    expect([await writing, await removing]).toEqual([200, 200]);
  }

  it('log a tile as it was when they took a reference out of it', async () => {
    const references = tileOf(tileId(1, 2), neighbours, {});
    const referTo = (...hubs: readonly number[]): Promise<number> =>
      putMill(mills, 1, [
        named(tileId(1, 1), 'Windmill'),
        { ...references, data: { [neighbours]: hubs.flatMap(reference) } },
      ]);
    await referTo(200, 201);
    await removeWhile(200, () => referTo(200, 202));
    const ever = await valuesEver(references.tileid, neighbours);
    const hubsIn = (value: string): readonly number[] =>
      hubs.filter((hub) => value.includes(millId(hub)));
    expect(ever.map(hubsIn)).toEqual([[200, 201], [200, 202], [202]]);
    expect(await troubles()).toEqual([]);
  });
});

describe('an import among writers', () => {
  it(
    'and they each leave what they wrote, of the same mills',
    async () => {
      const numbers = [...Array(20).keys()];
      const imported = (number: number, text: string) => ({
        resourceinstance: { resourceinstanceid: millId(number), graph_id: graphId },
        tiles: [
          named(tileId(900, number), text),
          tileOf(tileId(901, number), neighbours, {
            [neighbours]: reference((number * 7 + 1) % 20),
          }),
        ],
      });
      const runImport = (text: string): Promise<unknown> => {
        const resources = numbers.map((number) => imported(number, text));
        return withJsonFile({ business_data: { resources } }, (file) =>
          importResources([file], mills.service.importContext),
        );
      };
      await runImport('first');
      const [statuses] = await Promise.all([
        all(async (writer) => {
          const mine: number[] = [];
          for (const step of [0, 1, 2, 3]) {
            const number = (writer + step * 7) % numbers.length;
            const tile = named(tileId(writer, number), `${writer}`);
            mine.push(...(await changeCarefully(mills, number, (tiles) => [...tiles, tile])));
          }
          return mine;
        }),
        runImport('second').then(() => runImport('third')),
        runImport('beside'),
      ]);
      expect([200, 412]).toEqual(expect.arrayContaining([...seen(statuses.flat())]));
      expect(mills.service.report.errors()).toBe(0);
      const [found] = await column(
        `select count(*) from tile where nodegroup_id = '${appellation}'`,
      );
      expect(Number(found)).toBe(numbers.length + writers.length * 4);
      for (const number of numbers) {
        const [first, ...later] = await valuesEver(tileId(900, number), name);
        expect([first, new Set(later)]).toEqual(['first', new Set(['second', 'third', 'beside'])]);
      }
      expect(await troubles()).toEqual([]);
    },
    timeout,
  );
});
