import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rawSql } from '../../../lib/data-api/sql.ts';
import { browserAccept } from '../pages/data-pages.ts';
import { buildingGraph, concepts, nodes, options } from './building-model.ts';
import { openBuildings, type Buildings } from './open-buildings.ts';
import { buildingId } from './random-buildings.ts';

let buildings: Buildings;

beforeAll(async () => {
  buildings = await openBuildings();
  await buildings.service.openToGuest();
});

afterAll(async () => buildings?.close());

const fetchPage = async (query: string): Promise<Response> =>
  buildings.service.fetch(`/search?${query}`, {
    headers: { accept: browserAccept },
    redirect: 'manual',
  });

const get = async (query: string): Promise<{ readonly status: number; readonly text: string }> => {
  const response = await fetchPage(query);
  return { status: response.status, text: await response.text() };
};

const listIds = (text: string): readonly string[] =>
  [...text.matchAll(/href="\/resources\/([0-9a-f-]{36})"/g)].map(([, id = '']) => id);

describe('the page of a search', () => {
  it('has a field for each readable node of the model, with the concepts of its collection', async () => {
    const { status, text } = await get(`graph=${buildingGraph}`);
    expect(status).toBe(200);
    for (const name of ['type', 'built', 'height', 'called', 'shape']) {
      expect(text).toContain(`name="node.${name}"`);
    }
    expect(text).toContain(`value="${concepts.barrow}"`);
  });

  it('shows the records that GET /resources/ finds with the same query', async () => {
    const query = `graph=${buildingGraph}&node.type=${concepts.barrow}&period=1850`;
    const response = await buildings.service.fetch(`/resources/?${query}`);
    const expected = [...(await response.text()).matchAll(/resources\/([0-9a-f-]{36})/g)].map(
      ([, id = '']) => id,
    );
    expect(expected.length).toBeGreaterThan(0);
    expect(listIds((await get(query)).text)).toEqual(expected);
  });

  it('names the chosen conditions, each with a link without it', async () => {
    const { text } = await get(`graph=${buildingGraph}&node.type=${concepts.barrow}&period=1850`);
    expect(text).toContain('Period: 1850');
    expect(text).toContain(`href="/search?graph=${buildingGraph}&amp;period=1850"`);
  });

  it('shows what is wrong beside its field, and loses nothing that was typed', async () => {
    const { status, text } = await get(
      `graph=${buildingGraph}&node.height=tall%3Cb%3E&period=1850&node.called=mill`,
    );
    expect(status).toBe(200);
    expect(text).toContain('id="node.height-problem-0"');
    expect(text).toContain('value="tall&lt;b&gt;"');
    expect(text).toContain('value="mill"');
    expect(text).not.toContain('tall<b>');
  });

  it('has a field with its message for a condition on a node that the model lacks', async () => {
    const { text } = await get(`graph=${buildingGraph}&node.colour=red&period=1850`);
    expect(text).toContain('id="node.colour-problem-0"');
    expect(text).toMatch(/name="node\.colour"[^>]*value="red"/);
    expect(text).toMatch(/name="period"[^>]*value="1850"/);
  });

  it('keeps conditions that the form does not offer in fields of their own', async () => {
    const { text } = await get(`graph=${buildingGraph}&ids=${buildingId(3)}`);
    expect(text).toMatch(new RegExp(`name="ids"[^>]*value="${buildingId(3)}"`));
    expect(listIds(text)).toEqual([buildingId(3)]);
  });

  it('leads a search for words alone to the list of names', async () => {
    const response = await fetchPage(`q=old+mill&graph=${buildingGraph}`);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(`/resources/?q=old+mill&graph=${buildingGraph}`);
  });

  it('shows the records with the words in a name or a value that also meet the conditions', async () => {
    const { status, text } = await get('q=mill&period=1850');
    const found = await buildings.findIds(
      buildings.callers.administrator,
      'q=mill&period=1850&sort=id',
    );
    expect(status).toBe(200);
    expect(text).toMatch(/name="q"[^>]*value="mill"/);
    expect(text).toContain('Other records with these words');
    expect(found.length).toBeGreaterThan(2);
    expect(listIds(text).toSorted()).toEqual(found);
  });

  it('names the parameters that it does not follow', async () => {
    const { text } = await get('period=1850&colour=%3Cb%3Ered');
    expect(text).toMatch(/Not followed:\s+<code>colour<\/code>/);
    expect(text).not.toContain('<b>red');
  });

  it('says of an address of the earlier platform that its conditions are not read, and lists nothing', async () => {
    const { status, text } = await get('advanced-search=%5B%5D&term-filter=%5B%5D');
    expect(status).toBe(200);
    expect(text).toContain('This address is of the earlier platform');
    expect(listIds(text)).toEqual([]);
  });

  it('escapes hostile names and values of conditions everywhere', async () => {
    const hostile = '"><script>alert(1)</script>';
    const name = encodeURIComponent(`node.${hostile}`);
    const { text } = await get(`${name}=${encodeURIComponent(hostile)}`);
    expect(text).not.toContain(hostile);
    expect(text).toContain('&lt;script&gt;alert(1)');
  });
});

describe('the page of a search for a reader who may not read a card', () => {
  beforeAll(async () => {
    await buildings.service.stack.owner.write(
      rawSql(`insert into nodegroup_grant (nodegroup_id, account_group_id, no_access)
select '${nodes.survey}', g.account_group_id, true
from account_group g
where g.name = 'Guest'`),
    );
  });

  it('has no field of its nodes and none of their options', async () => {
    const { text } = await get(`graph=${buildingGraph}`);
    expect(text).toContain('name="node.built"');
    expect(text).not.toContain('name="node.state"');
    expect(text).not.toContain(options.poor);
    expect(text).not.toContain('Poor');
  });

  it('says of its nodes what it says of unknown ones', async () => {
    const messages = await Promise.all(
      ['state', 'stat9'].map(async (name) => {
        const { text } = await get(`graph=${buildingGraph}&node.${name}=Poor`);
        return [...text.matchAll(/-problem-0">([^<]*)</g)].map(([, message = '']) =>
          message.replaceAll(name, 'NAME'),
        );
      }),
    );
    expect(messages[0]).toHaveLength(1);
    expect(messages[0]).toEqual(messages[1]);
  });
});
