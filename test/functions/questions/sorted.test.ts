import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { rawSql } from '../../../lib/data-api/sql.ts';
import type { Question } from '../../../lib/model/questions/question.ts';
import { readSort, sortNames } from '../../../lib/model/questions/sort.ts';
import {
  readSortedPage,
  type SortedPage,
  type SortedStart,
} from '../../../lib/questions/read-sorted-page.ts';
import { pickOne } from '../../support/random/draw.ts';
import type { TestWriter } from '../writing/writers.ts';
import { buildingGraph, namedBuildingModel, nodes, phaseNodes } from './building-model.ts';
import { drawConditions, meets, toQuery } from './naive-conditions.ts';
import { callerKinds, drawn, drawnFor, openBuildings, type Buildings } from './open-buildings.ts';
import { buildingId } from './random-buildings.ts';

const namedSchema = z.object({ displayname: z.string().nullable().default(null) });

let buildings: Buildings;

beforeAll(async () => {
  buildings = await openBuildings(namedBuildingModel);
});

afterAll(async () => buildings?.close());

const write = async (statement: string): Promise<unknown> =>
  buildings.service.stack.owner.write(rawSql(statement));

/** The names of the random buildings, as they are sorted. */
const foldedNames: Readonly<Record<string, string>> = {
  'King’s Gate': 'kings gate',
  'kings gate': 'kings gate',
  'Old Mill': 'old mill',
  'Mühle am Bach': 'muhle am bach',
  'Saint Mary': 'saint mary',
};

async function readKeys(caller: TestWriter, ids: Iterable<string>): Promise<readonly string[]> {
  const keys: string[] = [];
  for (const id of ids) {
    const record = await caller.read(`/resources/${id}?format=service-json`);
    const { displayname: name } = namedSchema.parse(record);
    keys.push(`${name === null || name === '' ? '\u{10FFFF}' : (foldedNames[name] ?? name)} ${id}`);
  }
  return keys;
}

const sortedIds = (keys: readonly string[]): readonly string[] =>
  keys
    .toSorted((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)))
    .map((key) => key.slice(-36));

describe('sort', () => {
  it.each(callerKinds)(
    'by name is by the names that the %s is shown, page by page',
    async (kind) => {
      const caller = buildings.callers[kind];
      const tilesById = await buildings.readTiles(caller);
      const keys = await readKeys(caller, tilesById.keys());
      const all = sortedIds(keys);
      expect(new Set(keys.map((key) => key.slice(0, -37))).size).toBe(5);
      expect(await buildings.findIds(caller, 'sort=name')).toEqual(all);
      expect(await buildings.findIds(caller, 'sort=-name')).toEqual(all.toReversed());
      for (const conditions of drawnFor(kind, 12, (draw) => drawConditions(draw, phaseNodes))) {
        const query = `${toQuery(conditions)}&sort=name`;
        const expected = all.filter((id) => meets(tilesById.get(id) ?? [], conditions));
        expect([query, await buildings.findIds(caller, query)]).toEqual([query, expected]);
      }
    },
  );

  it.each(callerKinds)(
    'by id, creation and change has the same records, for the %s',
    async (kind) => {
      const caller = buildings.callers[kind];
      const ids = await buildings.findIds(caller, '');
      expect(await buildings.findIds(caller, 'sort=id')).toEqual(ids);
      expect(await buildings.findIds(caller, 'sort=-id&node.height=*')).toEqual(
        (await buildings.findIds(caller, 'node.height=*')).toReversed(),
      );
      for (const sort of ['created', '-created', 'changed', '-changed']) {
        const sorted = await buildings.findIds(caller, `sort=${sort}`);
        expect([sort, sorted.toSorted()]).toEqual([sort, ids]);
      }
    },
  );

  it.each(['name', '-name', '-id'])('by %s is also the order of whole records', async (sort) => {
    const { administrator } = buildings.callers;
    const query = `graph=${buildingGraph}&sort=${sort}`;
    const records = z
      .array(z.looseObject({ resourceinstance: z.object({ resourceinstanceid: z.string() }) }))
      .parse(await administrator.read(`/resources/?${query}&format=service-json`));
    expect(records.map(({ resourceinstance: { resourceinstanceid: id } }) => id)).toEqual(
      await buildings.findIds(administrator, query),
    );
  });

  it('by creation follows the time of creation', async () => {
    await write(`update resource set created_at = '2020-01-01'::timestamptz + (hashtext(resource_id::text) % 1000) * interval '1 hour'
where graph_id = '${buildingGraph}'`);
    const rows = await buildings.service.stack.owner.read(
      rawSql(`select r.resource_id::text
from resource r
where r.graph_id = '${buildingGraph}'
order by r.created_at desc, r.resource_id desc`),
    );
    expect(await buildings.findIds(buildings.callers.administrator, 'sort=-created')).toEqual(
      rows.map(([id]) => id),
    );
  });

  it('by change is by the last change in a nodegroup that the caller may read', async () => {
    const { administrator, reader } = buildings.callers;
    const [phaseId, surveyId] = [buildingId(7), buildingId(9)];
    for (const [id, nodegroup, seconds] of [
      [phaseId, nodes.phase, 100],
      [surveyId, nodes.survey, 200],
    ] as const) {
      await write(`insert into edit_log (transaction_id, resource_id, tile_id, nodegroup_id, edit_type, edited_at)
values (gen_random_uuid(), '${id}', gen_random_uuid(), '${nodegroup}', 'tile edit', clock_timestamp() + interval '${seconds} seconds')`);
    }
    const firstTwo = async (caller: TestWriter): Promise<readonly string[]> =>
      (await buildings.findIds(caller, 'sort=-changed')).slice(0, 2);
    expect(await firstTwo(administrator)).toEqual([surveyId, phaseId]);
    expect((await firstTwo(reader))[0]).toBe(phaseId);
  });

  it.each(callerKinds)(
    'walks what is too much for one call in the same order, for the %s',
    async (kind) => {
      const caller = buildings.callers[kind];
      const question: Question = [
        { graphIds: [buildingGraph], condition: { kind: 'changed', from: '2000-01-01', to: null } },
      ];
      for (const name of sortNames) {
        const ids: string[] = [];
        let next: SortedStart | null = { after: null, isWalk: true };
        while (next !== null) {
          const page: SortedPage = await readSortedPage(
            { dataApi: buildings.service.stack.owner, caller: caller.accountId },
            question,
            { caller: caller.accountId, sort: readSort(name), languages: ['en'] },
            next,
            7,
          );
          ids.push(...page.items.map(({ resourceId }) => resourceId));
          ({ next } = page);
        }
        expect([name, ids]).toEqual([
          name,
          await buildings.findIds(caller, `graph=building&sort=${name}`),
        ]);
      }
    },
  );

  it('refuses a cursor of another question, order, caller or language, and a page number', async () => {
    const { administrator, reader } = buildings.callers;
    const nextOf = async (query: string): Promise<string> => {
      const response = await administrator.sendRequest(
        'GET',
        `/resources/?limit=2&${query}`,
        undefined,
        { 'Accept-Language': 'en' },
      );
      return /cursor=([^&>]*)/.exec(response.headers.get('link') ?? '')?.[1] ?? '';
    };
    const byName = await nextOf('node.height=*&sort=name');
    const statusOf = async (caller: TestWriter, query: string, language = 'en') =>
      (
        await caller.sendRequest('GET', `/resources/?${query}`, undefined, {
          'Accept-Language': language,
        })
      ).status;
    const same = `limit=2&node.height=*&sort=name&cursor=${byName}`;
    expect(await statusOf(administrator, same)).toBe(200);
    expect(await statusOf(administrator, same.replace('height=*', 'height=12'))).toBe(400);
    expect(await statusOf(administrator, same.replace('sort=name', 'sort=-name'))).toBe(400);
    expect(await statusOf(administrator, same.replace('sort=name', ''))).toBe(400);
    expect(await statusOf(reader, same)).toBe(400);
    expect(await statusOf(administrator, same, 'de')).toBe(400);
    const byId = await nextOf('node.height=*');
    expect(await statusOf(administrator, `node.height=12&cursor=${byId}`)).toBe(400);
    expect(await statusOf(administrator, 'sort=name&page=2')).toBe(400);
    expect(await statusOf(administrator, 'sort=size')).toBe(400);
  });
});

describe('count=exact', () => {
  it.each(callerKinds)('tells how many records all pages have, for the %s', async (kind) => {
    const caller = buildings.callers[kind];
    for (const query of [
      '',
      'graph=building',
      ...drawnFor(kind, 20, (draw) => toQuery(drawConditions(draw, phaseNodes))),
      ...drawn(
        5,
        (draw) => `node.type=${pickOne(draw, ['House', '!House', 'Barrow'])}&graph=building`,
      ),
    ]) {
      const ids = await buildings.findIds(caller, query);
      const response = await caller.sendRequest('GET', `/resources/?limit=1&count=exact&${query}`);
      expect([
        query,
        response.headers.get('X-Total-Count'),
        response.headers.get('X-Total-Count-Relation'),
      ]).toEqual([query, String(ids.length), 'eq']);
    }
  });

  it('is refused in other words', async () => {
    const { administrator } = buildings.callers;
    const { status } = await administrator.sendRequest('GET', '/resources/?count=about');
    expect(status).toBe(400);
  });
});
