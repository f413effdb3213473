import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { answerSchema, toQuery, type Parameters } from '../../former-searches.ts';
import { hasTile, node } from '../../proofs.ts';
import { places } from '../data-sets.ts';
import { openDataSet, type OpenDataSet } from '../open-data-set.ts';
import { follow } from '../read-answers.ts';
import { noise, term } from '../sent-parameters.ts';

// Workflows of projects ask for records by relations, booleans and identifiers, and read their tiles. A harvester reads lists.

let set: OpenDataSet;

beforeAll(async () => {
  set = await openDataSet(places);
  await set.service.openToGuest();
});

afterAll(async () => set?.service.close());

const value = (name: string): string => `(t.data -> ${node(name, set.graphId)})`;
const idOf = (name: string): string => set.nodeNamed(name).nodeId;

async function read(parameters: Parameters) {
  const response = await follow(
    set.administrator,
    `/search/resources?${toQuery({ ...noise('tilecsv'), ...parameters })}`,
  );
  expect(response.status).toBe(200);
  const { results } = answerSchema.parse(await response.json());
  return { total: results.hits.total.value, hits: results.hits.hits };
}

const tilesSchema = z.array(
  z.object({ nodegroup_id: z.string(), data: z.record(z.string(), z.unknown()) }),
);

describe('a workflow', () => {
  it('finds that an identifier is taken, once, and that another one is free', async () => {
    const whl = idOf('whl_number');
    const count = async (identifier: string) =>
      (
        await read({
          'advanced-search': [
            { op: 'and', [whl]: { op: 'eq', lang: 'en', val: identifier } },
            { op: 'and', [idOf('place_name')]: { op: 'not_null', lang: 'en', val: '' } },
          ],
        })
      ).total;
    const proven = await set.prove(hasTile(`${value('whl_number')} #>> '{}' = '1503'`));
    expect(proven).toHaveLength(1);
    expect([await count('1503'), await count('150399')]).toEqual([1, 0]);
  });

  it('finds records by a related one, with any value beside it, and reads their tiles', async () => {
    const [related = ''] = await set.readRows(
      `select to_jsonb(c.item ->> 'resourceId')::text
from tile t
cross join lateral jsonb_array_elements(case when jsonb_typeof(${value('contributor')}) = 'array' then ${value('contributor')} end) c (item)
group by c.item ->> 'resourceId'
order by count(*) desc, c.item ->> 'resourceId'
limit 1`,
      z.string(),
    );
    const group = {
      op: 'and',
      [idOf('role')]: { op: 'not_null', val: '' },
      [idOf('contributor')]: { op: '', val: [related] },
    };
    const { hits } = await read({ pages: '10', format: 'json', 'advanced-search': [group] });
    const proven = await set.prove(
      hasTile(
        `${value('contributor')}::text like '%${related}%'`,
        `jsonb_typeof(${value('role')}) <> 'null'`,
      ),
    );
    expect(proven.length).toBeGreaterThan(1);
    expect(hits.map(({ _id: id }) => id)).toEqual(proven);
    for (const { _source: source } of hits) {
      const tiles = tilesSchema.parse(source.tiles);
      const found = tiles.filter(({ data }) =>
        JSON.stringify(data[idOf('contributor')] ?? null).includes(related),
      );
      expect(found.length).toBeGreaterThan(0);
    }
  });

  it.each(['t', 'f'])('finds records by a boolean without an operator: %s', async (letter) => {
    const group = {
      op: 'and',
      [idOf('whl_number')]: { op: '', lang: 'en', val: '' },
      [idOf('part_of_a_larger_property')]: { val: letter },
    };
    const { hits } = await read({ pages: '20', 'advanced-search': [group] });
    expect(hits.map(({ _id: id }) => id)).toEqual(
      await set.prove(
        hasTile(`${value('part_of_a_larger_property')} = '${letter === 't' ? 'true' : 'false'}'`),
      ),
    );
  });

  it('finds no record of which another tile has the value', async () => {
    const [whl, name] = [idOf('whl_number'), idOf('part_of_a_larger_property')];
    const group = { op: 'and', [whl]: { op: 'eq', val: '1503' }, [name]: { val: 't' } };
    const both = await read({ 'advanced-search': [group] });
    const proven = await set.prove(
      hasTile(
        `${value('whl_number')} #>> '{}' = '1503'`,
        `${value('part_of_a_larger_property')} = 'true'`,
      ),
    );
    expect(both.total).toBe(proven.length);
  });
});

describe('a link to a search for a word', () => {
  it('leads to a page for people', async () => {
    const response = await set.service.fetch(
      `/search?paging-filter=1&${toQuery(term('string', 'Rome'))}`,
      { headers: { accept: 'text/html' }, redirect: 'manual' },
    );
    expect(response.status).toBe(303);
    const location = (response.headers.get('location') ?? '').replace(/^https?:\/\/[^/]+/, '');
    const page = await set.service.fetch(location, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/html'),
    ]);
  });
});

describe('a harvester that numbers pages by the wrong parameter', () => {
  const containerSchema = z.object({ 'ldp:contains': z.array(z.string()) });

  it('gets the first page of the list each time, and every record of it', async () => {
    const pages = await Promise.all(
      ['1', '2'].map(async (page) =>
        containerSchema.parse(
          await set.administrator.read(`/resources/?format=json&paging-filter=${page}`),
        ),
      ),
    );
    const [first = [], second] = pages.map((page) => page['ldp:contains']);
    expect(first.length).toBeGreaterThan(0);
    expect(second).toEqual(first);
    const ids = first.map((uri) => uri.replace(/.*\//, ''));
    expect(ids).toEqual((await set.prove('true')).slice(0, ids.length));
    for (const id of ids.slice(0, 5)) {
      const document = await set.administrator.read(`/resources/${id}?format=json`);
      expect(JSON.stringify(document)).toContain(`"resourceinstanceid":"${id}"`);
    }
  });
});
