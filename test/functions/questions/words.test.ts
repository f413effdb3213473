import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { runQuery } from '../../../lib/data-api/query.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import type { MatchPosition } from '../../../lib/model/descriptors/name-match.ts';
import { parseResourceId } from '../../../lib/model/ids.ts';
import type { Question } from '../../../lib/model/questions/question.ts';
import type { SortedPage, SortedStart } from '../../../lib/questions/read-sorted-page.ts';
import { readValueMatches } from '../../../lib/questions/read-value-matches.ts';
import { searchResources } from '../../../lib/queries/resources/search-resources.ts';
import { pickOne } from '../../support/random/draw.ts';
import type { TestWriter } from '../writing/writers.ts';
import { nextPath } from './next-path.ts';
import { namedBuildingModel, nodes, phaseNodes } from './building-model.ts';
import {
  drawConditions,
  hasWords,
  meets,
  toQuery,
  type NaiveCondition,
  type ReadTile,
} from './naive-conditions.ts';
import { callerKinds, drawnFor, inTurn, openBuildings, type Buildings } from './open-buildings.ts';

const searches = ['mill', 'king', 'gate kin', 'MÜHLE', 'saint', 'old', 'kings gate', 'mil', '…'];

const resultSchema = z.object({
  id: z.string(),
  match: z.string(),
  score: z.number(),
  values: z
    .array(z.object({ node: z.object({ alias: z.string() }), display: z.string().nullable() }))
    .optional(),
});
const pageSchema = z.union([
  z.array(resultSchema),
  z.object({ results: z.array(resultSchema) }).transform(({ results }) => results),
]);
type Result = z.output<typeof resultSchema>;

let buildings: Buildings;

beforeAll(async () => {
  buildings = await openBuildings(namedBuildingModel);
});

afterAll(async () => buildings?.close());

async function readResults(caller: TestWriter, query: string): Promise<readonly Result[]> {
  const results: Result[] = [];
  let path: string | undefined = `/resources/?format=results&limit=7&${query}`;
  while (path !== undefined) {
    const response: Response = await caller.sendRequest('GET', path);
    if (response.status !== 200) throw new Error(`${path}: ${await response.text()}`);
    results.push(...pageSchema.parse(await response.json()));
    path = nextPath(response);
  }
  return results;
}

/** The ids of the names that match, as the search by name alone has them. */
async function findNames(caller: TestWriter, words: string): Promise<readonly string[]> {
  const ids: string[] = [];
  let after: MatchPosition | undefined;
  do {
    const { matches }: Awaited<ReturnType<typeof search>> = await search(caller, words, after);
    ids.push(...matches.slice(0, 20).map(({ resourceId }) => resourceId));
    const last = matches.length > 20 ? matches[19] : undefined;
    after = last && { ...last, resourceId: parseResourceId(last.resourceId) };
  } while (after !== undefined);
  return ids;
}

const search = async (caller: TestWriter, words: string, after: MatchPosition | undefined) =>
  runQuery(
    async (statement) => buildings.service.stack.owner.read(statement),
    searchResources(caller.accountId, { words, graph: undefined, after, limit: 20 }),
  );

const isFoundByValue = (tiles: readonly ReadTile[], words: string): boolean =>
  tiles.some(({ data }) => hasWords(data[nodes.called], words));

const queryOf = (words: string, conditions: readonly NaiveCondition[]): string =>
  `q=${encodeURIComponent(words)}&${toQuery(conditions)}`;

describe('words', () => {
  it.each(callerKinds)(
    'find names in the order of names, then each record with the words in a readable value, for the %s',
    async (kind) => {
      const caller = buildings.callers[kind];
      const tilesById = await buildings.readTiles(caller);
      let byValue = 0;
      for (const words of searches) {
        const names = await findNames(caller, words);
        const results = await readResults(caller, `q=${encodeURIComponent(words)}`);
        const named = results.filter(({ match }) => match !== 'value');
        const valued = results.slice(named.length);
        expect([words, named.map(({ id }) => id)]).toEqual([words, names]);
        const expected = [...tilesById]
          .filter(([id, tiles]) => isFoundByValue(tiles, words) && !names.includes(id))
          .map(([id]) => id);
        expect([words, valued.map(({ id }) => id).toSorted()]).toEqual([
          words,
          expected.toSorted(),
        ]);
        const scores = results.map(({ score }) => score);
        expect([words, scores]).toEqual([words, scores.toSorted((a, b) => b - a)]);
        for (const { values } of valued) {
          expect(values?.map(({ node }) => node.alias)).toEqual(['called']);
        }
        byValue += valued.length;
        expect(await buildings.findIds(caller, `q=${encodeURIComponent(words)}`)).toEqual(
          results.map(({ id }) => id),
        );
      }
      expect(byValue).toBeGreaterThan(20);
    },
  );

  it.each(callerKinds)('with conditions find what also meets them, for the %s', async (kind) => {
    const caller = buildings.callers[kind];
    const tilesById = await buildings.readTiles(caller);
    const questions = drawnFor(
      kind,
      15,
      (draw) => [pickOne(draw, searches), drawConditions(draw, phaseNodes)] as const,
    );
    let found = 0;
    for (const [words, conditions] of questions) {
      const query = queryOf(words, conditions);
      const all = await readResults(caller, `q=${encodeURIComponent(words)}`);
      const expected = all.filter(({ id }) => meets(tilesById.get(id) ?? [], conditions));
      const results = await readResults(caller, query);
      expect([query, results.map(({ id, match }) => [id, match])]).toEqual([
        query,
        expected.map(({ id, match }) => [id, match]),
      ]);
      for (const { values = [] } of results) {
        const aliases = values.map(({ node }) => node.alias);
        const required = conditions.filter(({ isNegated }) => !isNegated);
        expect(aliases).toEqual(
          expect.arrayContaining(required.map(({ node }) => node.toLowerCase())),
        );
      }
      found += results.length;
    }
    expect(found).toBeGreaterThan(2 * questions.length);
  });

  it.each(callerKinds)(
    'find the same by values if there are too many to rank, for the %s',
    async (kind) => {
      const caller = buildings.callers[kind];
      const question: Question = [{ graphIds: null, condition: { kind: 'all', parts: [] } }];
      for (const words of searches) {
        const ids: string[] = [];
        let next: SortedStart | null = { after: null, isWalk: true };
        while (next !== null) {
          const page: SortedPage = await readValueMatches(
            { dataApi: buildings.service.stack.owner, caller: caller.accountId },
            question,
            words,
            next,
            4,
          );
          ids.push(...page.items.map(({ resourceId }) => resourceId));
          ({ next } = page);
        }
        const valued = (await readResults(caller, `q=${encodeURIComponent(words)}`)).filter(
          ({ match }) => match === 'value',
        );
        expect([words, ids]).toEqual([words, valued.map(({ id }) => id).toSorted()]);
      }
    },
  );

  it.each(callerKinds)('are sorted and counted as other lists are, for the %s', async (kind) => {
    const caller = buildings.callers[kind];
    for (const words of inTurn(kind, searches)) {
      for (const conditions of ['', '&node.height=*']) {
        const query = `q=${encodeURIComponent(words)}${conditions}`;
        const ids = await buildings.findIds(caller, query);
        const byName = await buildings.findIds(caller, `sort=-name${conditions}`);
        expect([query, await buildings.findIds(caller, `${query}&sort=-name`)]).toEqual([
          query,
          byName.filter((id) => ids.includes(id)),
        ]);
        expect([query, await buildings.findIds(caller, `${query}&sort=id`)]).toEqual([
          query,
          ids.toSorted(),
        ]);
        const response = await caller.sendRequest('GET', `/resources/?${query}&count=exact`);
        expect([query, response.headers.get('X-Total-Count')]).toEqual([query, String(ids.length)]);
      }
    }
  });

  it('have cursors that are a 400 with other words, conditions, models and callers', async () => {
    const { administrator, reader } = buildings.callers;
    const cursorOf = async (query: string, pages: number): Promise<string> => {
      let path = `/resources/?limit=2&${query}`;
      for (let page = 0; page < pages; page += 1) {
        const response = await administrator.sendRequest('GET', path);
        path = nextPath(response) ?? '';
      }
      return new URLSearchParams(path.split('?')[1]).get('cursor') ?? '';
    };
    const statusOf = async (caller: TestWriter, query: string, cursor: string) =>
      (
        await caller.sendRequest(
          'GET',
          `/resources/?limit=2&${query}&cursor=${encodeURIComponent(cursor)}`,
        )
      ).status;
    const names = (await findNames(administrator, 'mill')).length;
    const amongValues = await cursorOf('q=mill', Math.ceil(names / 2) + 1);
    const withConditions = await cursorOf('q=mill&node.called=*', 1);
    for (const [query, cursor] of [
      ['q=mill', amongValues],
      ['q=mill&node.called=*', withConditions],
    ] as const) {
      expect([query, await statusOf(administrator, query, cursor)]).toEqual([query, 200]);
      expect([query, await statusOf(reader, query, cursor)]).toEqual([query, 400]);
      for (const other of [
        query.replace('mill', 'king'),
        `${query}&node.height=12`,
        `${query}&graph=building`,
        `${query}&sort=name`,
        'sort=name',
        '',
      ]) {
        expect([other, await statusOf(administrator, other, cursor)]).toEqual([other, 400]);
      }
    }
    expect(await statusOf(administrator, 'q=mill', withConditions)).toBe(400);
  });

  it('find names while the index fills, and are a 503 only with conditions', async () => {
    const { administrator } = buildings.callers;
    const names = await findNames(administrator, 'mill');
    await buildings.service.stack.owner.write(
      rawSql(`insert into stale_result (name, done_to) values ('entries of values', null)`),
    );
    const found = await buildings.findIds(administrator, 'q=mill');
    const { status } = await administrator.sendRequest('GET', '/resources/?q=mill&node.height=*');
    await buildings.service.stack.owner.write(
      rawSql(`delete from stale_result where name = 'entries of values'`),
    );
    expect([found, status]).toEqual([names, 503]);
  });
});
