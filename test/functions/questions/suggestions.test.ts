import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { asList, isObject } from '../../../lib/model/datatypes/values/json-values.ts';
import type { TestWriter } from '../writing/writers.ts';
import {
  buildingGraph,
  concepts,
  namedBuildingModel,
  narrower,
  nodes,
  values,
  type ConceptName,
} from './building-model.ts';
import type { ReadTile } from './naive-conditions.ts';
import { openBuildings, type Buildings } from './open-buildings.ts';

const suggestionSchema = z.looseObject({
  kind: z.enum(['record', 'concept', 'text']),
  text: z.string(),
  id: z.string().optional(),
  node: z.looseObject({ name: z.string() }).optional(),
  href: z.string(),
  page: z.string(),
});
const suggestionsSchema = z.object({ suggestions: z.array(suggestionSchema) });

let buildings: Buildings;

beforeAll(async () => {
  buildings = await openBuildings(namedBuildingModel);
});

afterAll(async () => buildings?.close());

async function suggest(caller: TestWriter, words: string, more = '') {
  const query = `q=${encodeURIComponent(words)}${more}`;
  const response = await caller.sendRequest('GET', `/search/suggest?${query}`);
  if (response.status !== 200) throw new Error(await response.text());
  return suggestionsSchema.parse(await response.json()).suggestions;
}

const beginnings = [
  'b',
  'ba',
  'barr',
  'bow',
  'hous',
  'hug',
  'Rund',
  'king',
  'k',
  'mil ol',
  'muhle',
];
const kinds = ['administrator', 'reader', 'withGrants'] as const;

const labels: Readonly<Record<ConceptName, string>> = {
  barrow: 'barrow hugelgrab',
  round: 'round barrow rundes hugelgrab',
  bowl: 'bowl barrow schalenhugel',
  house: 'house haus',
};

const hasWord = (text: string, beginning: string): boolean =>
  ` ${text}`.includes(` ${beginning.toLowerCase()}`);

const calledOf = ({ data }: ReadTile): readonly string[] => {
  const value = data[nodes.called];
  const english = isObject(value) ? value['en'] : undefined;
  return isObject(english) ? [String(english['value'])] : [];
};

const fold = (text: string): string => text.toLowerCase().replaceAll('’', "'").replaceAll('ü', 'u');

/** The concepts of which a readable tile has a value, or one of a narrower concept. */
function usedConcepts(tiles: readonly ReadTile[], beginning: string): readonly string[] {
  const used = new Set(tiles.flatMap(({ data }) => asList(data[nodes.type])));
  return (Object.keys(narrower) as readonly ConceptName[])
    .filter((name) => hasWord(labels[name], beginning))
    .filter((name) => narrower[name].some((one) => values[one].some((value) => used.has(value))))
    .map((name) => concepts[name]);
}

describe('suggestions', () => {
  it.each(kinds)('are each found by the request that they lead to, for the %s', async (kind) => {
    const caller = buildings.callers[kind];
    let count = 0;
    for (const words of beginnings) {
      for (const { href, kind: what } of await suggest(caller, words)) {
        const path = href.replace(/^https?:\/\/[^/]+/, '');
        const isRecord = what === 'record';
        const response = await caller.sendRequest(
          'GET',
          isRecord ? `${path}?format=service-json` : path,
        );
        const found: unknown = await response.json();
        const items = isObject(found) ? asList(found['ldp:contains']) : [];
        expect([href, response.status, isRecord || items.length > 0]).toEqual([href, 200, true]);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(20);
  });

  it.each(kinds)('are all texts and concepts of readable values, for the %s', async (kind) => {
    const caller = buildings.callers[kind];
    const tiles = [...(await buildings.readTiles(caller)).values()].flat();
    for (const words of beginnings) {
      const suggestions = await suggest(caller, words);
      const textsOf = (what: string) => suggestions.filter((item) => item.kind === what);
      const expected = tiles.flatMap(calledOf).filter((text) =>
        fold(words)
          .split(' ')
          .every((word) => hasWord(fold(text), word)),
      );
      expect([
        words,
        textsOf('text')
          .map(({ text }) => text)
          .toSorted(),
      ]).toEqual([words, [...new Set(expected)].toSorted()]);
      expect([
        words,
        textsOf('concept')
          .map(({ id = '' }) => id)
          .toSorted(),
      ]).toEqual([words, usedConcepts(tiles, words).toSorted()]);
    }
  });

  it('are records by name, then concepts, then texts, with the pages for people', async () => {
    const suggestions = await suggest(buildings.callers.administrator, 'mill');
    const order = suggestions.map(({ kind }) => ['record', 'concept', 'text'].indexOf(kind));
    expect(order).toEqual(order.toSorted((left, right) => left - right));
    expect(suggestions[0]?.page).toMatch(/\/resources\/[0-9a-f-]{36}$/);
    expect(suggestions.at(-1)).toMatchObject({ kind: 'text', node: { name: 'called' } });
    expect(decodeURIComponent(suggestions.at(-1)?.page ?? '')).toMatch(
      new RegExp(`/search\\?graph=${buildingGraph}&node.called="Old\\+Mill"$`),
    );
  });

  it('are in the language of the reader, whatever the language of the words', async () => {
    const { service, callers } = buildings;
    await service.openToGuest();
    expect(callers).toBeDefined();
    const response = await service.fetch('/search/suggest?q=schalen', {
      headers: { 'accept-language': 'en' },
    });
    const { suggestions } = suggestionsSchema.parse(await response.json());
    expect(suggestions.map(({ text }) => text)).toEqual(['Bowl barrow']);
    expect(response.headers.get('vary')).toContain('Accept-Language');
  });

  it('are those of one model, which the caller must be able to read', async () => {
    const { administrator } = buildings.callers;
    expect((await suggest(administrator, 'mill', '&graph=building')).length).toBeGreaterThan(0);
    const response = await administrator.sendRequest('GET', '/search/suggest?q=mill&graph=bridge');
    expect(response.status).toBe(400);
  });

  it('are none for no words, and for words without letters', async () => {
    const { administrator } = buildings.callers;
    expect(await suggest(administrator, '')).toEqual([]);
    expect(await suggest(administrator, '%_"')).toEqual([]);
  });
});
