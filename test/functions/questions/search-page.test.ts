import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { browserAccept } from '../pages/data-pages.ts';
import { buildingGraph, concepts } from './building-model.ts';
import { openBuildings, type Buildings } from './open-buildings.ts';
import { buildingId } from './random-buildings.ts';

let buildings: Buildings;

beforeAll(async () => {
  buildings = await openBuildings();
  await buildings.service.openToGuest();
});

afterAll(async () => buildings?.close());

const get = async (query: string): Promise<{ readonly status: number; readonly text: string }> => {
  const response = await buildings.service.fetch(`/search?${query}`, {
    headers: { accept: browserAccept },
  });
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

  it('keeps conditions that have no field', async () => {
    const { text } = await get(`graph=${buildingGraph}&ids=${buildingId(3)}`);
    expect(text).toContain(`<input type="hidden" name="ids" value="${buildingId(3)}" />`);
  });
});
